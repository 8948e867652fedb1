// Somebody tries a puzzle: whether a move is right, what the others answer, what refutes it. Along the solution everything is known;
// anywhere else it is proven, as `puzzles/attempt.py` and `puzzles/solution_tree.py` do it.

import { PROVER as at } from "./layout.js";
import { TooHard } from "./prover.js";

/**
 * What is asked for, within a number of plies, or to the end of the game if that is 0.
 * @typedef {{kind: keyof typeof KINDS, plies: number, amount: number}} Goal
 * What becomes of a move: whether it is right, whether all is done, what the others answer or what refutes it. Not `known` is what
 * would take too long to prove.
 * @typedef {{right: boolean, done: boolean, moves: string[], known: boolean}} Verdict
 * @typedef {import("./position.js").Move} Move
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./prover.js").Prover} Prover
 */
/** @template R @typedef {import("./prover.js").Proof<R>} Proof */

export const KINDS = { win: at.WIN, points: at.WIN, draw: at.HOLD, hold: at.HOLD, take: at.TAKE, keep: at.KEEP, out: at.ELIMINATE };
const NODES = 20_000_000;
const CERTAIN_NODES = 20_000;

/** A goal followed from the position in which it was set; `left` are plies still to be played. */
class SolutionTree {
  /** @param {Prover} prover @param {Goal} goal @param {Position} start */
  constructor(prover, goal, start) {
    this._prover = prover;
    this._goal = goal;
    this._start = start;
    this._objective = prover.objective(start, KINDS[goal.kind], goal.amount);
    this.player = this._objective.player;
    // Whether it can be reached sooner or later, and not only at the end of all plies.
    this._hasSpeed = KINDS[goal.kind] !== at.HOLD && KINDS[goal.kind] !== at.KEEP;
  }

  /** Find out whether the goal has been reached, or cannot be missed any more though there is time. @param {Position} position @param {number} left @returns {Proof<boolean>} */
  *reached(position, left) {
    const isOver = position.outcome !== null || left <= 0 || this._hasSpeed;
    if (isOver && (yield* this._prover.proves(position, this._objective, 0))) return true;
    const mayBeCertain = this._goal.plies === 0 && position.text !== this._start.text;
    return mayBeCertain && (yield* this._prover.isCertain(position, this._objective, left, CERTAIN_NODES));
  }

  /** Find out whether the goal is still reached in time, whatever the others do. @param {Position} position @param {number} left */
  inReach(position, left) {
    return this._prover.proves(position, this._objective, left);
  }

  /** Find a move of the player that reaches the goal, and as soon as can be. @param {Position} position @param {number} left @returns {Proof<Move>} */
  *best(position, left) {
    const plies = this._hasSpeed ? yield* this._soonest(position, left) : left;
    for (const move of position.moves) if (yield* this._prover.proves(position.play(move), this._objective, plies - 1, 1)) return move;
    throw new TooHard();
  }

  /** Find another player's move: the goal stays in reach, but as late and as hard as can be. @param {Position} position @param {number} left @returns {Proof<Move>} */
  *reply(position, left) {
    let moves = yield* this._hasSpeed ? this._longest(position, left) : this._unbeaten(position, left);
    if (!moves.length) moves = position.moves;
    if (moves.length > 1 && position.play({ code: position.legalCodes[0] }).turn === this.player) {
      /** @type {number[]} */
      const shares = [];
      for (const move of moves) shares.push(yield* this._answers(position, move, left));
      const least = Math.min(...shares);
      moves = moves.filter((_, place) => shares[place] === least);
    }
    return moves[0];
  }

  /** Find how the others answer when the goal is out of reach, as far as it takes to see that. @param {Position} position @param {number} left @returns {Proof<Move[]>} */
  *refutation(position, left) {
    const line = [];
    for (; position.outcome === null && left > 0; left--) {
      const mine = position.turn === this.player;
      if (mine && this._hasSpeed) break;
      if (!this._hasSpeed && !(yield* this._prover.proves(position, this._objective, 0))) break; // missed for good
      const move = yield* mine ? this._lasting(position, left) : this._refuting(position, left);
      line.push(move);
      position = position.play(move);
    }
    return line;
  }

  /** @param {Position} position @param {number} left @returns {Proof<number>} */
  *_soonest(position, left) {
    return (yield* this._prover.soonest(position, this._objective, left)) ?? left;
  }

  /** Find the moves that put the goal off longest. @param {Position} position @param {number} left @returns {Proof<Move[]>} */
  *_longest(position, left) {
    const plies = yield* this._soonest(position, left);
    const found = [];
    for (const move of position.moves) if (!(yield* this._after(position, move, plies - 1))) found.push(move);
    return found;
  }

  /** Find the moves after which the player of the goal does not even win. @param {Position} position @param {number} left @returns {Proof<Move[]>} */
  *_unbeaten(position, left) {
    const winning = { ...this._objective, kind: at.WIN, amount: 0 };
    const found = [];
    for (const move of position.moves) if (!(yield* this._prover.proves(position.play(move), winning, left - 1))) found.push(move);
    return found;
  }

  /** Find which part of the answers to a move still reach the goal. @param {Position} position @param {Move} move @param {number} left @returns {Proof<number>} */
  *_answers(position, move, left) {
    const after = position.play(move);
    if (after.outcome) return 1;
    return (yield* this._prover.goodMoves(after, this._objective, left - 1)).length / after.moves.length;
  }

  /** Find another player's move that puts the goal out of reach: at once if it can, or one that takes something. @param {Position} position @param {number} left @returns {Proof<Move>} */
  *_refuting(position, left) {
    const taken = new Map(position.moves.map((move) => [move, position.effects(move).taken.length]));
    const moves = [...position.moves].sort((a, b) => Number(taken.get(b)) - Number(taken.get(a)));
    for (let plies = this._hasSpeed ? left : 1; plies <= left; plies++) {
      for (const move of moves) if (!(yield* this._after(position, move, plies))) return move;
    }
    return moves[0];
  }

  /** Find the player's move after which a goal that is out of reach is missed as late as can be. @param {Position} position @param {number} left @returns {Proof<Move>} */
  *_lasting(position, left) {
    for (let plies = left; plies > 0; plies--) {
      for (const move of position.moves) if (yield* this._after(position, move, plies)) return move;
    }
    return position.moves[0];
  }

  /** Find out whether the goal is reached within `plies` that begin with this move. @param {Position} position @param {Move} move @param {number} plies */
  _after(position, move, plies) {
    return this._prover.proves(position.play(move), this._objective, plies - 1);
  }
}

/**
 * Judge the last of these moves, which is the player's; all of them must be legal.
 * @param {Prover} prover @param {Position} start @param {Goal} goal @param {string[]} solution @param {string[]} moves
 * @returns {Proof<Verdict>}
 */
export function* tried(prover, start, goal, solution, moves) {
  let position = start;
  for (const text of moves) position = played(position, text);
  if (moves.every((text, place) => text === solution[place])) {
    const answers = knownAnswers(position, start.turn, solution.slice(moves.length));
    return { right: true, done: moves.length + answers.length === solution.length, moves: answers, known: true };
  }
  prover.forget();
  prover.allow(NODES);
  const isFirst = moves.length === 1;
  try {
    const left = (goal.plies || at.MAX_PLIES) - moves.length;
    return yield* judged(new SolutionTree(prover, goal, start), position, left, isFirst);
  } catch (error) {
    if (error instanceof TooHard) return { right: !isFirst, done: false, moves: [], known: false };
    throw error;
  }
}

/** @param {Position} position @param {string} text */
function played(position, text) {
  const move = position.find(text);
  if (!move) throw new RangeError(`${text} is not legal here.`);
  return position.play(move);
}

/** Return the moves of the solution up to the player's next choice. @param {Position} position @param {number} player @param {string[]} rest */
function knownAnswers(position, player, rest) {
  const answers = [];
  for (const text of rest) {
    if (chooses(position, player)) break;
    answers.push(text);
    position = played(position, text);
  }
  return answers;
}

/** Tell whether it is the player's turn, with more than one move to choose from. @param {Position} position @param {number} player */
const chooses = (position, player) => position.turn === player && position.legalCodes.length > 1;

/** Judge a move that led here, off the solution; on a first move it is known. @param {SolutionTree} tree @param {Position} position @param {number} left @param {boolean} isFirst @returns {Proof<Verdict>} */
function* judged(tree, position, left, isFirst) {
  if (isFirst || !(yield* tree.inReach(position, left))) {
    const line = yield* tree.refutation(position, left);
    return { right: false, done: false, moves: line.map(({ text }) => text), known: true };
  }
  const answers = [];
  while (!(yield* tree.reached(position, left)) && !chooses(position, tree.player)) {
    const move = yield* position.turn === tree.player ? tree.best(position, left) : tree.reply(position, left);
    answers.push(move.text);
    position = position.play(move);
    left--;
  }
  return { right: true, done: yield* tree.reached(position, left), moves: answers, known: true };
}
