// The game in words: who is who, what happened, how it ended, what stands on a cell.

import { called, has, joined, of, reason, t } from "./words.js";

/**
 * @typedef {import("../types/page").StateMessage} GameState
 * @typedef {import("../types/page").BoardState} BoardState
 * @typedef {import("../types/page").Frame} Frame
 */

/** Return the colour of a player in this round. @param {BoardState} state @param {number} person */
export const colour = (state, person) => state.seats[state.people[person].seat];

/** Return a player's name, or what they are. @param {BoardState} state @param {number} person */
export function nameOf(state, person) {
  const one = state.people[person];
  if (one.name) return one.name;
  return one.kind === "computer" ? t(one.style ? `page-computer-${one.style}` : "page-computer", { level: one.level }) : called("seat", colour(state, person));
}

/** Return a player's name as it stands beside the board: “You” for the only one here. @param {BoardState} state @param {number} person @param {number[]} me */
export function shortName(state, person, me) {
  const own = me.length === 1 && me[0] === person && !state.people[person].name;
  return own ? t("page-you") : nameOf(state, person);
}

/** Return a player's name and colour. @param {BoardState} state @param {number} person */
export function who(state, person) {
  const seat = called("seat", colour(state, person));
  const name = nameOf(state, person);
  return name === seat ? seat : t("page-named", { name, seat });
}

/** Return a player's name alone where no other player has it. @param {BoardState} state @param {number} person */
function nameAlone(state, person) {
  const name = nameOf(state, person);
  return state.people.some((_, other) => other !== person && nameOf(state, other) === name) ? who(state, person) : name;
}

/** Describe a move. @param {BoardState} state @param {Frame} frame */
export function describeMove(state, frame) {
  const player = who(state, frame.by);
  if (!frame.placed && !frame.moved) return t("page-passed", { who: player });
  const told = t("page-played", { who: player, move: frame.text });
  if (!frame.taken?.length) return told;
  return `${told} ${of(state.game, "page-took", { cells: frame.taken.join(", ") })}`;
}

/** Describe what a move of several pieces would do. @param {string} game @param {import("../types/page").EffectsMessage} does */
export function describeAhead(game, { moved = [], taken = [] }) {
  if (moved.length < 2) return "";
  const told = of(game, "page-ahead", { count: moved.length });
  return taken.length ? `${told} ${of(game, "page-ahead-taken", { count: taken.length })}` : told;
}

/** Describe an event that is no move. @param {GameState} state @param {GameState} before */
export function describeEvent(state, before) {
  const { kind, person } = state.last;
  if (kind === "takeback" && state.moment !== before.moment) return t("page-said-taken-back");
  if (kind === "next") return t("page-said-next", { number: state.round });
  if (kind === "decline" && person !== null) return describeDecline(state, before, person);
  const key = `page-said-${kind}`;
  return has(key) && person !== null ? t(key, { who: who(state, person) }) : "";
}

/** Describe that an offer was declined, or withdrawn by those who made it. @param {GameState} state @param {GameState} before @param {number} person */
function describeDecline(state, before, person) {
  const offer = before.offer || { kind: "again", wanted_by: before.again };
  const key = offer.wanted_by.includes(person) ? "page-said-withdraw" : `page-declined-${offer.kind}`;
  return t(key, { who: who(state, person) });
}

/** Return who won the round or the match, and why. @param {GameState} state @param {number[]} me */
export function result(state, me) {
  const last = state.rounds[state.rounds.length - 1];
  const match = Boolean(state.outcome && state.scores);
  const title = match ? matchVerdict(state, me) : verdict(state, last?.winners || [], me);
  const same = String(last?.winners) === String(state.outcome?.winners);
  const round = match && !same ? [verdict(state, last?.winners || [], me)] : [];
  const most = state.scores && last?.winners.length ? Math.max(...last.points || [0]) : 0;
  const points = most ? [t("page-result-points", { count: most })] : [];
  return { title, reason: [...round, last ? reason(state.game, last.reason) : "", ...points].filter(Boolean).join(" ") };
}

/** Describe how the round or the game ended. @param {GameState} state @param {number[]} me */
export function ending(state, me) {
  const last = state.rounds[state.rounds.length - 1];
  const told = last ? [verdict(state, last.winners, me), reason(state.game, last.reason)] : [];
  if (state.scores && last) {
    const points = state.scores.map((score, p) => `${shortName(state, p, me)} (${score})`);
    told.push(t("page-round-points", { points: points.join(", ") }));
  }
  if (state.outcome && state.scores) told.push(matchVerdict(state, me));
  return told.join(" ");
}

/**
 * Describe an earlier ply that is shown, and how an earlier round ended.
 * @param {GameState} state @param {number[]} me @param {number} ply @param {number} count @param {boolean} earlier
 */
export function describePast(state, me, ply, count, earlier) {
  if (!earlier) return t("page-looking-back", { ply, count });
  const { winners, reason: why } = state.rounds[state.round - 1];
  const told = t("page-looking-round", { round: state.round, ply, count });
  return ply < count ? told : [told, verdict(state, winners, me), reason(state.game, why)].join(" ");
}

/** @param {GameState} state @param {number[]} winners @param {number[]} me */
function verdict(state, winners, me) {
  if (!winners.length) return t("page-drawn");
  if (me.length === 1 && winners.length === 1 && winners[0] === me[0]) return t(state.scores ? "page-round-you-win" : "page-you-win");
  const names = joined(winners.map((one) => nameAlone(state, one)));
  return t(winners.length > 1 ? "page-won-together" : state.scores ? "page-round-won" : "page-won", { who: names });
}

/** @param {GameState} state @param {number[]} me */
function matchVerdict(state, me) {
  const winners = state.outcome?.winners || [];
  if (me.length === 1 && winners.length === 1 && winners[0] === me[0]) return t("page-match-you-win");
  return t("page-match-won", { who: joined(winners.map((one) => nameAlone(state, one))) });
}

/** Describe whose turn it is, or how it ended. @param {GameState} state @param {number[]} me */
export function status(state, me) {
  const { turn } = state;
  if (state.round_over || turn === null) return ending(state, me);
  if (state.clock?.paused) return t("page-paused");
  const missing = state.people.flatMap((one, p) => (one.joined ? [] : [nameOf(state, p)]));
  if (missing.length && (state.clock || !me.includes(turn))) return t("page-waiting", { who: joined(missing) });
  if (me.includes(turn)) {
    return me.length > 1 ? t("page-your-turn-as", { who: who(state, turn) }) : t("page-your-turn");
  }
  const { kind, style } = state.people[turn];
  if (kind !== "computer") return t("page-turn-of", { who: who(state, turn) });
  // A level beside the colour would only make it long: it stands at the board.
  return t("page-thinking", { who: style ? nameOf(state, turn) : called("seat", colour(state, turn)) });
}

/** Return what a cell is called. @param {string} game @param {import("./board.js").Cell} cell */
export const cellName = (game, cell) => (cell.spot ? called("page-spot", cell.name, game) : cell.name);

/** Say why no move begins at a cell. @param {import("./board.js").Board} board @param {string} seat who is to move @param {string} name */
export function whyNotFrom({ game, cells, shown }, seat, name) {
  const cell = cells.get(name);
  if (cell?.spot) return of(game, "page-no-move-spot", { cell: cellName(game, cell) });
  if (!shown[name]) return t("page-no-move-empty", { cell: name });
  return shown[name] === seat ? t("page-no-move-stuck") : t("page-no-move-other", { who: called("seat", shown[name]) });
}

/**
 * Describe a cell for screen readers: name, colour, what stands there, what can be done.
 * @param {string} game
 * @param {import("./board.js").Cell} cell
 * @param {string | undefined} piece
 * @param {import("./marks.js").Marks} marks
 */
export function cellLabel(game, cell, piece, marks) {
  const parts = [cellName(game, cell)];
  if (cell.field) parts.push(t(`page-field-${cell.field}`));
  parts.push(piece ? called("page-piece", piece, game) : t("page-cell-empty"));
  const taken = marks.take.has(cell.name) || (marks.to.has(cell.name) && piece);
  if (marks.picked.has(cell.name)) parts.push(t("page-cell-picked"));
  else if (taken) parts.push(t("page-cell-take"));
  else if (marks.to.has(cell.name) || marks.add.has(cell.name)) parts.push(t("page-cell-target"));
  else if (marks.can.has(cell.name)) parts.push(t("page-cell-pick"));
  if (marks.prise.has(cell.name)) parts.push(t("page-cell-prise"));
  if (marks.last.has(cell.name)) parts.push(t("page-cell-last"));
  return parts.join(", ");
}
