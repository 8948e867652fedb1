// Das Bedrängnis solved on the device: the values of all positions of a tableau, worked out at once; `solver.py` tells what they mean.

/**
 * @typedef {import("../../../web/static/engine/solving.js").Solution} Solution
 * @typedef {import("../../../web/static/engine/position.js").Position} Position
 */

const SETS = 1 << 16; // a table has a byte for each field placed last and each set of occupied fields
const ENTRIES = 16 * SETS;
const BIAS = 64;

/** @type {import("../../../web/static/engine/solving.js").SolverFactory} */
export const solver = (session) => {
  /** @type {Uint8Array | null} */
  let table = null;

  /** @param {number} last @param {number} occupied */
  const valueAt = (last, occupied) => /** @type {Uint8Array} */ (table)[last * SETS + occupied] - BIAS;

  /** Return the occupied fields. @param {Position} position */
  const occupied = ({ state }) => Number(state[0] | state[1]);

  /** Return what each legal move is worth, played out, to the player who makes it. @param {Position} position */
  const after = (position) => position.moves.map((move) => ({ move, value: -valueAt(move.code, occupied(position) | 1 << move.code) }));

  /** Return the first best move. @param {Position} position */
  const best = (position) => after(position).reduce((best, one) => (one.value > best.value ? one : best));

  return {
    open() {
      if (table) return;
      const found = session.kernels.bytes(ENTRIES);
      session.kernels.call("fill_values", session.ctx, found);
      table = found.view.slice();
      found.free();
    },
    *solve(position) {
      const pieces = occupied(position);
      const value = pieces ? valueAt(Number(position.state[2]), pieces) : best(position).value;
      const winner = value > 0 ? position.turn : 1 - position.turn;
      const line = [];
      for (let at = position; at.moves.length; at = at.play(line[line.length - 1])) line.push(best(at).move);
      return {
        returns: winner === 0 ? [1, -1] : [-1, 1],
        points: winner === 0 ? [Math.abs(value), 0] : [0, Math.abs(value)],
        plies: line.length,
        line,
      };
    },
  };
};
