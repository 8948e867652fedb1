// What a game says about a position besides its rules: why something is no move, notes about cells, lines that boards draw.

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./position.js").Move} Move
 * A sentence: the key of a message, and its details.
 * @typedef {{key: string, details: Record<string, string | number>}} Sentence
 * A line on the board: its kind, then the cells that it joins.
 * @typedef {string[]} Line
 * @typedef {[sign: string, cell: string]} Step a step of a gesture, or a cell of a text with the sign before it
 */

const GAP = -1;
const LONGEST = 80;
const SPACE = " ";
/** @type {Record<string, string>} */
const SIGNS = { ".": "", ">": "-", "!": "x", "+": "+" };

/** Parse a gesture into steps; none if it is malformed. @param {string} gesture @returns {Step[]} */
export function stepsOf(gesture) {
  const found = /** @type {Step[]} */ ([...gesture.matchAll(/([.>!+])([a-z0-9-]{1,16})/g)].map(([, sign, cell]) => [sign, cell]));
  return gesture.length <= LONGEST && found.map((step) => step.join("")).join("") === gesture ? found : [];
}

/** Return the text of the move that a gesture means, legal or not. @param {string} gesture */
export function gestureText(gesture) {
  const text = stepsOf(gesture).map(([sign, cell]) => SIGNS[sign] + cell).join("");
  return text.startsWith("-") ? text.slice(1) : text;
}

/** Parse the text of a move into steps; none if it has anything but cells and signs. @param {Position} position @param {string} text @returns {Step[]} */
export function cellsOf({ game }, text) {
  const names = [...game.kind.about.cells].sort((a, b) => b.length - a.length).join("|");
  const plain = text.replace(/\s/g, "").replace(/[–—−‐‑]/g, "-").replace(/[×:]/g, "x").toLowerCase();
  const found = [...plain.matchAll(new RegExp(`([-x+]?)(${names})`, "g"))];
  if (found.map(([part]) => part).join("") !== plain) return [];
  return found.map(([, sign, cell], at) => /** @type {Step} */ ([sign || (at ? "-" : SPACE), cell]));
}

/** Return the legal move that steps mean, or why there is none; null if nothing is known of them. @param {Position} position @param {Step[]} steps @returns {Move | Sentence | null} */
export function readSteps(position, steps) {
  const { game } = position;
  if (!steps.length) return null;
  const given = numbersOf(position, steps);
  const found = game.kernels.call("read_steps", position._loaded(), game.ctx, given, game.long, steps.length);
  given.free();
  if (found < 0) return sentence(game, game.long.list(-1 - found));
  if (position.legalCodes.includes(found)) return { text: game.textOf(found), code: found };
  return sentence(game, game.long.list(game.kernels.call("why_illegal", position._loaded(), game.ctx, game.long, found)));
}

/** Return the lines that show what a legal move achieves. @param {Position} position @param {Move} move @returns {Line[]} */
export function linesOf(position, { code }) {
  const { game } = position;
  const all = game.long.list(game.kernels.call("move_lines", position._loaded(), game.ctx, game.long, code));
  const found = [];
  for (let at = 0; at < all.length; at += 2 + all[at + 1]) found.push(line(position, all, at));
  return found;
}

/** Return sentences about cells after the first steps of a gesture. @param {Position} position @param {string} gesture @returns {Record<string, Sentence>} */
export function notesOf(position, gesture) {
  /** @type {Record<string, Sentence>} */
  const found = {};
  const all = aboutCells(position, "cell_notes", gesture);
  for (let at = 0; at < all.length; at += 2 + all[at + 1]) {
    const told = sentence(position.game, all.slice(at + 2, at + 2 + all[at + 1]));
    if (told) found[position.game.kind.about.cells[all[at]]] = told;
  }
  return found;
}

/** Return lines that concern cells after the first steps of a gesture. @param {Position} position @param {string} gesture @returns {Record<string, Line[]>} */
export function cellLinesOf(position, gesture) {
  /** @type {Record<string, Line[]>} */
  const found = {};
  const all = aboutCells(position, "lines_of_cells", gesture);
  for (let at = 0; at < all.length; at += 3 + all[at + 2]) {
    const lines = (found[position.game.kind.about.cells[all[at]]] ??= []);
    const one = line(position, all, at + 1);
    if (!lines.some((other) => String(other) === String(one))) lines.push(one);
  }
  return found;
}

/** @param {Position} position @param {string} entry @param {string} gesture */
function aboutCells(position, entry, gesture) {
  const { game } = position;
  if (position.outcome) return [];
  const steps = stepsOf(gesture);
  const given = numbersOf(position, steps);
  const count = game.kernels.call(entry, position._loaded(), game.ctx, given, game.long, steps.length);
  given.free();
  return game.long.list(count);
}

/** Put steps into the memory of the module; a cell that does not exist is -1. @param {Position} position @param {Step[]} steps */
function numbersOf({ game }, steps) {
  const { cells } = game.kind.about;
  const numbers = game.kernels.numbers(Math.max(1, 2 * steps.length));
  numbers.view.set(steps.flatMap(([sign, cell]) => [BigInt(sign.charCodeAt(0)), BigInt(cells.indexOf(cell))]));
  return numbers;
}

/** Return the line at a place. @param {Position} position @param {number[]} all @param {number} at @returns {Line} */
function line({ game }, all, at) {
  const { cells, lines } = game.kind.about;
  return [lines[all[at]], ...all.slice(at + 2, at + 2 + all[at + 1]).map((cell) => cells[cell])];
}

/** Return the sentence that numbers stand for. @param {import("./game.js").Game} game @param {number[]} numbers @returns {Sentence | null} */
export function sentence(game, numbers) {
  if (!numbers.length) return null;
  const [key, ...names] = /** @type {string[]} */ (game.kind.about.sentences.at(numbers[0]));
  /** @type {number[][]} */
  const parts = [[]];
  for (const number of numbers.slice(1)) {
    if (number === GAP) parts.push([]);
    else parts[parts.length - 1].push(number);
  }
  const texts = parts.map((part) => game.read(part));
  return { key, details: Object.fromEntries(names.map((name, at) => [name, /^\d+$/.test(texts[at]) ? Number(texts[at]) : texts[at]])) };
}
