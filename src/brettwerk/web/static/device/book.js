// The book of a game: how far a game follows the engine's own games, as in `explorer/book.py`.

import { startOf } from "../engine/book.js";

const PLIES = 20; // of each game that are looked at

/**
 * Return how many moves at the beginning of a game are book.
 * @param {readonly {options: Record<string, unknown>, moves: string}[]} games the engine's own @param {Record<string, unknown>} chosen @param {string[]} moves
 */
export function bookPlies(games, chosen, moves) {
  const options = startOf(chosen);
  let following = games.filter((one) => startOf(one.options) === options).map((one) => one.moves.split(" ").slice(0, PLIES));
  for (const [ply, move] of moves.entries()) {
    following = following.filter((known) => known[ply] === move);
    if (!following.length) return ply;
  }
  return moves.length;
}
