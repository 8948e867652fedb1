// Marks on the board: rings, dots and crosses, different in shape and not only in colour.

import { drawArrows } from "./arrows.js";
import { svg } from "./dom.js";
import { drawLines } from "./lines.js";

/**
 * Cells by mark: `last` were touched by the last move, `picked` is selected, `to` is a target,
 * `take` can be taken, `more` can be selected too, `add` can get a piece, `reach` is in
 * reach of the piece at the pointer, `prise` in that of the last piece, `no` is forbidden for a reason, `hint` is recommended,
 * `close` closes a line, `stop` keeps others from closing one, `off` would fall, `spared` cannot be taken while something else can, `drag` can be dragged, `before` were touched by moves of others before the last, `premove` will be touched.
 * @typedef {{last: Set<string>, before: Set<string>, premove: Set<string>, picked: Set<string>, to: Set<string>, take: Set<string>,
 *   more: Set<string>, add: Set<string>, close: Set<string>, stop: Set<string>, reach: Set<string>, no: Set<string>, hint: string[],
 *   can: Set<string>, prise: Set<string>, off: Set<string>, spared: Set<string>, drag: Set<string>}} Marks
 */

const MANY = 12;

/** @returns {Marks} */
export const noMarks = () => ({
  last: new Set(), before: new Set(), premove: new Set(), picked: new Set(), to: new Set(), take: new Set(), more: new Set(),
  add: new Set(), close: new Set(), stop: new Set(), reach: new Set(), no: new Set(), hint: [], can: new Set(), prise: new Set(),
  off: new Set(), spared: new Set(), drag: new Set(),
});

/** @param {import("./board.js").Board} board @param {Marks} marks @param {import("./arrows.js").Arrow[]} arrows @param {string[][]} lines */
export function drawMarks(board, marks, arrows, lines) {
  const big = board.flat ? 37 : 43;
  /** @type {SVGElement[]} */
  const under = [];
  /** @type {SVGElement[]} */
  const over = [];
  const at = (/** @type {string} */ name, /** @type {SVGElement[]} */ layer, /** @type {string} */ kind,
    /** @type {SVGElement[]} */ ...shapes) => {
    const cell = board.cells.get(name);
    if (!cell) return;
    layer.push(/** @type {SVGElement} */ (
      svg("g", { class: `mark ${kind}`, transform: `translate(${cell.x} ${cell.y})` }, ...shapes)));
  };
  const circle = (/** @type {number} */ r) => /** @type {SVGElement} */ (svg("circle", { r }));
  const flat = (/** @type {string} */ name) => board.flat && !board.cells.get(name)?.spot;
  const ground = (/** @type {string} */ name) => /** @type {SVGElement} */ (flat(name)
    ? svg("rect", { x: -45, y: -45, width: 90, height: 90, rx: 5 }) : circle(46));
  for (const name of marks.before) at(name, under, "last before", ground(name));
  for (const name of marks.last) at(name, under, "last", ground(name));
  for (const name of marks.reach) at(name, under, "reach", ringOrDot(name, board, big));
  for (const name of marks.no) at(name, over, "no", cross(13));
  for (const name of marks.picked) at(name, over, "picked", circle(big), circle(big));
  for (const name of marks.more) at(name, over, "more", circle(big));
  // Small dots are enough where nearly every cell is possible.
  const many = marks.to.size > MANY;
  for (const name of marks.to) {
    // Corners leave the sign of a field visible.
    at(name, over, many ? "to many" : "to", ...(flat(name) ? [corners(), corners()] : [circle(many ? 8 : 15)]));
  }
  for (const name of marks.close) at(name, over, "to", circle(15));
  for (const name of marks.stop) at(name, over, "stop", circle(17), circle(17));
  for (const name of marks.premove) at(name, over, "premove", circle(big), circle(big));
  for (const name of marks.take) at(name, over, "take", circle(big), circle(big));
  for (const name of marks.add) {
    at(name, over, "add", /** @type {SVGElement} */ (svg("rect", { x: -12, y: -12, width: 24, height: 24, rx: 4 })));
  }
  for (const name of marks.off) at(name, over, "off", cross(24), cross(24));
  marks.hint.forEach((name) => at(name, over, "hint", circle(big + 3)));
  board.under.replaceChildren(...under);
  board.over.replaceChildren(...drawLines(board, lines), ...over, ...drawArrows(board, arrows));
}

/** @param {string} name @param {import("./board.js").Board} board @param {number} big */
function ringOrDot(name, board, big) {
  const held = name in board.shown;
  return /** @type {SVGElement} */ (svg("circle", { r: held || board.flat ? big : 9 }));
}

/** @returns {SVGElement} */
const corners = () => /** @type {SVGElement} */ (svg("path", { d: "M-41-22V-41H-22M22-41H41V-22M41 22V41H22M-22 41H-41V22" }));

/** @param {number} r */
function cross(r) {
  return /** @type {SVGElement} */ (svg("path", { d: `M-${r}-${r}L${r} ${r}M${r}-${r}L-${r} ${r}` }));
}
