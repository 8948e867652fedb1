// Where nothing is to be won any more: of the best moves, the one that is hardest to answer. `search/swindles.py` tells how.

import { compare } from "./mcts.js";

/**
 * @typedef {import("./mcts.js").TreeSearcher} TreeSearcher
 * @typedef {import("./report.js").Move} Move
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./solving.js").Solution} Solution
 * @typedef {import("./solving.js").Solving} Solving
 * A move that keeps what one has, and what has been found out about the replies to it.
 * @typedef {{move: Move, after: Position, answer: Solution, faulty: Map<number, boolean>, danger: number}} Candidate
 */
/** @template R @typedef {import("./solving.js").Answer<R>} Answer */

// Of how many moves each round thinks, in how many random games each, and how many of the replies tried most the solver is asked for.
const ROUNDS = [[80, 400, 2], [16, 2000, 3], [6, 10_000, 4], [4, 40_000, 6]];
const SHARE = 10; // a move or a reply may take the solver this part of what the position itself may
const FADING = 3; // what an earlier, shorter round said counts for this many times less
const UNLIKELY = 0.03;
const FEW = 600; // so few replies to all moves can all be asked for

/** Rates the best moves of one position, by a solver and by a player to try them on. */
class SwindleFinder {
  /** @param {Position} position @param {number} nodes @param {Solving} solving */
  constructor(position, nodes, solving) {
    this._position = position;
    this._nodes = nodes;
    this._solving = solving;
  }

  /** Find the moves that keep what one has; null where the solver cannot tell. @returns {Answer<Candidate[] | null>} */
  *candidates() {
    const { moves, turn } = this._position;
    /** @type {Candidate[]} */
    const rated = [];
    for (const move of moves) {
      const after = this._position.play(move);
      const answer = yield* this._solving.solve(after, this._nodes);
      if (!answer) return null;
      rated.push({ move, after, answer, faulty: new Map(), danger: 0 });
    }
    const top = Math.max(...rated.map(({ answer }) => answer.returns[turn]));
    return rated.filter(({ answer }) => answer.returns[turn] === top);
  }

  /** Sort the most dangerous first; of those alike what costs least, then what lasts longest. @param {Candidate[]} candidates */
  sorted(candidates) {
    const { turn } = this._position;
    /** @param {Candidate} one */
    const key = ({ danger, answer: { points, returns, plies } }) => {
      const all = points ?? returns.map(() => 0);
      return [danger, 2 * all[turn] - all.reduce((sum, part) => sum + part, 0), plies ?? 0];
    };
    return [...candidates].sort((a, b) => compare(key(b), key(a)));
  }

  /** Find out how likely a search of this many random games goes wrong after a move. @param {Candidate} one @param {TreeSearcher} search @param {number} games @param {number} replies @returns {Answer<number>} */
  *danger(one, search, games, replies) {
    if (!one.after.legalCodes.length) return 0;
    const tries = [...(yield* search.visits(one.after, games))];
    const most = Math.max(...tries.map(([, count]) => count));
    let right = 0;
    let wrong = 0;
    for (const [code, count] of tries.slice(0, replies)) {
      const weight = eighthPower(count / most);
      if (weight < UNLIKELY) break;
      if (yield* this._isFault(one, code)) wrong += weight;
      else right += weight;
    }
    return wrong / (right + wrong);
  }

  /** Find out how many of the replies to a move give away something: 0 for none, 1 for all. @param {Candidate} one @returns {Answer<number>} */
  *faults(one) {
    const codes = one.after.legalCodes;
    let faults = 0;
    for (const code of codes) faults += Number(yield* this._isFault(one, code));
    return faults / Math.max(1, codes.length);
  }

  /** Find out whether a reply gives away something; where the solver cannot tell, it does not. @param {Candidate} one @param {number} code @returns {Answer<boolean>} */
  *_isFault({ after, answer, faulty }, code) {
    const known = faulty.get(code);
    if (known !== undefined) return known;
    const reply = yield* this._solving.solve(after.play({ code }), this._nodes);
    const found = reply !== null && reply.returns[after.turn] < answer.returns[after.turn];
    faulty.set(code, found);
    return found;
  }
}

/** Find the move that keeps what one has, and after which the other most likely gives away theirs; null where a solver cannot tell. @param {Position} position @param {number} nodes @param {number} effort the share of them, and of the random games @param {Solving} solving @param {TreeSearcher} search a player that knows the rules alone @returns {Answer<Move | null>} */
export function* bestSwindle(position, nodes, effort, solving, search) {
  const finder = new SwindleFinder(position, Math.floor(Math.floor(nodes / SHARE) * effort), solving);
  const candidates = yield* finder.candidates();
  if (!candidates) return null;
  if (candidates.length === 1) return candidates[0].move;
  let left = candidates;
  for (const [keep, games, replies] of ROUNDS) {
    left = left.slice(0, keep);
    for (const one of left) one.danger = one.danger / FADING + (yield* finder.danger(one, search, Math.ceil(games * effort), replies));
    left = finder.sorted(left);
  }
  const replies = candidates.reduce((sum, one) => sum + one.after.legalCodes.length, 0);
  if (left[0].danger < UNLIKELY && replies <= FEW) {
    // Nothing tempts: then at least many replies should be wrong.
    for (const one of candidates) one.danger = yield* finder.faults(one);
    left = finder.sorted(candidates);
  }
  return left[0].move;
}

/** A player plays the reply tried most; one tried a tenth less is half as likely. @param {number} share */
function eighthPower(share) {
  const square = share * share;
  const fourth = square * square;
  return fourth * fourth;
}
