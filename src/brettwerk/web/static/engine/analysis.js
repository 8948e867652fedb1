// Best moves, scores and lines of a position: exact where that can be had, searched for else; told as it is found.

import { soonestWin, winningLine } from "./prover.js";
import { changed, endedAnalysis } from "./report.js";

/**
 * @typedef {import("./game-engine.js").GameEngine} GameEngine
 * @typedef {import("./report.js").Analysis} Analysis
 * @typedef {import("./report.js").Exact} Exact
 * @typedef {import("./report.js").Limit} Limit
 * @typedef {import("./report.js").Line} Line
 * @typedef {import("./report.js").Move} Move
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./solving.js").Solution} Solution
 * @typedef {import("./solving.js").Solving} Solving
 */
/** @template T, [R=T] @typedef {import("./report.js").Steps<T, R>} Steps */
/** @template R @typedef {import("./solving.js").Answer<R>} Answer */

const SOLVED_A_SECOND = 3_000_000; // about how many positions a solver looks at
const EXACT_NODES = 1_000_000;
const PROOF_NODES = 100_000;
const PROOF_PLIES = 30;
const CLEAR = 0.9; // the score from which on a win is looked for that the search has not seen to its end
const [CLEAR_NODES, CLEAR_PLIES] = [300_000, 11];
const GLANCE_NODES = 20_000; // before a solver is asked, which says nothing until it knows
const SOLVER_SECONDS = 2;

/**
 * Find the best moves of a position within the limits; with a limit of nodes or depth alone, the same as on every machine.
 * @param {GameEngine} engine @param {Position} position @param {Limit} limit @param {number} [lines]
 * @returns {Steps<Analysis>}
 */
export function* analyse(engine, position, limit, lines = 1) {
  if (position.outcome) return endedAnalysis(position.outcome);
  const solved = engine.solving && (yield* solvedAnalysis(engine.solving.begin(), position, limit, lines));
  if (solved) return solved;
  if (limit.seconds === undefined) engine.searcher.forget();
  const found = yield* engine.searcher.think(position, limit, { lines });
  return yield* proven(engine, position, found);
}

// -- where a solver knows ------------------------------------------------------------------------

/** @param {Solving} solving @param {Position} position @param {Limit} limit @param {number} lines @returns {Answer<Analysis | null>} */
function* solvedAnalysis(solving, position, limit, lines) {
  const began = performance.now();
  const found = yield* exactly(solving, position, allowedNodes(limit), lines, limit.seconds !== undefined);
  return found && { lines: found, depth: 0, nodes: 0, seconds: (performance.now() - began) / 1000, exact: found[0].exact };
}

/** Return how many positions a solver may look at. @param {Limit} limit */
export function allowedNodes({ seconds, nodes = 0 }) {
  return seconds !== undefined ? Math.floor(seconds * SOLVED_A_SECOND) : Math.max(nodes, EXACT_NODES);
}

/** Find the best lines of a position that a solver settles within this many positions for each; else null. @param {Solving} solving @param {Position} position @param {number} allowed @param {number} lines @param {boolean} [isSliced] @returns {Answer<Line[] | null>} */
export function* exactly(solving, position, allowed, lines, isSliced = false) {
  if (!solving.isPromising(position)) return null;
  const solution = yield* solving.solve(position, allowed, isSliced);
  if (!solution) return null;
  const wanted = Math.min(lines, position.legalCodes.length);
  if (wanted === 1) return [lineOf(solution, position)];
  /** @type {Line[]} */
  const rated = [];
  for (const move of position.moves) {
    const answer = yield* solving.solve(position.play(move), allowed, isSliced);
    if (!answer) return [lineOf(solution, position)];
    rated.push(lineAfter(move, answer));
  }
  return rated.sort((a, b) => byWorth(a, b, position.turn)).slice(0, wanted);
}

/** @param {Solution} solution @param {Position} position @returns {Line} */
function lineOf({ returns, points, plies, line }, position) {
  return { moves: line.length ? line : position.moves.slice(0, 1), score: returns, exact: { returns, points, plies }, value: null };
}

/** Return the line of one move, given what follows it. @param {Move} move @param {Solution} solution @returns {Line} */
function lineAfter(move, { returns, points, plies, line }) {
  return { moves: [move, ...line], score: returns, exact: { returns, points, plies: plies === null ? null : plies + 1 }, value: null };
}

/** Sort exact lines: winning, then points, then winning soon or losing late. @param {Line} a @param {Line} b @param {number} player */
function byWorth(a, b, player) {
  /** @param {Line} line */
  const worth = ({ exact }) => {
    const { returns, points, plies } = /** @type {Exact} */ (exact);
    const ahead = points ? points[player] - Math.max(...points.filter((_, other) => other !== player)) : 0;
    return [returns[player], ahead, returns[player] > 0 ? -(plies ?? 0) : (plies ?? 0)];
  };
  const [first, second] = [worth(a), worth(b)];
  const at = first.findIndex((part, place) => part !== second[place]);
  return at < 0 ? 0 : second[at] - first[at];
}

// -- what a search has proven --------------------------------------------------------------------

/** Give the exact length of a win that the search found, where it can be proven; else it stays open how many plies it takes. If it found none, though one seems near, the prover looks for it. @param {GameEngine} engine @param {Position} position @param {Analysis} report @returns {Answer<Analysis>} */
export function* proven(engine, position, report) {
  const [best] = report.lines;
  const known = best?.exact;
  if (!known) return yield* certain(engine, position, report);
  const { returns, points } = known;
  const winner = returns.indexOf(Math.max(...returns));
  const { prover } = engine;
  prover.forget();
  const most = Math.min(known.plies || PROOF_PLIES, PROOF_PLIES);
  const plies = yield* soonestWin(prover, position, winner, most, PROOF_NODES);
  /** @type {Move[] | null} */
  let moves = best.moves;
  if (plies && moves.length !== plies) moves = yield* winningLine(prover, position, winner, plies, 10 * PROOF_NODES);
  if (plies === null || !moves?.length) return { ...report, exact: { returns, points, plies: null }, lines: report.lines.map(openLength) };
  const exact = { returns, points, plies };
  const first = { moves, score: best.score, exact, value: best.value };
  const others = report.lines.slice(1).filter((line) => line.moves[0].code !== moves[0].code).map(openLength);
  return { ...report, exact, lines: [first, ...others] };
}

/** Add a win that the search has not seen, if the prover finds one where it expects to win. @param {GameEngine} engine @param {Position} position @param {Analysis} report @returns {Answer<Analysis>} */
export function* certain(engine, position, report) {
  const { prover, game } = engine;
  const [best] = report.lines;
  const player = position.turn;
  const { players, about } = game.kind;
  if (!best || best.exact || best.score[player] < CLEAR || about.scores) return report;
  prover.forget();
  const plies = yield* soonestWin(prover, position, player, CLEAR_PLIES, CLEAR_NODES);
  const moves = plies && (yield* winningLine(prover, position, player, plies, 10 * CLEAR_NODES));
  if (!moves || !moves.length) return report;
  const returns = about.seats.map((_, other) => (other === player ? 1 : -1 / (players - 1)));
  const exact = { returns, points: null, plies };
  const others = report.lines.filter((line) => line.moves[0].code !== moves[0].code);
  return { ...report, exact, lines: [{ moves, score: returns, exact, value: best.value }, ...others].slice(0, report.lines.length) };
}

/** Return a line whose length is not claimed: only that it wins or loses. @param {Line} line @returns {Line} */
const openLength = (line) => (line.exact ? { ...line, exact: { ...line.exact, plies: null } } : line);

/** @param {Analysis} report @returns {Analysis} */
const withoutLengths = (report) => ({ ...report, lines: report.lines.map(openLength), exact: report.exact && { ...report.exact, plies: null } });

// -- told as it goes -----------------------------------------------------------------------------

/**
 * Think for so long, and tell as it goes: something at once, exact results once they are proven, lengths of wins never before.
 * @param {GameEngine} engine @param {Position} position @param {{seconds: number, lines?: number}} limit
 * @returns {Steps<Analysis>}
 */
export function* live(engine, position, { seconds, lines = 1 }) {
  if (position.outcome) return endedAnalysis(position.outcome);
  const ends = performance.now() + 1000 * seconds;
  const left = () => Math.max((ends - performance.now()) / 1000, 0.01);
  engine.prover.isSliced = true;
  try {
    const { solving } = engine;
    if (solving?.isPromising(position)) {
      const limited = { seconds: SOLVER_SECONDS, nodes: GLANCE_NODES };
      yield withoutLengths(yield* changed(engine.searcher.think(position, limited, { lines }), withoutLengths));
      const limit = { seconds: Math.min(left(), SOLVER_SECONDS) };
      const best = yield* solvedAnalysis(solving.begin(), position, limit, 1);
      if (best && lines === 1) return best;
      if (best) {
        yield best;
        return (yield* solvedAnalysis(solving, position, { seconds: Math.min(left(), SOLVER_SECONDS) }, lines)) ?? best;
      }
    }
    return yield* deepened(engine, position, left(), lines);
  } finally {
    engine.prover.isSliced = false;
  }
}

/** Search deeper and deeper until time is up; each result is proven once, as soon as the search has found it. @param {GameEngine} engine @param {Position} position @param {number} seconds @param {number} wanted @returns {Steps<Analysis>} */
function* deepened(engine, position, seconds, wanted) {
  const search = engine.searcher.think(position, { seconds }, { lines: wanted });
  /** @type {Analysis | null} */
  let proof = null;
  let failed = "";
  for (;;) {
    const step = search.next();
    let report = step.value;
    const best = report?.lines[0]?.exact;
    if (report && best) {
      if (!proof && failed !== best.returns.join()) {
        const found = yield* proven(engine, position, report);
        if (found.exact?.plies != null) proof = found;
        else failed = best.returns.join();
      }
      report = proof?.lines[0].score.join() === report.lines[0].score.join() ? joined(proof, report, wanted) : withoutLengths(report);
    }
    if (step.done) return yield* certain(engine, position, /** @type {Analysis} */ (report));
    yield report;
  }
}

/** Put what is proven before what else was found. @param {Analysis} proof @param {Analysis} report @param {number} wanted @returns {Analysis} */
function joined(proof, report, wanted) {
  const [first] = proof.lines;
  const others = report.lines.filter((line) => line.moves[0].code !== first.moves[0].code).map(openLength);
  return { ...report, lines: [first, ...others].slice(0, wanted), exact: first.exact };
}
