// The state of a game on this device as a pure function of its events, as in `server/play/state.py`.

import { linesOf } from "../engine/explain.js";
import { parseTimeControl } from "./clock.js";
import { Match } from "./match.js";
import { Refused } from "./refused.js";
import { effectsOf } from "./refusal.js";

/**
 * @typedef {import("../../types/page").Seat} Seat
 * @typedef {import("../../types/page").Frame} Frame
 * @typedef {import("../engine/game.js").GameKind} GameKind
 * @typedef {import("../engine/position.js").Position} Position
 *
 * The settled configuration of a game, with everything random already drawn; the server's `GameConfig`.
 * @typedef {{game: string, options: import("../engine/game.js").Options, seats: Seat[], clock: string, target: number | null, seed: number,
 *   tableau: "keep" | "new", starter: number, takebacks: boolean}} Config
 * Something that happened; the server's `Event`.
 * @typedef {{kind: string, person: number | null, people: number[], text: string, at: number}} TableEvent
 * @typedef {{by: number, plies: number, wanted_by: number[]}} Takeback
 *
 * @typedef {{config: Config, match: Match, version: number, frames: Frame[], earlier: Frame[][], takeback: Takeback | null,
 *   again: number[], following: string, last: {kind: string, person: number | null}}} Table
 */

const LONGEST_NAME = 30;
// From this ply of a round on computers accept a draw, so that every game can end.
const COMPUTER_DRAW_PLY = 120;

/** Return the people of a game who are no computers. @param {Config} config */
export const peopleOf = ({ seats }) => seats.flatMap((seat, person) => (seat.kind === "computer" ? [] : [person]));

/** @param {Config} config */
const computersOf = ({ seats }) => seats.flatMap((seat, person) => (seat.kind === "computer" ? [person] : []));

/** Return the state before the first event. @param {GameKind} kind @param {Config} config @returns {Table} */
export function newTable(kind, config) {
  const { tableau: boards } = config;
  const match = Match.begin(kind.game(config.options), {
    target: config.target, names: config.seats.map((seat) => seat.name || ""), starter: config.starter,
    control: parseTimeControl(config.clock), boardSeed: boards === "new" ? config.seed : null,
  });
  return { config, match, version: 0, frames: [], earlier: [], takeback: null, again: [], following: "", last: { kind: "begin", person: null } };
}

/** Return the state after an event; `Refused` if it is not allowed. @param {Table} table @param {TableEvent} event @returns {Table} */
export function applied(table, event) {
  const apply = KINDS[event.kind];
  if (!apply) throw new Refused("page-unknown-act");
  return { ...apply(table, event), last: { kind: event.kind, person: event.person } };
}

/** Whether the clock was stopped in the middle of a round. @param {Table} table */
export function isPaused({ match }) {
  return match.clock !== null && !match.roundOver && match.clock.turn !== null && match.clock.since === null;
}

/** Whether somebody's time is running. @param {Table} table */
export function clockRuns({ match }) {
  return match.clock !== null && match.clock.since !== null && !match.roundOver;
}

/** Whether a computer is to move and nothing keeps it from that. @param {Table} table */
export function computerMoves(table) {
  const { toMove } = table.match;
  return toMove !== null && computersOf(table.config).includes(toMove) && !isPaused(table);
}

/** Return a name that can be shown to others: one line, not too long. @param {string} name */
export const cleanName = (name) => [...name.replace(/\p{C}/gu, "").trim().split(/\s+/).join(" ")].slice(0, LONGEST_NAME).join("");

/** Another position, or its end: requests about the old one are void. @param {Table} table @param {Match} match @param {Partial<Table>} [more] @returns {Table} */
const changed = (table, match, more = {}) => ({ ...table, match, version: table.version + 1, takeback: null, ...more });

/** @param {TableEvent} event */
function person(event) {
  if (event.person === null) throw new Refused("page-watching");
  return event.person;
}

/** @param {Table} table @param {TableEvent} event */
function play(table, event) {
  const before = table.match;
  const by = person(event);
  const move = before.parse(by, event.text, event.at);
  const after = before.play(by, move, event.at);
  /** @type {Frame} */
  const frame = { text: move.text, by, shelves: after.position.trays, ...effectsOf(before.position, move) };
  const lines = linesOf(before.position, move);
  if (lines.length) frame.lines = lines;
  if (after.clock) frame.left = Math.round(after.clock.left[by] * 1000) / 1000;
  return changed(table, after, { frames: [...table.frames, frame] });
}

/** Offer something or accept it; computers do so at once. @param {Table} table @param {TableEvent} event @param {number[]} people @param {"offerDraw" | "offerContinuation"} offer */
function offered(table, event, people, offer) {
  let { match } = table;
  const actor = person(event);
  for (const one of people) {
    if (one !== actor && !match.stillIn.includes(one)) continue; // of several who play here some may be out
    if (match.offer?.wanted_by.includes(one)) continue;
    match = match[offer](one, event.at);
    if (match.roundOver !== table.match.roundOver) return changed(table, match);
  }
  return { ...table, match };
}

/** @param {Table} table @param {TableEvent} event */
function draw(table, event) {
  const { match, config } = table;
  const computers = match.stillIn.filter((one) => computersOf(config).includes(one));
  if (computers.length && match.moves.length < COMPUTER_DRAW_PLY) throw new Refused("page-computer-plays-on");
  return offered(table, event, [...event.people, ...computers], "offerDraw");
}

/** Ask for moves back or agree to that; it happens once all people have agreed. @param {Table} table @param {TableEvent} event */
function takeback(table, event) {
  if (!table.config.takebacks) throw new Refused("page-no-takebacks");
  const asked = table.takeback || { by: person(event), plies: pliesBack(table, event), wanted_by: [] };
  const wanted = [...new Set([...asked.wanted_by, ...event.people])].sort();
  const people = peopleOf(table.config);
  if (table.match.stillIn.some((one) => people.includes(one) && !wanted.includes(one))) return { ...table, takeback: { ...asked, wanted_by: wanted } };
  return changed(table, table.match.takeBack(asked.plies, event.at), { frames: table.frames.slice(0, -asked.plies) });
}

/** Return how many moves to undo: the asker's last one and all after it. @param {Table} table @param {TableEvent} event */
function pliesBack(table, event) {
  const plies = [...table.frames].reverse().findIndex((frame) => event.people.includes(frame.by)) + 1;
  if (!plies) throw new Refused("page-nothing-to-take-back");
  return plies;
}

/** @param {Table} table @param {TableEvent} event */
function name(table, event) {
  const names = table.match.names.map((old, one) => (one === person(event) ? cleanName(event.text) : old));
  return { ...table, match: table.match.with({ names }) };
}

/** Decline what is on offer: moves back, a rematch, a draw. @param {Table} table @param {TableEvent} event @returns {Table} */
function decline(table, event) {
  if (table.takeback) return { ...table, takeback: null };
  if (table.again.length && !table.match.offer) return { ...table, again: [], last: { kind: event.kind, person: person(event) } };
  return { ...table, match: table.match.decline(person(event)) };
}

/** Ask for a rematch; `text` is the id of the new game. @param {Table} table @param {TableEvent} event */
function again(table, event) {
  if (!table.match.outcome) throw new Refused("page-not-over");
  return { ...table, again: [...new Set([...table.again, ...event.people])].sort(), following: event.text || table.following };
}

/** Give back the seconds in `text`, in which nobody looked after the game. @param {Table} table @param {TableEvent} event */
function outage(table, event) {
  const { clock } = table.match;
  if (!clock || clock.since === null) return table;
  return { ...table, match: table.match.with({ clock: clock.resume(Math.min(event.at, clock.since + Number(event.text))) }) };
}

/** Stop the clock if all people agree; a move or `resume` starts it again. @param {Table} table @param {TableEvent} event */
function pause(table, event) {
  if (!peopleOf(table.config).every((one) => event.people.includes(one))) throw new Refused("page-pause-all");
  return { ...table, match: table.match.stopClock(event.at) };
}

/** @param {Table} table @param {TableEvent} event */
function resume(table, event) {
  if (!isPaused(table)) throw new Refused("clock-not-paused");
  return { ...table, match: table.match.startClock(event.at) };
}

/** @type {Record<string, (table: Table, event: TableEvent) => Table>} */
const KINDS = {
  play,
  draw,
  takeback,
  name,
  again,
  resume,
  outage,
  next: (table, event) => changed(table, table.match.nextRound(event.at), { frames: [], earlier: [...table.earlier, table.frames] }),
  flag: (table, event) => changed(table, table.match.flag(event.at)),
  resign: (table, event) => changed(table, table.match.resign(person(event), event.at)),
  forfeit: (table, event) => changed(table, table.match.forfeit(person(event), event.at)),
  pause,
  continue: (table, event) => offered(table, event, [...event.people, ...computersOf(table.config)], "offerContinuation"),
  decline,
};
