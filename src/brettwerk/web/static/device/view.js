// The state of a game on this device in the form in which the server sends one, as in `server/play/view.py`.

import { clockRuns, isPaused } from "./table.js";

/**
 * @typedef {import("../../types/page").StateMessage} StateMessage
 * @typedef {import("../../types/page").RoundMessage} RoundMessage
 * @typedef {import("../engine/game.js").Game} Game
 * @typedef {import("./table.js").Table} Table
 */

const VERSION = 1;

/** Return where the drawing of the empty board is found. @param {Game} game */
export function boardAddress(game) {
  const { chosen } = game;
  const query = Object.keys(chosen).length ? `?${new URLSearchParams({ o: JSON.stringify(chosen) })}` : "";
  return `/board/${game.name}.svg${query}`;
}

/** @param {Game} game */
function layout(game) {
  const start = game.start();
  return { pieces: start.pieces, shelves: start.trays };
}

/** Return all that is to be seen; of the moves those from number `first` on. @param {string} id @param {Table} table @param {number} now @param {number} [first] @returns {StateMessage} */
export function stateMessage(id, table, now, first = 0) {
  const { match, config } = table;
  const { position } = match;
  const moves = match.toMove === null ? [] : position.moves;
  return {
    t: "table",
    v: VERSION,
    id,
    moment: table.version,
    moves: moves.map((move) => [move.text, ...position.gestures(move)]),
    reach: position.reach,
    lit: position.last,
    game: match.game.name,
    board: boardAddress(match.game),
    seats: match.game.kind.about.seats,
    people: config.seats.map((seat, person) => ({
      name: match.names[person], kind: seat.kind || "here", level: seat.level || 0, seat: match.seats[person],
      joined: true, online: seat.kind !== "computer", in: match.stillIn.includes(person), style: seat.style || "",
    })),
    round: match.round,
    target: match.target,
    scores: match.target === null ? null : match.scores,
    rounds: match.rounds.map((done) => ({
      winners: match.people.filter((person) => done.outcome.winners.includes(done.seats[person])), points: done.points, reason: done.outcome.reason,
    })),
    start: layout(match.game),
    from: first,
    frames: table.frames.slice(first),
    departures: match.departures.map(({ person, ply, reason }) => [person, ply, reason]),
    clock: clock(table, now),
    following: table.following,
    again: table.again,
    takebacks: config.takebacks,
    last: table.last,
    turn: match.toMove,
    round_over: match.roundOver,
    outcome: match.outcome && { winners: match.outcome.winners, points: match.outcome.points, reason: match.outcome.reason },
    can_continue: match.canContinue,
    offer: offer(table),
    resigning: match.resignationPoints,
  };
}

/** @param {Table} table @param {number} now */
function clock(table, now) {
  const { match } = table;
  if (!match.clock) return null;
  const found = match.clock;
  const left = match.people.map((person) => Math.round(found.remaining(person, now) * 1000) / 1000);
  return { left, running: clockRuns(table) ? found.turn : null, paused: isPaused(table), control: table.config.clock };
}

/** @param {Table} table @returns {StateMessage["offer"]} */
function offer({ match, takeback }) {
  if (takeback) return { kind: "takeback", wanted_by: takeback.wanted_by, plies: takeback.plies };
  return match.offer && { kind: match.offer.kind, wanted_by: match.offer.wanted_by };
}

/** Return a finished round, to look at it once more. @param {Table} table @param {number} number @returns {RoundMessage | null} */
export function roundMessage(table, number) {
  const done = table.match.rounds[number - 1];
  const frames = table.earlier[number - 1];
  return done && frames ? { round: number, board: boardAddress(done.game), sat: done.seats, start: layout(done.game), frames } : null;
}

