// A curve of everyone's share over the moves of a game, with marks for mistakes.

import { make, svg } from "./dom.js";
import { forTwo } from "./evaluation.js";
import { called, t } from "./words.js";

const WIDTH = 600;
const HEIGHT = 180;
// Different shapes, not only colours: a dot, a triangle, a diamond, a cross; finds have an arrow upwards and a star.
/** @type {Record<string, string>} */
const SHAPES = {
  slip: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", mistake: "M0-7L7 5H-7Z", blunder: "M0-8L8 0L0 8L-8 0Z",
  "missed-win": "M-7-4L-4-7L0-3L4-7L7-4L3 0L7 4L4 7L0 3L-4 7L-7 4L-3 0Z",
  only: "M0-8L6 0H2V7H-2V0H-6Z", great: "M0-8L2-2.5L8-2.5L3 1.5L5 7L0 3.5L-5 7L-3 1.5L-8-2.5L-2-2.5Z",
};

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
  const many = !forTwo(seats);
  const below = Math.max(0, seats.indexOf("white"));
  /** @type {Node[]} */
  const drawn = [svg("rect", { class: "frame", x: 0, y: 0, width: WIDTH, height: HEIGHT, rx: 4 })];
  if (points.length && !many) drawn.push(...ground(points, x, seats, below, y));
  drawn.push(svg("path", { class: "middle", d: `M0 ${y(1 / seats.length)}H${WIDTH}` }));
  if (points.length && many) seats.forEach((seat, i) => drawn.push(svg("path", { class: lineOf(seat, i), d: path(i) })));
  if (points.length && !many) drawn.push(svg("path", { class: "line", d: path(below) }));
  drawn.push(svg("path", { class: "here", d: `M${x(how.ply)} 0V${HEIGHT}` }));
  for (const { ply, kind, shares, player = 0 } of points) {
    if (kind && kind in SHAPES) drawn.push(mark(kind, x(ply), y(shares[many ? player : below]), ply === how.turning));
  }
  const picture = svg("svg", { viewBox: `-10 -10 ${WIDTH + 20} ${HEIGHT + 20}`, role: "img", "aria-label": how.label }, ...drawn);
  picture.addEventListener("click", (event) => {
    const area = /** @type {SVGSVGElement} */ (picture);
    const matrix = area.getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    how.goTo(Math.min(how.count - 1, Math.max(0, Math.round((at.x / WIDTH) * (how.count - 1)))));
  });
  box.replaceChildren(picture, legend(many ? seats : [], new Set(points.map(({ kind }) => kind))));
}

/** Return the classes of a player's line, which differ in colour and dashes. @param {string} seat @param {number} number */
const lineOf = (seat, number) => `line line-${number} seat-${seat}`;

/** Fill the areas of two players, one below the curve and one above. @param {Point[]} points @param {(ply: number) => number} x @param {string[]} seats @param {number} below @param {(share: number) => number} y */
function ground(points, x, seats, below, y) {
  const paint = (/** @type {number} */ seat) => `var(--bw-paints-${seats[seat]}-1)`;
  const last = x(points[points.length - 1].ply);
  const edge = points.map(({ ply, shares }) => `L${x(ply).toFixed(1)} ${y(shares[below]).toFixed(1)}`).join("");
  return [
    svg("rect", { fill: paint(1 - below), x: 0, y: 0, width: last, height: HEIGHT }),
    svg("path", { fill: paint(below), d: `M0 ${HEIGHT}${edge}L${last} ${HEIGHT}Z` }),
  ];
}

/** @param {string} kind @param {number} x @param {number} y @param {boolean} turning */
function mark(kind, x, y, turning) {
  return svg("path", { class: turning ? "mark turning" : "mark", d: SHAPES[kind], transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(1.3)` });
}

/** Draw the legend, of the marks that there are. @param {string[]} seats @param {Set<string | null | undefined>} kinds */
function legend(seats, kinds) {
  const lines = seats.map((seat, i) => make("li", {}, svg("svg", { class: "swatch", viewBox: "0 0 34 10", "aria-hidden": "true" }, svg("path", { class: lineOf(seat, i), d: "M0 5H34" })), ` ${called("seat", seat)}`));
  const marks = Object.entries(SHAPES).filter(([kind]) => kinds.has(kind)).map(([kind, d]) => make("li", {}, svg("svg", { class: "sign-icon", viewBox: "-10 -10 20 20", "aria-hidden": "true" }, svg("path", { class: "mark", d })), ` ${t(`study-kind-${kind}`)}`));
  return make("ul", { class: "legend" }, ...lines, ...marks);
}
