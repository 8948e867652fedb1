// A position with the moves that led to it, in the form in which the server sends one, as in `server/study/board.py`.

import { called, joined, reason, t } from "../words.js";
import { Refused } from "./refused.js";

/**
 * @typedef {import("../engine/position.js").Position} Position
 * @typedef {import("../../types/page").Frame} Frame
 * @typedef {import("../../types/page").StudyMessage} StudyMessage
 */

/**
 * Play moves, and return the position after them with its message; of the moves it has those from number `first` on.
 * @param {Position} start @param {string[]} moves @param {number} first @returns {[Position, StudyMessage]}
 */
export function studyMessage(start, moves, first) {
  let position = start;
  /** @type {Frame[]} */
  const frames = [];
  moves.forEach((text, number) => {
    const move = position.find(text);
    if (!move) throw new Refused("page-device-no-move", { move: text });
    const after = position.play(move);
    if (number >= first) frames.push(frameOf(position, move, after));
    position = after;
  });
  const { game } = position;
  return [position, {
    moves: position.outcome ? [] : position.moves.map((move) => [move.text, ...position.gestures(move)]),
    reach: position.reach,
    lit: position.last,
    game: game.name,
    options: game.chosen,
    board: boardAddress(game),
    seats: game.kind.about.seats,
    begin: start.text,
    words: start.state.map((word) => BigInt.asUintN(64, word).toString(16)),
    first: start.turn,
    start: { pieces: start.pieces, shelves: start.trays },
    from: first,
    frames,
    turn: position.toMove,
    in: position.stillIn,
    notes: {},
    details: detailsOf(position),
    outcome: outcomeMessage(position),
    position: position.text,
  }];
}

/** Return where the drawing of the empty board is found. @param {import("../engine/game.js").Game} game */
function boardAddress({ name, chosen }) {
  const query = Object.keys(chosen).length ? `?${new URLSearchParams({ o: JSON.stringify(chosen) })}` : "";
  return `/board/${name}.svg${query}`;
}

/** Return a move as it is shown. @param {Position} before @param {import("../engine/position.js").Move} move @param {Position} after @returns {Frame} */
function frameOf(before, move, after) {
  const effects = Object.fromEntries(Object.entries(before.effects(move)).filter(([, cells]) => cells.length));
  return { text: move.text, by: before.turn, shelves: after.trays, ...effects };
}

/** @param {Position} position @returns {Record<string, string>} */
function detailsOf(position) {
  const { game } = position;
  const written = game.written(game.kernels.call("position_details", position._loaded(), game.ctx, game.out));
  return Object.fromEntries(written.trim().split(" ").filter(Boolean).map((one) => one.split("=")));
}

/** @param {Position} position @returns {StudyMessage["outcome"]} */
function outcomeMessage({ outcome, game }) {
  if (!outcome) return null;
  const { winners, points, reason: why } = outcome;
  const who = winners.map((winner) => called("seat", game.kind.about.seats[winner]));
  const key = ["page-drawn", "page-won", "page-won-together"][Math.min(who.length, 2)];
  const words = [t(key, { who: joined(who) }), reason(game.name, why)];
  if (points && who.length) words.push(t("page-round-points", { points: `${who[0]} ${Math.max(...points)}` }));
  return { winners, points, reason: why, sentence: words.join(" ") };
}
