// Reads the text of a position, and positions set up by hand, as `core/position_text.py` and `core/setup.py` do.
// What a game asks of a position is in its module.

import { sentence } from "./explain.js";
import { Position } from "./position.js";
import { truncate, Unreadable } from "./unreadable.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./game.js").GameKind} GameKind
 * @typedef {import("./game.js").Detail} Detail
 */

const VERSION = "1";
const LONGEST = 16_000_000;
const ABSENT = -1;
const NUMBER = /^[0-9]{1,9}$/;

/** Return whether a text begins like a position, and not like a record. @param {string} text */
export const isPosition = (text) => /^\s*\w+\/[0-9]+(\s|$)/.test(text);

/** Return the words of a text, the name of the game first. @param {string} text @returns {string[]} */
function split(text) {
  if (text.length > LONGEST) throw new Unreadable("position-too-long", { longest: LONGEST });
  const words = text.trim().split(/\s+/);
  const slash = words[0].indexOf("/");
  const version = slash < 0 ? "" : words[0].slice(slash + 1);
  if (words.length < 3 || !version) throw new Unreadable("position-form", { given: truncate(text) });
  if (version !== VERSION) throw new Unreadable("position-version", { version: truncate(version), known: VERSION });
  return [words[0].slice(0, slash), ...words.slice(1)];
}

/** Return the name of the game of a position's text. @param {string} text */
export const gameNamed = (text) => split(text)[0];

/** Return the position that a text says; throw an `Unreadable`. @param {GameKind} kind @param {string} text @param {(options: Record<string, unknown>) => Game} [gameOf] */
export function readPosition(kind, text, gameOf = (options) => kind.game(options)) {
  const [, rows, turn, ...words] = split(text);
  const [options, details] = valuesOf(kind, words);
  const game = gameOf(options);
  const history = historyOf(details.get("seen") ?? "");
  details.delete("seen");
  if (history.length && !game.repetition) throw new Unreadable("position-seen");
  const board = boardOf(kind, rows);
  const { seats, letters } = kind.about;
  const turns = seats.map((seat) => letters[seat]);
  if (!turns.includes(turn)) throw new Unreadable("position-turn", { given: truncate(turn), known: turns.join(", ") });
  return built(game, board, turns.indexOf(turn), details, history);
}

/** Return the position with pieces by the names of cells and places off the board; throw an `Unreadable`. @param {Game} game @param {Record<string, string>} pieces @param {number} turn @param {Record<string, string>} details */
export function setUp(game, pieces, turn, details) {
  const { about, players } = game.kind;
  const board = about.cells.map(() => 0);
  for (const [name, piece] of Object.entries(pieces)) {
    const cell = about.cells.indexOf(name);
    if (cell < 0 || !about.pieces.includes(piece)) throw new Unreadable("position-piece", { piece: truncate(piece), cell: truncate(name) });
    board[cell] = 1 + about.pieces.indexOf(piece);
  }
  if (!(turn >= 0 && turn < players)) throw new Unreadable("position-seat", { last: players - 1 });
  return built(game, board, turn, new Map(Object.entries(details)), []);
}

// -- parts of a text -------------------------------------------------------------------------------

/** Split `name=value` words into options and details. @param {GameKind} kind @param {string[]} words @returns {[Record<string, unknown>, Map<string, string>]} */
function valuesOf({ about }, words) {
  const options = new Map();
  const details = new Map();
  for (const word of words) {
    const sign = word.indexOf("=");
    const [name, value] = [word.slice(0, sign), word.slice(sign + 1)];
    if (sign < 0 || options.has(name) || details.has(name)) throw new Unreadable("position-word", { given: truncate(word) });
    const option = about.options.find((one) => one.name === name);
    if (option) options.set(name, typeof option.default === "string" ? value : optionOf(word, value));
    else details.set(name, value);
  }
  return [Object.fromEntries(options), details];
}

/** @param {string} word @param {string} value */
function optionOf(word, value) {
  if (value === "true" || value === "false") return value === "true";
  if (NUMBER.test(value)) return Number(value);
  throw new Unreadable("position-word", { given: truncate(word) });
}

/** Return the earlier positions that may recur. @param {string} text @returns {import("./position.js").Key[]} */
function historyOf(text) {
  if (!text) return [];
  return text.split(",").map((pair) => {
    if (!/^[0-9a-f]{1,16}-[0-9a-f]{1,16}$/.test(pair)) throw new Unreadable("position-seen");
    return /** @type {[bigint, bigint]} */ (pair.split("-").map((digits) => BigInt(`0x${digits}`)));
  });
}

/** Return the pieces by cell, each its number and 1. @param {GameKind} kind @param {string} text */
function boardOf({ about }, text) {
  const rows = text.split("/");
  if (rows.length !== about.rows.length) throw new Unreadable("position-rows", { count: rows.length, wanted: about.rows.length });
  const letters = about.pieces.map((piece) => about.letters[piece]);
  const board = about.cells.map(() => 0);
  for (const [at, cells] of about.rows.entries()) {
    const row = [...rows[at]];
    if (row.length !== cells.length) throw new Unreadable("position-row", { row: at + 1, count: row.length, wanted: cells.length });
    for (const [column, letter] of row.entries()) {
      const piece = letters.indexOf(letter);
      if (piece < 0 && letter !== ".") throw new Unreadable("position-letter", { letter: truncate(letter), row: at + 1, known: [...[...letters].sort(), "."].join(" ") });
      board[cells[column]] = 1 + piece;
    }
  }
  return board;
}

// -- details ---------------------------------------------------------------------------------------

/** Return details as numbers, in the order in which the module gets them. @param {GameKind} kind @param {Map<string, string>} given */
function numbersOf({ about, players }, given) {
  const size = about.rows.flat().length;
  for (const [name, text] of given) {
    const detail = about.details.find(([known]) => known === name);
    if (!detail) throw new Unreadable("position-word", { given: truncate(`${name}=${text}`) });
    if (numberOf(detail, text, about.cells.slice(0, size), players) === null) throw needed(detail, players);
  }
  return about.details.map((detail) => {
    const text = given.get(detail[0]);
    return text === undefined ? ABSENT : Number(numberOf(detail, text, about.cells, players));
  });
}

/** Return the number that a text stands for; null if it is malformed. @param {Detail} detail @param {string} text @param {string[]} cells @param {number} players @returns {number | null} */
function numberOf([, kind, choices], text, cells, players) {
  if (kind === "cell") return found(cells, text);
  if (kind === "choice") return found(choices, text);
  if (kind === "names") return setOf(text.split(",").filter(Boolean), choices);
  if (kind === "seats") return setOf([...text], Array.from({ length: players }, (_, player) => String(player + 1)));
  if (kind === "counts" || kind === "table") return digitsOf(text, players, kind === "table" ? players : 1);
  return NUMBER.test(text) ? Number(text) : null;
}

/** @param {string[]} names @param {string} name */
const found = (names, name) => (names.includes(name) ? names.indexOf(name) : null);

/** @param {string[]} names @param {string[]} known */
function setOf(names, known) {
  if (!names.every((name) => known.includes(name))) return null;
  return names.reduce((set, name) => set | (1 << known.indexOf(name)), 0);
}

/** Return rows of digits in four bits each, which may be more than 32. @param {string} text @param {number} columns @param {number} rows */
function digitsOf(text, columns, rows) {
  if (!new RegExp(`^${Array(rows).fill(`[0-9]{${columns}}`).join("/")}$`).test(text)) return null;
  return [...text.replaceAll("/", "")].reduceRight((packed, digit) => 16 * packed + Number(digit), 0);
}

/** @param {Detail} detail @param {number} players */
function needed([name, kind, choices], players) {
  const row = "0".repeat(players);
  /** @type {Record<string, string>} */
  const examples = { cell: "d4", choice: choices.at(-1) ?? "", names: `${choices[0]},${choices.at(-1)}`, seats: "2", counts: row, table: Array(players).fill(row).join("/") };
  return new Unreadable("position-needs", { name, example: `${name}=${examples[kind] ?? "3"}` });
}

// -- the state -------------------------------------------------------------------------------------

/** @param {Game} game @param {number[]} board @param {number} turn @param {Map<string, string>} details @param {import("./position.js").Key[]} history */
function built(game, board, turn, details, history) {
  const { kind, kernels, ctx, rows, out } = game;
  const numbers = numbersOf(kind, details);
  const [pieces, given] = [kernels.numbers(board.length), kernels.numbers(Math.max(1, numbers.length))];
  pieces.view.set(board.map(BigInt));
  given.view.set(numbers.map(BigInt));
  rows.view.fill(0n);
  const fault = kernels.call("build_position", pieces, ctx, given, rows, out, turn);
  const state = [...rows.view];
  for (const array of [pieces, given]) array.free();
  if (fault < 0) throw needed(kind.about.details[-1 - fault], kind.players);
  const why = sentence(game, out.list(fault));
  if (why) throw new Unreadable(why.key, why.details);
  return new Position(game, state, history);
}
