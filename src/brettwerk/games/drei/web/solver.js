// Die Drei solved on the device: what any position is worth, the shortest forced win, and how to play it; `solver.py` tells the same in Python.

/**
 * @typedef {import("../../../web/static/engine/solving.js").Solution} Solution
 * @typedef {import("../../../web/static/engine/position.js").Position} Position
 */
/** @template R @typedef {import("../../../web/static/engine/solving.js").Answer<R>} Answer */

const TABLE_BITS = 20;
const ENTRY = 3; // words of the table for a position
const PIECES = 16;
const ROOM = 64 * PIECES;
const ATLAS = "/known/drei/atlas.json";
const PATIENCE = 1500; // milliseconds until it is no longer waited for

/** @type {import("../../../web/static/engine/solving.js").SolverFactory} */
export const solver = (session) => {
  const { kernels } = session;
  const ctx = kernels.rows([...session.ctx.view, ...Array.from({ length: 64 }, () => 0n)]);
  kernels.call("add_aims", ctx);
  let table = kernels.words(0);
  const buf = kernels.numbers(ROOM);
  const work = session.work(2);

  /** What the atlas says of the first moves, for White: value and plies. @type {Map<string, Record<string, [number, number]>>} */
  const sheets = new Map();

  /** Tell whether the atlas knows about a position: where a sheet begins. @param {Position} position */
  const isFirst = ({ game, state }) =>
    !game.options.continuation && game.options.lines === "straight" && game.start().state.every((word, at) => word === state[at]);

  /** Return how many pieces stand. @param {Position} position */
  const standing = ({ state }) => {
    let pieces = 0;
    for (let rest = state[0] | state[1]; rest; rest &= rest - 1n) pieces++;
    return pieces;
  };

  /** Return the score of a game that is over, seen by the player whose turn it would be. @param {Position} position */
  const settled = (position) => (position.outcome ? (position.outcome.winners.length ? standing(position) - 17 : 0) : null);

  /** Find out whether the player to move can get at least this score. @param {Position} position @param {number} score @returns {Answer<boolean>} */
  function* gets(position, score) {
    const over = settled(position);
    if (over !== null) return over >= score;
    if (!position.state[1]) {
      for (const code of position.legalCodes) if (!(yield* gets(position.play({ code }), 1 - score))) return true;
      return false;
    }
    return (yield* session.ask("can_force", () => [session.row(position), ctx, table, work, buf, score])) === 1;
  }

  /** Find the score of a position: first who wins, then how soon, beginning with the shortest win. @param {Position} position @returns {Answer<number>} */
  function* scoreOf(position) {
    const over = settled(position);
    if (over !== null) return over;
    const pieces = standing(position);
    if (yield* gets(position, 1)) {
      for (let size = 16 - pieces; size > 1; size--) if (yield* gets(position, size)) return size;
      return 1;
    }
    if (yield* gets(position, 0)) return 0;
    for (let size = 15 - pieces; size > 1; size--) if (!(yield* gets(position, 1 - size))) return -size;
    return -1;
  }

  /** Find a move that brings the player to move this score. @param {Position} position @param {number} score */
  function* best(position, score) {
    for (const move of position.moves) if (!(yield* gets(position.play(move), 1 - score))) return move;
    throw new Error("A position has no best move.");
  }

  return {
    isPromising: () => !session.game.options.continuation,
    async load(position) {
      const board = String(position.game.options.board);
      if (!isFirst(position) || sheets.has(board) || !globalThis.location?.protocol.startsWith("http")) return;
      try {
        const answer = await fetch(`${ATLAS}?board=${encodeURIComponent(board)}`, { signal: AbortSignal.timeout(PATIENCE) });
        if (answer.ok) sheets.set(board, await answer.json());
      } catch {
        // Without a connection the position is solved here.
      }
    },
    knownMove(position) {
      const sheet = isFirst(position) ? sheets.get(String(position.game.options.board)) : undefined;
      const wins = position.moves.filter(({ text }) => sheet?.[text]?.[0] === 1);
      return wins.length && sheet ? wins.reduce((best, move) => (sheet[move.text][1] < sheet[best.text][1] ? move : best)) : null;
    },
    open() {
      table.free();
      table = kernels.words(ENTRY << TABLE_BITS);
    },
    *solve(position) {
      const won = yield* scoreOf(position);
      const white = Math.sign(position.turn ? -won : won) + 0;
      const line = [];
      let score = won;
      for (let at = position; !at.outcome; at = at.play(line[line.length - 1])) {
        line.push(yield* best(at, score));
        score = -score;
      }
      return { returns: [white, 0 - white], points: null, plies: line.length, line };
    },
  };
};
