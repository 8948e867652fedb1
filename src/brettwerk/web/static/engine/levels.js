// Levels 1 to 10: how much a computer player looks at, and how much it overlooks; the same moves as on the server.

import { allowedNodes, certain, exactly } from "./analysis.js";
import { FROM_LEVEL } from "./book.js";
import { quietly } from "./report.js";
import { bestSwindle } from "./swindles.js";

/**
 * @typedef {import("./game-engine.js").GameEngine} GameEngine
 * @typedef {import("./report.js").Move} Move
 * @typedef {import("./position.js").Position} Position
 * A move, and the share of the level's positions that were looked at: less than 1 on a slow device.
 * @typedef {{move: Move, effort: number}} Choice
 */
/** @template R @typedef {import("./solving.js").Answer<R>} Answer */

const MOST_OVERLOOKED = 200;
const TRIALS = [5_000, 40_000]; // nodes: the first warms up what compiles the code, the second is measured
const MEASURED = 20_000; // nodes that are enough to tell the speed
const SPEED_KEPT = 0.8; // of what was measured before: a busy moment does not make a device slow for good
const SOLVED_FOR_ONE = 3; // positions that a solver looks at in the time in which a search looks at one
const MARGIN = 0.8; // of the time that may be planned for

/**
 * Find the share of a level's positions that this device can look at within these seconds, by a short trial: 1 unless it is slow.
 * @param {GameEngine} engine @param {Position} position @param {number} level @param {number} seconds @returns {Answer<number>}
 */
export function* effortFor(engine, position, level, seconds) {
  const { nodes = 0, exact = false } = engine.facts.levels[level - 1] ?? {};
  const began = performance.now();
  for (const trial of engine.speed || nodes < MEASURED || position.outcome ? [] : TRIALS) yield* searched(engine, position, { nodes: trial });
  const left = Math.max(seconds / 10, seconds - (performance.now() - began) / 1000);
  // Where a solver is asked first and may not settle it, both take their time.
  const solved = exact && engine.solving?.isPromising(position) ? allowedNodes({ nodes }) / SOLVED_FOR_ONE : 0;
  return engine.speed ? Math.min(1, MARGIN * left * engine.speed / (nodes + solved)) : 1;
}

/** Search from nothing, and measure how fast this device is. @param {GameEngine} engine @param {Position} position @param {import("./report.js").Limit} limit @param {number[]} [without] @param {string} [style] @returns {Answer<import("./report.js").Analysis>} */
function* searched(engine, position, limit, without = [], style = "") {
  const searcher = engine.searcherOf(style);
  searcher.forget();
  const found = yield* quietly(searcher.think(position, limit, { without }));
  if (found.nodes >= MEASURED) engine.speed = Math.max(SPEED_KEPT * engine.speed, found.nodes / found.seconds);
  return found;
}

/**
 * Choose the move that a computer player of this level makes; the same for the same seed.
 * @param {GameEngine} engine @param {Position} position @param {number} level @param {number | bigint} [seed]
 * @param {number} [effort] the share of the level's positions to look at @param {string} [style] of a named opponent
 * @returns {Answer<Move>}
 */
export function* choose(engine, position, level, seed = 0, effort = 1, style = "") {
  const setting = engine.facts.levels[level - 1];
  if (!setting) throw new RangeError(`There is no level ${level}.`);
  if (position.outcome) throw new RangeError("The game is over.");
  const known = bookMove(engine, position, level, seed, style);
  if (known) return known;
  const nodes = Math.max(1, Math.ceil(setting.nodes * effort));
  if (setting.exact && engine.solving) {
    const known = engine.solving.knownMove(position) ?? (yield* knownBySolver(engine, position, setting.nodes, effort));
    if (known) return known;
  }
  const without = overlooked(position, setting.overlooks, seed);
  const searchedFor = yield* searched(engine, position, { nodes, depth: setting.depth }, without, style);
  // Whoever overlooks nothing does not miss a forced win either.
  const found = setting.overlooks ? searchedFor : yield* certain(engine, position, searchedFor);
  // A tree that has proven a win by an overlooked move may have tried no other.
  const best = found.lines.length ? found.lines[0].moves[0] : position.moves.find(({ code }) => !without.includes(code));
  if (!best) throw new RangeError("The game is over.");
  return best;
}

/** Return the move of the opening book, which named opponents do not use; mostly null. @param {GameEngine} engine @param {Position} position @param {number} level @param {number | bigint} seed @param {string} [style] */
export function bookMove(engine, position, level, seed, style = "") {
  return level >= FROM_LEVEL && !style ? engine.book?.move(position, seed) ?? null : null;
}

/** Find the move of a solver; where it cannot win, the best one that is hardest to answer. @param {GameEngine} engine @param {Position} position @param {number} nodes @param {number} effort @returns {Answer<Move | null>} */
function* knownBySolver(engine, position, nodes, effort) {
  const solving = engine.solving?.begin();
  const known = solving && (yield* exactly(solving, position, Math.ceil(allowedNodes({ nodes }) * effort), 1));
  if (!known) return null;
  const [best] = known;
  if (best.score[position.turn] > 0) return best.moves[0];
  return (yield* bestSwindle(position, nodes, effort, solving, engine.textbook)) ?? best.moves[0];
}

/** Return the moves that are overlooked if a glance misses this percentage; never all. @param {Position} position @param {number} percent @param {number | bigint} seed */
function overlooked({ game, state, legalCodes }, percent, seed) {
  const codes = game.kernels.numbers(legalCodes.length);
  const looked = game.kernels.numbers(legalCodes.length);
  const rows = game.kernels.rows(state);
  codes.view.set(legalCodes.map(BigInt));
  game.kernels.call("list_glances", rows, game.ctx, codes, looked);
  const noticed = game.kernels.call("overlook", codes, looked, percent, BigInt.asIntN(64, BigInt(seed)));
  const found = codes.list().slice(noticed, noticed + MOST_OVERLOOKED);
  for (const array of [rows, looked, codes]) array.free();
  return found;
}
