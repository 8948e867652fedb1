// Splits a file of games into games: tags, moves with their lines, results. Our own records and those like PGN; JSON lines.

import { isIndex, recordsIn } from "./sqlite.js";

/**
 * A move as a file has it.
 * @typedef {{text: string, line: number}} WrittenMove
 * A game of a file; `fault` is the key of what is wrong with its form.
 * @typedef {{line: number, tags: Record<string, string>, options: Record<string, unknown>, remarks: string[], moves: WrittenMove[], result: string | null, fault?: string}} GameText
 */

const TAG = /^\s*\[\s*([A-Za-z]\w{0,63})\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$/;
const LOOSE_TAG = /^\s*\[\s*([A-Za-z]\w{0,63})\]?[\s"]*([^"\]]*)["\]]*\s*$/;
const QUOTES = /^[\s“”«»']+|[\s“”«»']+$/g;
const FIRST_MOVE = /^1\s*\.(?!\s*[.-])/;
const RESULT = /^(\*|(?:0|1|1\/2|1\/3)(?:-(?:0|1|1\/2|1\/3))+)$/;
const NUMBER = /^[0-9.…]*(?:(?<=[.…])-)?/;
const MARKS = /[!?✕✗×]+$/;
const EVENT = /^(resign|flag|forfeit):\d$|^(agree|continue)$/;
const RESIGNS = /^(resign|resigns|resigned|abandon|abandonne|aufgabe)$/i;
const DRAWS = ["draw", "drawn", "nulle", "matchnul", "remis", "="];
const USUAL_TAGS = [
  ...["Event", "Site", "Date", "Round", "Black", "White", "BlackElo", "WhiteElo", "Result"],
  ...["Termination", "TimeControl", "Notation", "Variant", "Variante", "Setup", "SetUp", "Layout"],
  ...["Position", "FEN", "Start"],
];

/** Return the usual form of a tag's name. @param {string} name */
const usualTag = (name) => (USUAL_TAGS.includes(name) ? name : USUAL_TAGS.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name);

/** Return the text of a file: the records of an index, UTF-8, UTF-16 if it says so, or what older programs write. @param {ArrayBuffer} bytes */
export function decoded(bytes) {
  if (isIndex(bytes)) return recordsIn(bytes);
  const [a, b] = new Uint8Array(bytes);
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return new TextDecoder(a === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Yield the games of a text. @param {string} text @returns {Generator<GameText>} */
export function* gameTexts(text) {
  const plain = text.replace(/^\ufeff/, "");
  if (/^\s*\{/.test(plain)) yield* jsonLines(plain);
  else for (const block of blocks(plain.split(/\r\n|\n|\r/))) yield* parsed(block);
}

/** @param {string} text @returns {Generator<GameText>} */
function* jsonLines(text) {
  const lines = text.split("\n");
  for (const [at, line] of lines.entries()) {
    if (!line.trim()) continue;
    const empty = { line: at + 1, tags: {}, options: {}, remarks: [], moves: [], result: null };
    try {
      const { game, options = {}, tags = {}, position, moves = [], result = "*" } = JSON.parse(line);
      const texts = moves.map((/** @type {string | {move: string}} */ one) => ({ text: typeof one === "string" ? one : one.move, line: at + 1 }));
      yield { ...empty, tags: { ...tags, Game: game, ...(position && { Position: position }) }, options, moves: texts, result };
    } catch {
      yield { ...empty, fault: "study-games-not-json" };
    }
  }
}

/** Split lines into those of each game. @param {string[]} lines @returns {Generator<{first: number, lines: string[]}>} */
function* blocks(lines) {
  let block = { first: 1, lines: /** @type {string[]} */ ([]) };
  let [hasTags, hasMoves, isAfterGap] = [false, false, false];
  for (const [at, line] of lines.entries()) {
    const plain = line.trim();
    const isTag = plain.startsWith("[");
    const begins = hasMoves && (isTag || (!hasTags && (plain.startsWith("#") || (plain && isAfterGap) || FIRST_MOVE.test(plain))));
    if (begins) {
      yield block;
      block = { first: at + 1, lines: [] };
      [hasTags, hasMoves] = [false, false];
    }
    block.lines.push(line);
    hasTags ||= isTag;
    hasMoves ||= Boolean(plain) && !"[;#%".includes(plain[0]);
    isAfterGap = !plain;
  }
  yield block;
}

/** @param {{first: number, lines: string[]}} block @returns {Generator<GameText>} */
function* parsed({ first, lines }) {
  /** @type {Record<string, string>} */
  const tags = {};
  const remarks = [];
  let at = 0;
  for (; at < lines.length; at++) {
    const plain = lines[at].trim();
    if (plain && !"[;#%".includes(plain[0])) break;
    const exact = TAG.exec(plain);
    const [, name, value = ""] = exact ?? LOOSE_TAG.exec(plain) ?? [];
    if (name && plain.startsWith("[")) tags[usualTag(name)] ??= value.replace(/\\(.)/g, "$1").replace(exact ? /^\s+|\s+$/g : QUOTES, "");
    else if (plain) remarks.push(plain.replace(/^[#;%]+/, "").trim());
  }
  const game = { line: first, tags, options: {}, remarks, ...moveText(lines.slice(at), first + at) };
  if (Object.keys(tags).length || game.moves.length) yield game;
}

/** Read moves and the result; comments and variations are passed over. @param {string[]} lines @param {number} first @returns {{moves: WrittenMove[], result: string | null, fault?: string}} */
function moveText(lines, first) {
  /** @type {WrittenMove[]} */
  const moves = [];
  let [isComment, depth] = [false, 0];
  /** @type {string | null} */
  let result = null;
  for (const [at, line] of lines.entries()) {
    for (const [word] of line.matchAll(/\\.|[{}();]|[^\s{}();\\]+/g)) {
      if (isComment) isComment = word !== "}";
      else if (word === "{") isComment = true;
      else if (word === ";") break;
      else if (word === "(") depth++;
      else if (word === ")") depth--;
      else if (!depth && word[0] !== "$") {
        const plain = word.replace("½-½", "1/2-1/2").replace("0.5-0.5", "1/2-1/2");
        const text = plain.replace(NUMBER, "").replace(MARKS, "");
        if (RESULT.test(plain)) result = plain;
        else if (text) moves.push({ text, line: first + at });
      }
    }
  }
  return { moves, result, ...(isComment && { fault: "study-games-open-comment" }) };
}

/** Return the options that tags of our own records say. @param {import("../engine/game.js").GameKind} kind @param {Record<string, string>} tags */
export function optionsIn({ about }, tags) {
  const found = /** @type {Record<string, unknown>} */ ({});
  for (const { name, default: usual } of about.options) {
    const text = tags[name.split("_").map((word) => word[0].toUpperCase() + word.slice(1)).join("")];
    if (text !== undefined) found[name] = typeof usual === "string" ? text : valueIn(text);
  }
  return found;
}

/** Return a switch or a number; what is neither is no option. @param {string} text */
function valueIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Return whether a word among the moves is an event. @param {string} text */
export const isEvent = (text) => EVENT.test(text);

/** Return whether a word of another program says that the player to move resigns. @param {string} text */
export const isResignation = (text) => RESIGNS.test(text);

/** Return a result as we write it: empty if none is told, null if it cannot be read. @param {string} text @param {readonly string[]} seats */
export function resultIn(text, seats) {
  const plain = text.trim().toLowerCase().replace(/½|0[.,]5/g, "1/2").replace(/[–—:]/g, "-").replace(/ /g, "");
  if (RESULT.test(plain)) return plain;
  if (["", "?", "-", "unknown", "null"].includes(plain)) return "";
  if (DRAWS.includes(plain.replace(/-/g, ""))) return seats.map(() => `1/${seats.length}`).join("-");
  const winner = seats.findIndex((seat) => [seat, `${seat}wins`, `${seat}won`].includes(plain));
  return winner < 0 ? null : seats.map((_, seat) => Number(seat === winner)).join("-");
}
