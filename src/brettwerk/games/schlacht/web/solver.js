// Die Schlacht solved on the device: the battle from any placement, and the last placements; `solver.py` tells the same in Python.

/**
 * @typedef {import("../../../web/static/engine/solving.js").Solution} Solution
 * @typedef {import("../../../web/static/engine/position.js").Position} Position
 */
/** @template R @typedef {import("../../../web/static/engine/solving.js").Answer<R>} Answer */

const MEGABYTES = 64;
const PLACEMENTS = 16;
const PROMISING_FROM = 12; // pieces placed
const ENTRY = 3; // words of the table for a state
const PLIES = 64; // of a round, at most
const NOTES = 2 + 2 * 64;

/** @type {import("../../../web/static/engine/solving.js").SolverFactory} */
export const solver = (session) => {
  const { kernels, ctx } = session;
  let table = kernels.words(0);
  const buf = kernels.numbers(session.game.kind.about.max_moves * PLIES);
  let work = session.work(NOTES);

  /** Return how many plies have been played. @param {Position} position */
  const plyOf = ({ state }) => Number(state[2]);

  /** Find the value for the player to move, exact between the two bounds and else a bound too. @param {Position} position @param {number} [above] @param {number} [below] */
  const value = (position, above = -9, below = 9) =>
    session.ask("value_between", () => [session.row(position), ctx, buf, table, work, above, below]);

  /** Find a move that reaches the value of the position, most often the one last found best. @param {Position} position @param {number} worth */
  function* best(position, worth) {
    const likely = kernels.call("remembered_move", session.row(position), table);
    const moves = [...position.moves].sort((a, b) => Number(a.code !== likely) - Number(b.code !== likely));
    for (const move of moves) if (-(yield* value(position.play(move), -worth, 1 - worth)) >= worth) return move;
    throw new Error("A position has no best move.");
  }

  return {
    isPromising: (position) => plyOf(position) >= PROMISING_FROM,
    open(position) {
      const entries = 2 ** 16 * 4 ** Math.max(0, PLACEMENTS - plyOf(position));
      const most = Math.floor(MEGABYTES * 2 ** 20 / (8 * ENTRY));
      table.free();
      table = kernels.words(ENTRY * 2 ** Math.floor(Math.log2(Math.min(entries, most))));
      work = session.work(NOTES);
    },
    *solve(position) {
      const won = yield* value(position);
      const winner = won > 0 ? position.turn : 1 - position.turn;
      const line = [];
      let worth = won;
      for (let at = position; !at.outcome; at = at.play(line[line.length - 1])) {
        line.push(yield* best(at, worth));
        worth = -worth;
      }
      return {
        returns: winner === 0 ? [1, -1] : [-1, 1],
        points: winner === 0 ? [Math.abs(won), 0] : [0, Math.abs(won)],
        plies: line.length,
        line,
      };
    },
  };
};
