// Isolation solved on the device: who wins any position, how soon, and how; `solver.py` tells the same in Python.

/**
 * @typedef {import("../../../web/static/engine/solving.js").Solution} Solution
 * @typedef {import("../../../web/static/engine/position.js").Position} Position
 */
/** @template R @typedef {import("../../../web/static/engine/solving.js").Answer<R>} Answer */

const TABLE_BITS = 20;
const PIECES = 16;
const ROOM = 64 * (PIECES + 1);

/** @type {import("../../../web/static/engine/solving.js").SolverFactory} */
export const solver = (session) => {
  const { kernels, ctx } = session;
  let table = kernels.words(0);
  const buf = kernels.numbers(ROOM);
  const work = session.work(2);

  /** Return the pieces that are left to place. @param {Position} position */
  const left = ({ state }) => {
    let pieces = 0;
    for (let rest = state[0] | state[1]; rest; rest &= rest - 1n) pieces++;
    return PIECES - pieces;
  };

  /** Find out whether the player to move wins. @param {Position} position @returns {Answer<boolean>} */
  function* wins(position) {
    if (position.outcome) return false;
    return (yield* session.ask("can_win", () => [session.row(position), ctx, table, buf, work, left(position)])) === 1;
  }

  /** Find out whether the player to move, or else the other one, wins within `plies`. @param {Position} position @param {number} plies @param {boolean} mine @returns {Answer<boolean>} */
  function* winsWithin(position, plies, mine) {
    if (position.outcome) return !mine;
    return (yield* session.ask("can_end", () => [session.row(position), ctx, table, buf, work, left(position), plies, Number(mine)])) === 1;
  }

  /** Find a move that wins as soon, or loses as late, as can be. @param {Position} position @param {number} plies @param {boolean} won */
  function* best(position, plies, won) {
    for (const move of position.moves) {
      const after = position.play(move);
      if (won ? yield* winsWithin(after, plies - 1, false) : !(yield* winsWithin(after, plies - 3, true))) return move;
    }
    throw new Error("A position has no best move.");
  }

  return {
    open() {
      table.free();
      table = kernels.words(2 << TABLE_BITS);
    },
    *solve(position) {
      const isWon = yield* wins(position);
      let plies = isWon ? 1 : 2;
      while (!(yield* winsWithin(position, plies, isWon))) plies += 2;
      const line = [];
      let won = isWon;
      let rest = plies;
      for (let at = position; !at.outcome; at = at.play(line[line.length - 1])) {
        line.push(yield* best(at, rest--, won));
        won = !won;
      }
      const winner = isWon ? position.turn : 1 - position.turn;
      return { returns: winner ? [-1, 1] : [1, -1], points: null, plies, line };
    },
  };
};
