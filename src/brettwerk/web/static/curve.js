// A curve over the moves of a game: what each might expect, with marks where something was given away.

import { make, svg } from "./dom.js";
import { t } from "./words.js";

const WIDTH = 600;
const HEIGHT = 180;
// Told apart by shape: a dot, a triangle, a diamond.
/** @type {Record<string, string>} */
const SHAPES = { slip: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", mistake: "M0-7L7 5H-7Z", blunder: "M0-8L8 0L0 8L-8 0Z" };

/** @typedef {{ply: number, shares: number[], kind?: string | null, player?: number}} Point */

/**
 * @param {HTMLElement} box
 * @param {string[]} seats
 * @param {Point[]} points
 * @param {{count: number, ply: number, turning: number | null, label: string, goTo: (ply: number) => void}} how
 */
export function drawCurve(box, seats, points, how) {
  const x = (/** @type {number} */ ply) => (how.count > 1 ? (ply / (how.count - 1)) * WIDTH : 0);
  const y = (/** @type {number} */ share) => HEIGHT - share * HEIGHT;
  const path = (/** @type {number} */ seat) => points.map(({ ply, shares }, i) => `${i ? "L" : "M"}${x(ply).toFixed(1)} ${y(shares[seat]).toFixed(1)}`).join("");
  const three = seats.length > 2;
  /** @type {Node[]} */
  const drawn = [svg("rect", { class: "frame", x: 0, y: 0, width: WIDTH, height: HEIGHT, rx: 4 })];
  if (points.length && !three) drawn.push(...ground(points, x, seats.indexOf("white"), y));
  drawn.push(svg("path", { class: "middle", d: `M0 ${y(three ? 1 / 3 : 0.5)}H${WIDTH}` }));
  if (points.length) (three ? [0, 1, 2] : [seats.indexOf("white")]).forEach((seat) => drawn.push(svg("path", { class: `line line-${three ? seat : 0}`, d: path(seat) })));
  drawn.push(svg("path", { class: "here", d: `M${x(how.ply)} 0V${HEIGHT}` }));
  for (const { ply, kind, shares, player = 0 } of points) {
    if (kind) drawn.push(mark(kind, x(ply), y(shares[three ? player : seats.indexOf("white")]), ply === how.turning));
  }
  const picture = svg("svg", { viewBox: `-10 -10 ${WIDTH + 20} ${HEIGHT + 20}`, role: "img", "aria-label": how.label }, ...drawn);
  picture.addEventListener("click", (event) => {
    const area = /** @type {SVGSVGElement} */ (picture);
    const matrix = area.getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    how.goTo(Math.min(how.count - 1, Math.max(0, Math.round((at.x / WIDTH) * (how.count - 1)))));
  });
  box.classList.toggle("three", three);
  box.replaceChildren(picture, legend(seats, three));
}

/** White below the curve, Black above it. @param {Point[]} points @param {(ply: number) => number} x @param {number} white @param {(share: number) => number} y */
function ground(points, x, white, y) {
  const last = x(points[points.length - 1].ply);
  const edge = points.map(({ ply, shares }) => `L${x(ply).toFixed(1)} ${y(shares[white]).toFixed(1)}`).join("");
  return [
    svg("rect", { class: "ground", x: 0, y: 0, width: last, height: HEIGHT }),
    svg("path", { class: "area", d: `M0 ${HEIGHT}${edge}L${last} ${HEIGHT}Z` }),
  ];
}

/** @param {string} kind @param {number} x @param {number} y @param {boolean} turning */
function mark(kind, x, y, turning) {
  return svg("path", { class: turning ? "mark turning" : "mark", d: SHAPES[kind], transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(1.3)` });
}

/** What the lines and marks mean. @param {string[]} seats @param {boolean} three */
function legend(seats, three) {
  const lines = three ? seats.map((seat, i) => make("li", {}, svg("svg", { class: "swatch", viewBox: "0 0 34 10", "aria-hidden": "true" }, svg("path", { class: `line line-${i}`, d: "M0 5H34" })), ` ${t(`seat-${seat}`)}`)) : [];
  const marks = Object.entries(SHAPES).map(([kind, d]) => make("li", {}, svg("svg", { class: "sign-icon", viewBox: "-10 -10 20 20", "aria-hidden": "true" }, svg("path", { class: "mark", d })), ` ${t(`study-kind-${kind}`)}`));
  return make("ul", { class: "legend" }, ...lines, ...marks);
}
