// Lines on the board: pieces that belong together, with a word for the kind; a ring if it is only one.

import { svg } from "./dom.js";
import { setting } from "./store.js";
import { called, has, t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

const BESIDE = 60;

/** Draw lines, each a kind and the cells that it joins. @param {Board} board @param {string[][]} lines */
export function drawLines(board, lines) {
  const told = new Set();
  return lines.flatMap(([kind, ...names]) => {
    const cells = names.flatMap((name) => board.cells.get(name) || []);
    const key = [kind, ...names].join();
    if (!cells.length || told.has(key)) return [];
    told.add(key);
    const owner = names.map((name) => board.shown[name]).find(Boolean);
    const label = labelOf(board.game, kind, cells);
    const shapes = ["glow", "core"].map((part) => shape(cells, part, board.flat ? 41 : 47));
    const drawn = /** @type {SVGElement} */ (svg("g", { class: `joined ${kind}`, "data-line": key }, ...shapes, ...label));
    if (owner) drawn.style.setProperty("--owner", `var(--bw-paints-${owner}-1)`);
    return [drawn];
  });
}

/** @param {import("./board.js").Cell[]} cells @param {string} part @param {number} r */
function shape(cells, part, r) {
  if (cells.length === 1) return svg("circle", { class: part, cx: cells[0].x, cy: cells[0].y, r });
  return svg("path", { class: part, d: `M${cells.map(({ x, y }) => `${x} ${y}`).join("L")}` });
}

/** Name the kind of a line beside its middle, where no piece lies. @param {string} game @param {string} kind @param {import("./board.js").Cell[]} cells */
function labelOf(game, kind, cells) {
  if (!has(`${game}-page-line-${kind}`) || cells.length < 2) return [];
  const [a, b] = [cells[0], cells[cells.length - 1]];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  // To the side that lies higher, so that it never depends on the order of the cells.
  const up = b.x < a.x ? -1 : 1;
  const x = (a.x + b.x) / 2 + (up * BESIDE * (b.y - a.y)) / length;
  const y = (a.y + b.y) / 2 - (up * BESIDE * (b.x - a.x)) / length;
  // Beside a steep line the word begins or ends there, so that it does not run across the line.
  const steep = Math.abs(b.y - a.y) > Math.abs(b.x - a.x);
  const anchor = !steep ? "middle" : x > (a.x + b.x) / 2 ? "start" : "end";
  const text = svg("text", { x, y, dy: "0.35em", "text-anchor": anchor });
  text.textContent = called("page-line", kind, game);
  return [text];
}

/** Return whether a line has a piece of this seat. @param {Board} board @param {string[]} line @param {string} seat */
export const belongsTo = ({ shown }, [, ...cells], seat) => cells.some((cell) => shown[cell] === seat);

/**
 * Say what lines on a free cell would be: one's own, or with the seat of their pieces.
 * @param {Board} board @param {string[][]} lines @param {string} own the seat of whoever looks
 */
export function describeLines(board, lines, own) {
  return [...new Set(lines.map(([kind, ...cells]) => {
    const owner = cells.map((cell) => board.shown[cell]).find(Boolean) || "";
    const key = `${board.game}-page-line-${owner === own ? "own" : "ahead"}-${kind}`;
    return has(key) ? t(key, { who: called("seat", owner) }) : "";
  }))].filter(Boolean).join(" ");
}

/** @typedef {import("./board-input.js").BoardInput<import("../types/page").BoardState>} Input */

/** Return the lines that concern the cell of the last step. @param {Input} input @param {string} cell */
export function linesOfStep({ picker, explained }, cell) {
  const { path } = picker;
  const before = path[path.length - 1] === `>${cell}` && explained.get(picker.meaning(path.slice(0, -1)));
  return before ? before.lines[cell] || [] : [];
}

/** Return what there is to say of the cell at the pointer. @param {Input} input */
export function noteOfPointed({ pointed, board, lines, notes, ownSeat }) {
  if (!pointed || !setting("reach")) return "";
  const ahead = board.shown[pointed] ? "" : describeLines(board, lines[pointed] || [], ownSeat);
  return ahead || notes[pointed] || "";
}
