// The book of a game: how far a game follows the engine's own games, as in `explorer/book.py`.

const PLIES = 20; // of each game that are looked at
const ENDS = ["repetition", "ply_limit"]; // options that decide only when a game ends

/**
 * Return how many moves at the beginning of a game are book.
 * @param {readonly {options: Record<string, unknown>, moves: string}[]} games the engine's own @param {Record<string, unknown>} chosen @param {string[]} moves
 */
export function bookPlies(games, chosen, moves) {
  const options = written(chosen);
  let following = games.filter((one) => written(one.options) === options).map((one) => one.moves.split(" ").slice(0, PLIES));
  for (const [ply, move] of moves.entries()) {
    following = following.filter((known) => known[ply] === move);
    if (!following.length) return ply;
  }
  return moves.length;
}

/** @param {Record<string, unknown>} chosen */
const written = (chosen) => JSON.stringify(Object.entries(chosen).filter(([name]) => !ENDS.includes(name)).sort());
