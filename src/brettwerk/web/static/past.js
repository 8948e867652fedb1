// Rounds of a match that are over, to be looked at once more while the present goes on.

import { after } from "./board.js";

/**
 * A round as the server tells it: the board, who sat where, the moves.
 * @typedef {{round: number, board: string, sat: number[], start: any, frames: import("./talk.js").Frame[]}} Story
 *
 * What is seen: a table, its moves, and the pieces after each of them.
 * @typedef {{table: any, frames: import("./talk.js").Frame[], pieces: Record<string, string>[]}} Seen
 */

/** An earlier round of a game; null if it cannot be had. @param {string} game @param {number} round @returns {Promise<Story | null>} */
export async function fetchRound(game, round) {
  try {
    const answer = await fetch(`/api/games/${game}/rounds/${round}`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** An earlier round in place of the present one: nobody moves in it. @param {any} table @param {Story} story @returns {Seen} */
export function seen(table, { round, board, sat, start, frames }) {
  const people = table.people.map((/** @type {any} */ one, /** @type {number} */ person) => ({ ...one, seat: sat[person], in: true }));
  const pieces = [start.pieces];
  for (const frame of frames) pieces.push(after(pieces[pieces.length - 1], frame));
  return { table: { ...table, round, board, people, start, turn: null, moves: [], reach: {}, lit: [] }, frames, pieces };
}
