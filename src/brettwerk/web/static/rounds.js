// Finished rounds of a match, to look at while the current one goes on.

import { after } from "./board.js";

/**
 * @typedef {import("../types/page").StateMessage} StateMessage
 * @typedef {import("../types/page").RoundMessage} RoundMessage
 *
 * What is seen: a state, its moves, and the pieces after each of them.
 * @typedef {{state: StateMessage, frames: import("../types/page").Frame[], pieces: import("../types/page").Pieces[]}} Seen
 */

/** Return an earlier round of a game, or null if the server does not give it. @param {string} game @param {number} round @returns {Promise<RoundMessage | null>} */
export async function fetchRound(game, round) {
  try {
    const answer = await fetch(`/api/games/${game}/rounds/${round}`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** Return an earlier round in place of the current one. @param {StateMessage} state @param {RoundMessage} past @returns {Seen} */
export function seen(state, { round, board, sat, start, frames }) {
  const people = state.people.map((one, person) => ({ ...one, seat: sat[person], in: true }));
  const pieces = [start.pieces];
  for (const frame of frames) pieces.push(after(pieces[pieces.length - 1], frame));
  return { state: { ...state, round, board, people, start, turn: null, moves: [], reach: {}, lit: [] }, frames, pieces };
}
