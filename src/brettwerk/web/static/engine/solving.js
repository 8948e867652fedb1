// Exact answers where a game has a solver: `solver.js` in its folder asks the entries of its module.

import { LIMITED as at } from "./layout.js";

/**
 * The exact result with best play by all, and one way that it may go to the end.
 * @typedef {{returns: number[], points: number[] | null, plies: number | null, line: Move[]}} Solution
 *
 * What a game's `solver.js` exports as `solver`; it is given a session, and asks its entries by `ask`.
 * `open` makes the arrays that positions from here on need, `load` fetches what is shipped about a position.
 * @typedef {{
 *   isPromising?: (position: Position) => boolean,
 *   open: (position: Position) => void,
 *   solve: (position: Position) => Answer<Solution>,
 *   load?: (position: Position) => Promise<void>,
 *   knownMove?: (position: Position) => Move | null,
 * }} Solver
 * @typedef {(session: SolverSession) => Solver} SolverFactory
 * @typedef {import("./report.js").Move} Move
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./module.js").Argument} Argument
 */
/**
 * @template R
 * @typedef {import("./report.js").Steps<never, R>} Answer
 */

const FIRST_SLICE = 30_000;

/** A search has looked at as many positions as it was allowed. */
export class LimitReached extends Error {}

/** Asks the entries of a game's solver, which count the positions they look at; made once for a game. */
export class SolverSession {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.kernels = game.kind.module.instance();
    this.ctx = this.kernels.rows(game.ctx.view);
    this._state = this.kernels.words(game.kind.about.fields);
    /** @type {import("./module.js").KernelArray<BigInt64Array> | null} */
    this._work = null;
    this._isSliced = false;
    this._used = 0;
    this._most = 0;
  }

  /** Make the array in which the entries count, with room for this many numbers. @param {number} length */
  work(length) {
    this._work?.free();
    return (this._work = this.kernels.numbers(length));
  }

  /** Write a state where entries are given it. @param {Position} position */
  row(position) {
    this._state.view.set(position.state);
    return this._state;
  }

  /** Let the next questions look at this many positions, all together: each in one go, or in slices. @param {number} nodes @param {boolean} isSliced */
  allow(nodes, isSliced) {
    this._isSliced = isSliced;
    this._used = 0;
    this._most = nodes;
    if (this._work) this._work.view[at.NODES] = 0n;
  }

  /**
   * Ask an entry; in slices it is asked again and again, and goes on with what its table knows. `args` are made anew each time.
   * @param {string} entry @param {() => Argument[]} args @returns {Answer<number>}
   */
  *ask(entry, args) {
    const work = /** @type {import("./module.js").KernelArray<BigInt64Array>} */ (this._work);
    for (let slice = FIRST_SLICE; ; slice *= 2) {
      if (this._isSliced) work.view[at.NODES] = 0n;
      const most = this._isSliced ? Math.min(slice, this._most - this._used) : this._most;
      work.view[at.MOST_NODES] = BigInt(most);
      const answer = this.kernels.call(entry, ...args());
      const nodes = work.at(at.NODES);
      if (this._isSliced) this._used += nodes;
      if (nodes <= most) return answer;
      if (!this._isSliced || this._used >= this._most) throw new LimitReached();
      yield null;
    }
  }
}

/** `solve` for many positions of a game: what is learned of it is kept until `begin`. */
export class Solving {
  /** @param {Game} game @param {SolverFactory} factory */
  constructor(game, factory) {
    this._session = new SolverSession(game);
    this._solver = factory(this._session);
    this._isOpen = false;
  }

  /** The bytes of memory that it has taken. */
  get memory() {
    return this._session.kernels.memory.buffer.byteLength;
  }

  /** Forget what was learned. */
  begin() {
    this._isOpen = false;
    return this;
  }

  /** Fetch what is shipped about a position, if there is a connection. @param {Position} position */
  async load(position) {
    await this._solver.load?.(position);
  }

  /** Return a best move from shipped data that has been loaded; mostly null. @param {Position} position */
  knownMove(position) {
    return this._solver.knownMove?.(position) ?? null;
  }

  /** Return whether a solver is likely to settle this position in good time. @param {Position} position */
  isPromising(position) {
    return this._solver.isPromising?.(position) ?? true;
  }

  /** Solve a position; null if that takes more positions than allowed. @param {Position} position @param {number} nodes @param {boolean} [isSliced] @returns {Answer<Solution | null>} */
  *solve(position, nodes, isSliced = false) {
    const { outcome } = position;
    if (outcome) return { returns: outcome.returns, points: outcome.points, plies: 0, line: [] };
    try {
      if (!this._isOpen) this._solver.open(position);
      this._isOpen = true;
      this._session.allow(nodes, isSliced);
      return yield* this._solver.solve(position);
    } catch (error) {
      if (error instanceof LimitReached) return null;
      throw error;
    }
  }
}
