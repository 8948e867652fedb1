// Arrows on the board for moves that are considered; the best has the number 1.

import { svg } from "./dom.js";

/**
 * From a cell to another, or around a cell where nothing is moved; of a row of pieces `from` may be
 * several. `rank` 1 is the best, `also` are cells that the move takes or puts something on. `ahead` is part of an unfinished move, `own` was drawn by hand.
 * @typedef {{from?: string | string[], to: string, rank?: number, also?: string[], kind?: "ahead" | "own"}} Arrow
 */

const START = 20;
const TIP = 12;
const HEAD = 34;
const NUMBER = 0.2;

/** Return the arrow of a move from its gesture. @param {string} gesture @param {number} [rank] @returns {Arrow | null} */
export function arrowOf(gesture, rank) {
  const steps = gesture.match(/[.>!+][^.>!+~]+/g) || [];
  const named = (/** @type {string} */ sign) => steps.filter((step) => step[0] === sign).map((step) => step.slice(1));
  const to = named(">")[0];
  if (!to) return null;
  return { from: named("."), to, rank, also: [...named("!"), ...named("+")] };
}

/** Draw arrows on a board. @param {import("./board.js").Board} board @param {Arrow[]} arrows */
export function drawArrows(board, arrows) {
  // The best one lies on top.
  return [...arrows].sort((a, b) => (b.rank || 0) - (a.rank || 0)).flatMap((arrow) => one(board, arrow));
}

/** @param {import("./board.js").Board} board @param {Arrow} arrow */
function one(board, { from, to, rank, also = [], kind: ahead }) {
  const target = board.cells.get(to);
  if (!target) return [];
  const origin = originOf([from || []].flat().flatMap((name) => board.cells.get(name) || []), target);
  const big = board.flat ? 37 : 43;
  const kind = ahead ? `arrow ${ahead}` : `arrow rank-${Math.min(rank || 1, 3)}`;
  const parts = [];
  if (origin && origin !== target) parts.push(svg("path", { d: outline(origin, target, (rank || 1) > 1) }));
  else parts.push(around(target, big));
  for (const name of also) {
    const cell = board.cells.get(name);
    if (cell) parts.push(around(cell, big - 6));
  }
  if (rank) parts.push(number(target, origin, rank));
  return [/** @type {SVGElement} */ (svg("g", { class: kind }, ...parts))];
}

/**
 * Return where the arrow of several pieces begins: at the end of the row if it moves along itself, else at the piece nearest to its target.
 * @param {import("./board.js").Cell[]} row
 * @param {import("./board.js").Cell} target
 */
function originOf(row, target) {
  const far = (/** @type {{x: number, y: number}} */ { x, y }) => Math.hypot(x - target.x, y - target.y);
  const [near, ...others] = [...row].sort((a, b) => far(a) - far(b));
  const last = others[others.length - 1];
  if (!last) return near;
  const across = (last.x - near.x) * (target.y - near.y) - (last.y - near.y) * (target.x - near.x);
  // Coordinates of cells are rounded, so a slanting row is not quite straight.
  return Math.abs(across) < 0.1 * far(near) * Math.hypot(last.x - near.x, last.y - near.y) ? last : near;
}

/** @param {{x: number, y: number}} cell @param {number} r */
const around = (cell, r) => svg("circle", { cx: cell.x, cy: cell.y, r });

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {boolean} slender */
function outline(a, b, slender) {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const [tip, width, wing] = [length - TIP, slender ? 4 : 7, slender ? 15 : 21];
  const neck = tip - HEAD;
  const side = [[START, width], [neck, width], [neck - 4, wing]];
  const corners = [...side, [tip, 0], ...side.map(([x, y]) => [x, -y]).reverse()];
  const points = corners.map(([x, y]) => `${(a.x + x * ux - y * uy).toFixed(1)} ${(a.y + x * uy + y * ux).toFixed(1)}`);
  return `M${points.join("L")}Z`;
}

/** Draw the rank near the start of the arrow, or in the corner of the cell. @param {{x: number, y: number}} to @param {{x: number, y: number} | undefined} from @param {number} rank */
function number(to, from, rank) {
  const [x, y] = from ? [from.x + (to.x - from.x) * NUMBER, from.y + (to.y - from.y) * NUMBER] : [to.x + 28, to.y - 28];
  const text = svg("text", { x, y, dy: "0.36em", "text-anchor": "middle" });
  text.textContent = String(rank);
  return svg("g", { class: "rank" }, svg("circle", { cx: x, cy: y, r: 17 }), text);
}
