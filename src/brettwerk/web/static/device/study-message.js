// A position with the moves that led to it, in the form in which the server sends one, as in `server/study/board.py`.

import { called, has, joined, reason, t } from "../words.js";
import { cellLinesOf, cellsOf, gestureText, linesOf, notesOf, readSteps, stepsOf } from "../engine/explain.js";
import { effectsOf, notAMove, refusal } from "./refusal.js";

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
    if (!move) throw refusal(position, text);
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
    ...notesMessage(position, ""),
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
  const lines = linesOf(before, move);
  return { text: move.text, by: before.turn, shelves: after.trays, ...effectsOf(before, move), ...(lines.length && { lines }) };
}

/** Say a sentence; a game that has no words of its own for what is no move gets the shared ones. @param {{key: string, details: Record<string, string | number>}} sentence */
export const said = ({ key, details }) => t(has(key) || !key.endsWith("-not-a-move") ? key : "page-device-no-move", details);

/** Return the legal move that a gesture means, or why there is none. @param {Position} position @param {string} gesture */
function judged(position, gesture) {
  const text = gestureText(gesture);
  return position.made(gesture) ?? readSteps(position, stepsOf(gesture)) ?? position.find(text) ?? readSteps(position, cellsOf(position, text)) ?? notAMove(position, text);
}

/** Say why steps are no legal move; "" if they are one. @param {Position} position @param {string} gesture */
export function whyMessage(position, gesture) {
  if (position.outcome) return t("game-over");
  const found = judged(position, gesture);
  return "key" in found ? said(found) : "";
}

/** Return notes and lines about cells after these steps, and what a whole move does. @param {Position} position @param {string} gesture */
export function notesMessage(position, gesture) {
  const notes = Object.entries(notesOf(position, gesture)).map(([cell, { key, details }]) => [cell, t(key, details)]);
  const lines = cellLinesOf(position, gesture);
  const move = gesture ? judged(position, gesture) : null;
  return { notes: Object.fromEntries(notes), ...(Object.keys(lines).length && { lines }), ...(move && "code" in move && { does: effectsOf(position, move) }) };
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
