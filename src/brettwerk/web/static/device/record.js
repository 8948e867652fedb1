// The record of a game on this device, as `records/pgn.py` and `records/jsonl.py` write it and read it.

import { formatTimeControl } from "./clock.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("../../types/page").Frame} Frame
 * @typedef {{game: import("../engine/game.js").Game, seats: number[], moves: string[], departures: import("./match.js").Departure[],
 *   outcome: import("../engine/position.js").Outcome | null}} Part a round, finished or not
 * @typedef {{text: string, clock?: number}} Ply
 * @typedef {{tags: Record<string, string>, plies: Ply[], result: string, players: number}} GameRecord with all tags, those of the game and its options included
 * @typedef {GameRecord & {game: string, options: Record<string, unknown>, begin: import("../engine/position.js").Position, others: Record<string, string>}} DeviceRecord `others` are the other tags
 */

const WIDTH = 80;
/** @type {Record<string, string>} by the reason of a departure */
const EVENTS = { resignation: "resign", time: "flag", forfeit: "forfeit" };

/** Return a record for each round, the unfinished one last. @param {Table} table @param {number} created in milliseconds @returns {DeviceRecord[]} */
export function recordsOf(table, created) {
  const { match } = table;
  /** @type {Part[]} */
  const parts = match.roundOver ? match.rounds : [...match.rounds, { game: match.game, seats: match.seats, moves: match.moves, departures: match.departures, outcome: null }];
  return parts.map((part, at) => {
    const { name, chosen } = part.game;
    const others = { Date: new Date(created).toISOString().slice(0, 10).replaceAll("-", "."), ...tagsOf(table, part, at + 1) };
    const result = resultOf(part);
    return {
      game: name,
      options: chosen,
      begin: part.game.start(),
      others,
      tags: { ...headerOf(name, chosen), ...others, Result: result },
      plies: pliesOf(part, table.earlier[at] ?? table.frames),
      result,
      players: part.seats.length,
    };
  });
}

/** Return the tag of an option: `PlyLimit` for `ply_limit`. @param {string} option */
export const optionTag = (option) => option.split("_").map(capitalized).join("");

/** Return the tags of a game and its options. @param {string} game @param {Record<string, unknown>} options @returns {Record<string, string>} */
export function headerOf(game, options) {
  const chosen = Object.entries(options).map(([name, value]) => [optionTag(name), typeof value === "string" ? value : JSON.stringify(value)]);
  return { Game: game, ...Object.fromEntries(chosen) };
}

/** @param {Table} table @param {Part} part @param {number} number @returns {Record<string, string>} */
function tagsOf({ match, config }, { game, seats, outcome }, number) {
  const people = seats.flatMap((seat, person) => {
    const name = capitalized(game.kind.about.seats[seat]);
    const { kind, level } = config.seats[person];
    const who = kind === "computer" ? `computer ${level}` : "human";
    return [[`${name}Type`, who], ...(match.names[person] ? [[name, match.names[person]]] : [])];
  });
  return {
    ...Object.fromEntries(people),
    ...(match.target !== null && { Round: String(number), Target: String(match.target) }),
    ...(match.clock && { TimeControl: formatTimeControl(match.clock.control) }),
    ...(match.fields.boardSeed !== null && { TableauSeed: String(match.fields.boardSeed) }),
    ...(outcome && { Termination: outcome.reason }),
    ...(outcome?.points && { Points: outcome.points.join("-") }),
  };
}

/** Return the moves and events of a round. @param {Part} part @param {Frame[]} frames @returns {Ply[]} */
function pliesOf({ seats, moves, departures, outcome }, frames) {
  const left = (/** @type {number} */ ply) => departures.filter((one) => one.ply === ply).map(({ reason, person }) => ({ text: `${EVENTS[reason]}:${seats[person]}` }));
  const played = moves.flatMap((text, ply) => [...left(ply), { text, ...(frames[ply]?.left !== undefined && { clock: frames[ply].left }) }]);
  return [...played, ...left(moves.length), ...(outcome?.reason === "agreement" ? [{ text: "agree" }] : [])];
}

/** Return each seat's share of the win. @param {Part} part */
function resultOf({ outcome }) {
  if (!outcome) return "*";
  const best = Math.max(...outcome.returns);
  const count = outcome.returns.filter((gain) => gain === best).length;
  return outcome.returns.map((gain) => (gain !== best ? "0" : count === 1 ? "1" : `1/${count}`)).join("-");
}

/** @param {string} word */
const capitalized = (word) => word.charAt(0).toUpperCase() + word.slice(1);

// -- as text ---------------------------------------------------------------------------------------

/** Return records as text like PGN. @param {GameRecord[]} records */
export const writePgn = (records) => records.map(pgn).join("\n");

/** @param {GameRecord} record */
function pgn({ tags, plies, result, players }) {
  const header = Object.entries(tags).map(([name, value]) => `[${name} "${escaped(value)}"]`);
  return [...header, "", ...wrapped([...words(plies, players), result]), ""].join("\n");
}

/** @param {string} text */
const escaped = (text) => text.replace(/["\\]/g, "\\$&");

/** Return plies with their clocks; the first move of each round is numbered. @param {Ply[]} plies @param {number} players */
function words(plies, players) {
  let moves = 0;
  return plies.flatMap(({ text, clock }) => {
    const isEvent = text === "agree" || text.includes(":");
    const numbered = !isEvent && moves % players === 0 ? `${moves / players + 1}. ${text}` : text;
    if (!isEvent) moves++;
    return clock === undefined ? [numbered] : [numbered, `{[%clk ${clockText(clock)}]}`];
  });
}

/** @param {number} seconds */
function clockText(seconds) {
  const thousandths = Math.round(seconds * 1000);
  const whole = Math.floor(thousandths / 1000);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  const part = thousandths % 1000 ? `.${String(thousandths % 1000).padStart(3, "0")}`.replace(/0+$/, "") : "";
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${String(rest).padStart(2, "0")}${part}`;
}

/** Break words into lines. @param {string[]} all */
function wrapped(all) {
  /** @type {string[][]} */
  const lines = [[]];
  let width = 0;
  for (const word of all) {
    if (lines[lines.length - 1].length && width + word.length > WIDTH) {
      lines.push([]);
      width = 0;
    }
    lines[lines.length - 1].push(word);
    width += word.length + 1;
  }
  return lines.map((line) => line.join(" "));
}

/** Return records as JSON lines. @param {DeviceRecord[]} records */
export function writeJson(records) {
  const ply = (/** @type {Ply} */ { text, clock }) => (clock === undefined ? text : { move: text, clock });
  return records.map(({ game, options, others, plies, result }) => `${JSON.stringify({ game, options, tags: others, moves: plies.map(ply), result })}\n`).join("");
}
