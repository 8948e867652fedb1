// The game in words: who is who, what happened, how it ended, what a cell holds.

import { has, joined, reason, t } from "./words.js";

/**
 * @typedef {{name: string, kind: string, level: number, seat: number, joined: boolean,
 *   online: boolean, in: boolean}} Person
 * @typedef {import("./board.js").Effects & {text: string, by: number, left?: number, lot?: boolean,
 *   shelves: [string, string, string, number][]}} Frame
 * @typedef {any} Table the message that docs/server.md describes
 */

/** The colour of someone in this round. @param {Table} table @param {number} person */
export const colour = (table, person) => table.seats[table.people[person].seat];

/** Someone's name, or what they are. @param {Table} table @param {number} person */
export function nameOf(table, person) {
  const one = table.people[person];
  if (one.name) return one.name;
  return one.kind === "computer" ? t("page-computer", { level: one.level }) : t(`seat-${colour(table, person)}`);
}

/** Name and colour. @param {Table} table @param {number} person */
export function who(table, person) {
  const seat = t(`seat-${colour(table, person)}`);
  const name = nameOf(table, person);
  return name === seat ? seat : t("page-named", { name, seat });
}

/** What a move was. @param {Table} table @param {Frame} frame @param {boolean} flat */
export function toldMove(table, frame, flat) {
  const mover = who(table, frame.by);
  if (!frame.placed && !frame.moved) return t("page-passed", { who: mover });
  const told = t("page-played", { who: mover, move: frame.text });
  if (!frame.taken?.length) return told;
  const pushed = !flat && (frame.moved || []).length > 1;
  return `${told} ${pushed ? t("page-took-off") : t("page-took", { cells: frame.taken.join(", ") })}`;
}

/** What a row will do that is about to be moved. @param {import("./board.js").Effects} does @param {boolean} flat */
export function toldAhead({ moved = [], taken = [] }, flat) {
  if (moved.length < 2) return "";
  const told = t(flat ? "page-ahead-pieces" : "page-ahead-marbles", { count: moved.length });
  return taken.length ? `${told} ${t("page-ahead-off")}` : told;
}

/** Something else that happened. @param {Table} table @param {Table} before */
export function toldEvent(table, before) {
  const { kind, person } = table.last;
  if (kind === "takeback" && table.moment !== before.moment) return t("page-said-taken-back");
  if (kind === "next") return t("page-said-next", { number: table.round });
  const key = `page-said-${kind}`;
  return has(key) && person !== null ? t(key, { who: who(table, person) }) : "";
}

/** How the round or the game ended. @param {Table} table @param {number[]} me */
export function ending(table, me) {
  const last = table.rounds[table.rounds.length - 1];
  const told = last ? [verdict(table, last.winners, me), reason(table.game, last.reason)] : [];
  if (table.scores && last) {
    const points = table.people.map((/** @type {Person} */ _, /** @type {number} */ p) =>
      `${nameOf(table, p)} ${table.scores[p]}`);
    told.push(t("page-round-points", { points: points.join(", ") }));
  }
  if (table.outcome && table.scores) told.push(matchVerdict(table, me));
  return told.join(" ");
}

/**
 * What is seen when looking back: which move, and of an earlier round how it ended.
 * @param {Table} table @param {number[]} me @param {number} ply @param {number} count @param {boolean} earlier
 */
export function lookingBack(table, me, ply, count, earlier) {
  if (!earlier) return t("page-looking-back", { ply, count });
  const { winners, reason: why } = table.rounds[table.round - 1];
  const told = t("page-looking-round", { round: table.round, ply, count });
  return ply < count ? told : [told, verdict(table, winners, me), reason(table.game, why)].join(" ");
}

/** @param {Table} table @param {number[]} winners @param {number[]} me */
function verdict(table, winners, me) {
  if (!winners.length) return t("page-drawn");
  if (me.length === 1 && winners.length === 1 && winners[0] === me[0]) return t("page-you-win");
  const names = joined(winners.map((one) => who(table, one)));
  return t(winners.length > 1 ? "page-won-together" : "page-won", { who: names });
}

/** @param {Table} table @param {number[]} me */
function matchVerdict(table, me) {
  const winners = table.outcome.winners;
  if (me.length === 1 && winners.length === 1 && winners[0] === me[0]) return t("page-match-you-win");
  return t("page-match-won", { who: joined(winners.map((/** @type {number} */ one) => nameOf(table, one))) });
}

/** Whose turn it is, or how it ended. @param {Table} table @param {number[]} me */
export function status(table, me) {
  if (table.round_over) return ending(table, me);
  if (table.clock?.paused) return t("page-paused");
  const missing = table.people.flatMap((/** @type {Person} */ one, /** @type {number} */ p) => (one.joined ? [] : [nameOf(table, p)]));
  if (missing.length && (table.clock || !me.includes(table.turn))) return t("page-waiting", { who: joined(missing) });
  if (me.includes(table.turn)) {
    return me.length > 1 ? t("page-your-turn-as", { who: who(table, table.turn) }) : t("page-your-turn");
  }
  const computer = table.people[table.turn].kind === "computer";
  return t(computer ? "page-thinking" : "page-turn-of", { who: who(table, table.turn) });
}

/** What a cell is called. @param {import("./board.js").Cell} cell */
export const cellName = (cell) => (cell.spot ? t(`page-spot-${cell.name}`) : cell.name);

/**
 * A cell in words: name, colour, what stands there, what can be done.
 * @param {import("./board.js").Cell} cell
 * @param {string | undefined} piece
 * @param {boolean} flat
 * @param {import("./marks.js").Marks} marks
 */
export function cellLabel(cell, piece, flat, marks) {
  const parts = [cellName(cell)];
  if (cell.field) parts.push(t(`page-field-${cell.field}`));
  parts.push(piece ? pieceName(piece, flat) : t("page-cell-empty"));
  const taken = marks.take.has(cell.name) || (marks.to.has(cell.name) && piece);
  if (marks.picked.has(cell.name)) parts.push(t("page-cell-picked"));
  else if (taken) parts.push(t("page-cell-take"));
  else if (marks.to.has(cell.name) || marks.add.has(cell.name)) parts.push(t("page-cell-target"));
  else if (marks.can.has(cell.name)) parts.push(t("page-cell-pick"));
  if (marks.prise.has(cell.name)) parts.push(t("page-cell-prise"));
  if (marks.last.has(cell.name)) parts.push(t("page-cell-last"));
  return parts.join(", ");
}

/** @param {string} piece @param {boolean} flat */
function pieceName(piece, flat) {
  const marble = `page-marble-${piece}`;
  return t(!flat && has(marble) ? marble : `page-piece-${piece}`);
}
