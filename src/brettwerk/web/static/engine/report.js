// What an engine answers: lines with scores, exact results, analyses; and computations that can be left at any step.

/**
 * @typedef {import("./position.js").Move} Move
 * @typedef {import("./position.js").Position} Position
 *
 * A proven result, by player; `plies` to the end of best play where known.
 * @typedef {{returns: number[], points: number[] | null, plies: number | null}} Exact
 *
 * A way to play on: what each player may expect, from -1 to 1, the engine's own number for the player to move, in thousandths of a logit, and whether the opening book has its first move.
 * @typedef {{moves: Move[], score: number[], exact: Exact | null, value: number | null, isBook?: boolean}} Line
 *
 * What was found about a position: lines, best first; none when the game is over.
 * @typedef {{lines: Line[], depth: number, nodes: number, seconds: number, exact: Exact | null}} Analysis
 *
 * How long to think: whichever comes first.
 * @typedef {{nodes?: number, depth?: number, seconds?: number}} Limit
 */
/**
 * A computation in steps of a few milliseconds: it yields whatever more it knows, or null, and can be left after each.
 * @template T, [R=T]
 * @typedef {Generator<T | null, R, void>} Steps
 */

/** Take steps without telling anything. @template T, R @param {Steps<T, R>} steps @returns {Steps<never, R>} */
export function* quietly(steps) {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield null;
  }
}

/** Take steps, and tell what they find in another form. @template T, R, U @param {Steps<T, R>} steps @param {(found: T) => U} change @returns {Steps<U, R>} */
export function* changed(steps, change) {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield step.value === null ? null : change(step.value);
  }
}

/** Return the analysis of a game that is over. @param {import("./position.js").Outcome} outcome @returns {Analysis} */
export const endedAnalysis = ({ returns, points }) => ({ lines: [], depth: 0, nodes: 0, seconds: 0, exact: { returns, points, plies: 0 } });

/** How many nodes make a step of a few milliseconds: measured, since machines differ. */
export class Slice {
  /** @param {number} nodes @param {number} [milliseconds] @param {() => number} [clock] */
  constructor(nodes, milliseconds = 8, clock = () => performance.now()) {
    this.nodes = nodes;
    this._most = milliseconds;
    this._clock = clock;
  }

  /** Run one step, and make the next one shorter or longer. @template T @param {() => T} step */
  run(step) {
    const began = this._clock();
    const made = step();
    const took = this._clock() - began;
    if (took > 1.5 * this._most) this.nodes = Math.max(500, Math.floor(this.nodes / 2));
    else if (took < this._most / 2) this.nodes = Math.min(1_000_000, this.nodes * 2);
    return made;
  }
}
