// Games of Abalone as other programs write them, read and written on the device: `dialect.py` does so in Python, which says what is meant.

/**
 * @typedef {import("../../../web/static/device/game-texts.js").GameText} GameText
 * @typedef {import("../../../web/static/engine/position.js").Move} Move
 * @typedef {import("../../../web/static/device/collection.js").WritableGame} WritableGame
 * @typedef {{names: Record<string, string>, setups: Record<string, string>, variants: Record<string, string>, notations: Record<string, string>}} Facts
 *   set-ups by all their names, their cells, what APGN calls them, and the notations of the formats
 * @typedef {{options: Record<string, unknown>, state?: bigint[]}} Beginning
 */

const MOVE = /^([a-i][1-9]){2,3}$/i;
const HYPHENS = /^[a-i][1-9](-?[a-i][1-9]){1,2}$/i;
const POSITION_TAGS = ["Position", "FEN", "Start", "StartPosition", "Depart"];
const SETUP_TAGS = ["Variant", "Setup", "SetUp", "Variante", "Layout"];
const NO_SETUP = ["", "1", "0", "custom", "abalone"];
const USUAL = ["standard", "belgian-daisy"];
const UNKNOWN = { Event: "?", Date: "????.??.??", Black: "?", White: "?" };
const NOT_THEIRS = ["Game", "Repetition", "PlyLimit"]; // tags of our own records
const WRITTEN_FIRST = ["Event", "Date", "Black", "White", "Variant", "Result", "Notation"];

/** Tags that say how a game is written and where it begins: they are written anew. */
export const ownTags = ["Notation", ...POSITION_TAGS, ...SETUP_TAGS];
const ROWS = "abcdefghi";
/** @type {Record<string, number>} */
const LETTERS = { b: 0, w: 1, x: 0, o: 1, s: 0, S: 1, "@": 0, B: 0, W: 1, X: 0, O: 1 };
/** @type {Record<string, number>} */
const TURNS = { b: 0, w: 1, 1: 0, 2: 1 };

/** The names of the cells, row by row from the bottom. */
const CELLS = [...ROWS].flatMap((row, at) => Array.from({ length: 9 - Math.abs(at - 4) }, (_, n) => `${row}${n + 1 + Math.max(0, at - 4)}`));
const FROM_TOP = [...ROWS].reverse().flatMap((row) => CELLS.filter((cell) => cell[0] === row));
const SIZES = [5, 6, 7, 8, 9, 8, 7, 6, 5];

/** @param {string} name */
const normalized = (name) => name.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]/g, "");

/** Return whether a game is written so. @param {GameText} game */
export const recognises = ({ tags, moves }) => {
  if (moves.length && MOVE.test(moves[0].text)) return true;
  // With hyphens it may be a move of another game.
  return (!moves.length || HYPHENS.test(moves[0].text)) && ["Notation", ...SETUP_TAGS, ...POSITION_TAGS].some((tag) => tag in tags);
};

/** Return the tags of a remark `date · set-up · result · Black vs White` above the moves. @param {string[]} remarks @returns {Record<string, string>} */
export function remarkTags(remarks) {
  const parts = (remarks.at(-1) ?? "").split("·").map((part) => part.trim());
  if (parts.length < 3) return {};
  const [date, Variant, Termination, players = ""] = parts;
  const names = players ? Object.fromEntries(players.split(" vs ").slice(0, 2).map((name, seat) => [["Black", "White"][seat], name])) : {};
  return { Date: date.replaceAll("-", "."), Variant, Termination, ...names };
}

/** Return where a game can begin, the likeliest first; nothing if its tags mean nothing. @param {GameText} game @param {Facts} facts @returns {Beginning[]} */
export function beginnings({ tags }, facts) {
  const position = POSITION_TAGS.map((tag) => tags[tag]).find(Boolean);
  let marbles = position ? marblesOf(position) : null;
  if (position && !marbles) return [];
  let setup = "";
  for (const tag of SETUP_TAGS) {
    const text = tags[tag] ?? "";
    const named = facts.names[normalized(text)];
    if (named) setup ||= named;
    else if (!NO_SETUP.includes(normalized(text))) {
      marbles ??= marblesOf(text);
      if (!marbles) return [];
    }
  }
  if (marbles) return [placed(marbles, setup, facts)];
  const names = setup ? [setup] : [...USUAL, ...Object.keys(facts.setups).filter((name) => !USUAL.includes(name))];
  return names.map((name) => ({ options: { setup: name } }));
}

// -- positions -------------------------------------------------------------------------------------

/** @typedef {{sides: [string[], string[]], turn: number, lost: [number, number] | null}} Marbles */

/** Read a position in any form. @param {string} text @returns {Marbles | null} */
function marblesOf(text) {
  const plain = text.trim().replace(/\s+/g, " ");
  return rows(plain) ?? signs(plain) ?? lists(plain) ?? coloured(plain);
}

/** @param {string} text @returns {Marbles | null} */
function rows(text) {
  const [board, ...words] = text.split(" ");
  const wide = board.split("/").map((row) => row.replace(/[1-9]/g, (digit) => ".".repeat(Number(digit))));
  if (wide.length !== 9 || wide.some((row, at) => row.length !== SIZES[at])) return null;
  const sides = sidesOf(wide.join(""), FROM_TOP, LETTERS);
  const scored = words.length > 2 && /^\d+$/.test(words[0]) && /^\d+$/.test(words[1]);
  const turn = words.find((word) => word === "b" || word === "w") ?? "b";
  return sides && { sides, turn: TURNS[turn], lost: scored ? [Number(words[1]), Number(words[0])] : null };
}

/** @param {string} text @returns {Marbles | null} */
function signs(text) {
  const joined = text.replace(/[ /|,]/g, "");
  const [cells, turn] = [joined.slice(0, 61), joined.slice(61)];
  if (cells.length < 61 || (turn && !(turn in TURNS))) return null;
  const isZeroBased = !cells.includes("2") && /[._+-]/.test(cells);
  /** @type {Record<string, number>} */
  const digits = isZeroBased ? { 0: 0, 1: 1 } : { 1: 0, 2: 1 };
  const sides = sidesOf(cells, isZeroBased ? CELLS : FROM_TOP, /[012]/.test(cells) ? digits : LETTERS);
  return sides && { sides, turn: TURNS[turn || "b"], lost: null };
}

/** @param {string} text @param {string[]} order @param {Record<string, number>} meaning @returns {[string[], string[]] | null} */
function sidesOf(text, order, meaning) {
  /** @type {[string[], string[]]} */
  const found = [[], []];
  for (const [at, sign] of [...text].entries()) {
    if (sign in meaning) found[meaning[sign]].push(order[at]);
    else if (!"._-+0".includes(sign)) return null;
  }
  return found;
}

/** @param {string} text @returns {Marbles | null} */
function lists(text) {
  const found = /^(\d?)((?:[a-i][1-9]+)*)[,_;](\d?)((?:[a-i][1-9]+)*)$/.exec(text.replace(/ /g, "").toLowerCase());
  if (!found) return null;
  const sides = /** @type {[string[], string[]]} */ ([2, 4].map((at) => [...found[at].matchAll(/([a-i])([1-9]+)/g)].flatMap(([, row, numbers]) => [...numbers].map((n) => row + n))));
  const all = sides.flat();
  if (!all.length || new Set(all).size < all.length || all.some((cell) => !CELLS.includes(cell))) return null;
  return { sides, turn: 0, lost: found[1] && found[3] ? [Number(found[1]), Number(found[3])] : null };
}

/** @param {string} text @returns {Marbles | null} */
function coloured(text) {
  const small = text.toLowerCase();
  const turn = /^[bw] /.test(small) ? TURNS[small[0]] : 0;
  const words = small.replace(/^[bw] /, "").split(/[ ,]+/);
  if (!words.every((word) => /^[a-i][1-9][bw]$/.test(word) && CELLS.includes(word.slice(0, 2)))) return null;
  const side = (/** @type {string} */ colour) => words.filter((word) => word[2] === colour).map((word) => word.slice(0, 2));
  return { sides: [side("b"), side("w")], turn, lost: null };
}

/** @param {Marbles} marbles @param {string} setup @param {Facts} facts @returns {Beginning} */
function placed({ sides, turn, lost }, setup, facts) {
  const text = (/** @type {string[][]} */ [black, white]) => `black:${sorted(black)};white:${sorted(white)}`;
  const named = Object.keys(facts.setups).find((name) => facts.setups[name] === text(sides));
  const base = setup || USUAL[0];
  const counts = facts.setups[base].split(";").map((side) => side.split(",").length);
  const isLate = lost?.some(Boolean) || (setup && counts.some((count, at) => count > sides[at].length));
  const options = { setup: isLate ? base : named ?? text(sides) };
  const bits = sides.map((cells) => cells.reduce((set, cell) => set | (1n << BigInt(CELLS.indexOf(cell))), 0n));
  return isLate || turn ? { options, state: [bits[turn], bits[1 - turn], BigInt(turn)] } : { options };
}

/** @param {string[]} cells */
const sorted = (cells) => [...cells].sort((a, b) => CELLS.indexOf(a) - CELLS.indexOf(b)).join(",");

// -- moves -----------------------------------------------------------------------------------------

/** Return the legal move that a text of Aba-Pro or Nacre means, or null. @param {string} text @param {Move[]} moves @returns {Move | null} */
export function find(text, moves) {
  const plain = text.toLowerCase().replace(/[^a-z0-9]+|x(?![0-9])/g, "");
  if (!MOVE.test(plain)) return null;
  const same = moves.find((move) => move.text === plain);
  if (same) return same;
  if (plain.length === 6) return moves.find((move) => move.text.length === 6 && otherEnd(move.text) === plain) ?? null;
  return moves.find((move) => nacre(move) === plain) ?? moves.find((move) => foremost(move) === plain) ?? null;
}

/** @param {string} cell @returns {[number, number]} */
const place = (cell) => [ROWS.indexOf(cell[0]), Number(cell[1])];
/** @param {[number, number]} at */
const nameOf = ([row, number]) => `${ROWS[row]}${number}`;
/** @param {string} from @param {string} to @returns {[number, number]} */
const way = (from, to) => [place(to)[0] - place(from)[0], place(to)[1] - place(from)[1]];
/** @param {string} cell @param {[number, number]} step @param {number} [times] */
const moved = (cell, [row, number], times = 1) => nameOf([place(cell)[0] + times * row, place(cell)[1] + times * number]);
/** @param {string} from @param {string} to */
const distance = (from, to) => {
  const [row, number] = way(from, to);
  return Math.max(Math.abs(row), Math.abs(number), Math.abs(row - number));
};

/** Name the other end of a row first. @param {string} text */
function otherEnd(text) {
  const [first, last, target] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
  return last + first + moved(last, way(first, target));
}

/** How many marbles a move has, as `rules.py` packs it. @param {number} code */
const countOf = (code) => (code >> 9) & 3;

/** @param {Move} move */
function nacre({ text, code }) {
  const [first, last] = [text.slice(0, 2), text.slice(2, 4)];
  if (text.length === 4) return first + moved(first, way(first, last), countOf(code));
  const step = way(first, text.slice(4));
  const pairs = [[first, moved(last, step)], [last, moved(first, step)]];
  return (distance(pairs[0][0], pairs[0][1]) > distance(pairs[1][0], pairs[1][1]) ? pairs[0] : pairs[1]).join("");
}

/** Some programs name the foremost marble itself. @param {Move} move */
function foremost({ text, code }) {
  const first = text.slice(0, 2);
  return text.length === 4 ? first + moved(first, way(first, text.slice(2)), countOf(code) - 1) : "";
}

// -- writing ---------------------------------------------------------------------------------------

/** Return the seven tags that APGN needs first, then the others. @param {WritableGame} game @param {string} format @param {Facts} facts @returns {Record<string, string>} */
export function tagsOf({ tags, options, begin, isStart, turn, result, moves }, format, { variants, notations }) {
  const others = Object.fromEntries(Object.entries(tags).filter(([name]) => ![...NOT_THEIRS, ...ownTags].includes(name)));
  const variant = variants[String(options.setup)];
  /** @type {Record<string, string>} */
  const rows = isStart && variant ? {} : { SetUp: "1", Position: rowsOf(begin, turn) };
  /** @type {Record<string, string>} */
  const all = { ...UNKNOWN, ...others, Result: result, Notation: notations[format], Variant: variant ?? "custom", ...rows, Plies: String(moves.length) };
  return { ...Object.fromEntries(WRITTEN_FIRST.map((name) => [name, all[name]])), ...all };
}

/** Return the text of a move. @param {Move} move @param {string} format */
export const textOf = (move, format) => (format === "nacre" ? nacre(move) : move.text);

/** Return a position as APGN writes it: rows from the top, digits for empty cells, the turn. @param {bigint[]} state @param {number} turn */
function rowsOf([mine, theirs], turn) {
  const sides = turn ? [theirs, mine] : [mine, theirs];
  const sign = (/** @type {string} */ cell) => {
    const bit = BigInt(CELLS.indexOf(cell));
    return (sides[0] >> bit) & 1n ? "b" : (sides[1] >> bit) & 1n ? "w" : ".";
  };
  const rows = [...ROWS].reverse().map((row) => CELLS.filter((cell) => cell[0] === row).map(sign).join(""));
  return `${rows.map((row) => row.replace(/\.+/g, (run) => String(run.length))).join("/")} ${"bw"[turn]}`;
}
