// Monte-Carlo tree search: a tree grown within nodes, time and memory. With a limit of nodes the answer is always the same.

import { JUDGED, ROLLOUTS, Tree } from "./tree.js";

/**
 * @typedef {import("./report.js").Analysis} Analysis
 * @typedef {import("./report.js").Exact} Exact
 * @typedef {import("./report.js").Limit} Limit
 * @typedef {import("./report.js").Line} Line
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./tree.js").Child} Child
 */

const FIRST_REPORT = 1000; // nodes until progress is reported; then whenever the tree has doubled
const TRUSTED = 4; // a move counts as looked into when it has this part of the visits of the most visited

export class TreeSearcher {
  /** @param {Game} game @param {number} megabytes @param {import("./tree.js").Leaves} [leaves] */
  constructor(game, megabytes, leaves = game.kind.about.engine.player ? JUDGED : ROLLOUTS) {
    this._leaves = leaves;
    this._tree = new Tree(game, leaves, megabytes);
  }

  /** The bytes of memory that it has taken. */
  get memory() {
    return this._tree.memory;
  }

  /** Do nothing: every position begins a new tree. */
  forget() {}

  /**
   * Grow a tree until the limit is reached; moves whose codes are in `without` are left out of account.
   * @param {Position} position @param {Limit} limit @param {{lines?: number, without?: number[]}} [options]
   * @returns {import("./report.js").Steps<Analysis>}
   */
  *think(position, limit, { lines = 1, without = [] } = {}) {
    const began = performance.now();
    const report = () => this._report(position, lines, without, began);
    let reportAt = FIRST_REPORT;
    this._tree.plant(position, limit.depth);
    const ends = limit.seconds === undefined ? Infinity : began + 1000 * limit.seconds;
    for (const _ of this._growing(limit.nodes ?? Infinity)) {
      if (performance.now() >= ends) break;
      const isMore = this._tree.nodes >= reportAt;
      if (isMore) reportAt = 2 * this._tree.nodes;
      yield isMore ? report() : null;
    }
    return report();
  }

  /** Count how often each move is visited within `nodes`, the most visited first. @param {Position} position @param {number} nodes @returns {import("./report.js").Steps<never, Map<number, number>>} */
  *visits(position, nodes) {
    this._tree.plant(position);
    yield* this._growing(nodes);
    const children = this._tree.children().sort((a, b) => b.visits - a.visits);
    return new Map(children.map((child) => [child.move, child.visits]));
  }

  /** Let the tree grow, a few milliseconds a step. @param {number} nodes @returns {import("./report.js").Steps<never, void>} */
  *_growing(nodes) {
    this._tree.growFirst();
    while (this._tree.nodes < nodes && !this._tree.isFinished) {
      this._tree.grow(nodes);
      yield null;
    }
  }

  /** @param {Position} position @param {number} wanted @param {number[]} without @param {number} began @returns {Analysis} */
  _report(position, wanted, without, began) {
    const lines = [...this._lines(position, wanted, without)];
    const { proven, depth, nodes } = this._tree;
    /** @type {Exact | null} */
    let exact = proven ? { returns: wonBy(proven - 1, position.game.kind.players), points: null, plies: null } : null;
    if (proven - 1 === position.turn && lines.length) exact = lines[0].exact;
    return { lines, depth, nodes, seconds: (performance.now() - began) / 1000, exact };
  }

  /** Yield the best moves first; of judged ones, no later is called better than an earlier. @param {Position} position @param {number} wanted @param {number[]} without @returns {Generator<Line, void, void>} */
  *_lines(position, wanted, without) {
    const { turn, game } = position;
    let score = Array.from({ length: game.kind.players }, () => 1);
    const children = this._tree.children().filter((child) => !without.includes(child.move));
    for (const child of this._ranked(children, turn).slice(0, wanted)) {
      const own = scoreOf(child);
      if (child.proof || this._leaves.ucb1 || own[turn] <= score[turn]) score = own;
      const exact = child.proof || child.plies ? { returns: own, points: null, plies: child.plies } : null;
      const moves = this._tree.way(child.move).map((code) => ({ text: game.textOf(code), code }));
      yield { moves, score, exact, value: logit(score[turn]) };
    }
  }

  /**
   * Return the moves, best first: proven wins, then the others, proven losses. Random games say most about the moves with most
   * visits; judged moves are sorted by their value once they have been looked into.
   * @param {Child[]} children @param {number} turn
   */
  _ranked(children, turn) {
    const most = Math.max(0, ...children.filter((child) => !child.proof).map((child) => child.visits));
    /** @param {Child} child */
    const key = (child) => {
      if (child.proof === 1 + turn) return [3, -(child.plies ?? Infinity), child.visits];
      if (child.proof) return [0, child.visits, 0];
      if (this._leaves.ucb1) return [2, child.visits, 0];
      return [TRUSTED * child.visits >= most ? 2 : 1, scoreOf(child)[turn], child.visits];
    };
    const keyed = children.map((child) => ({ child, key: key(child) }));
    return keyed.sort((a, b) => compare(b.key, a.key)).map(({ child }) => child);
  }
}

/** Compare lists of numbers as Python compares tuples. @param {number[]} a @param {number[]} b */
export function compare(a, b) {
  const at = a.findIndex((value, place) => value !== b[place]);
  return at < 0 ? 0 : a[at] - b[at];
}

/** Return what each player may expect. @param {Child} child */
const scoreOf = ({ proof, sums, visits }) => (proof ? wonBy(proof - 1, sums.length) : sums.map((part) => part / visits));

/** Return the values of a game with this one winner. @param {number} winner @param {number} players */
const wonBy = (winner, players) => Array.from({ length: players }, (_, player) => (player === winner ? 1 : -1 / (players - 1)));

/** Return a value between -1 and 1 in thousandths of a logit. @param {number} score */
const logit = (score) => Math.round(2000 * Math.atanh(Math.max(-0.9999, Math.min(0.9999, score))));
