// What a player can force, by which moves, and how soon.

import { PROVER as at } from "./layout.js";

/**
 * What a player pursues: a kind, the player, and amounts that count from the beginning of the game.
 * @typedef {{kind: number, player: number, amount: number, lost: number, out: number}} Objective
 * @typedef {import("./report.js").Move} Move
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./position.js").Position} Position
 */
/**
 * @template R
 * @typedef {import("./report.js").Steps<never, R>} Proof a computation that knows nothing before its end
 */

const NODES = 200_000_000;
const MEGABYTES = 8;
const ROOM = 100_000; // for the lists of moves of all positions on the way to a last one
const NOBODY = -1;
const FIRST_SLICE = 10_000;

/** A proof that would visit more positions than allowed. */
export class TooHard extends Error {}

/** Return the objective to win alone. @param {number} player @returns {Objective} */
export const toWin = (player) => ({ kind: at.WIN, player, amount: 0, lost: 0, out: 0 });

export class Prover {
  /** @param {Game} game */
  constructor(game) {
    const kernels = game.kind.module.instance();
    const width = game.kind.about.fields + 1;
    this.game = game;
    this._kernels = kernels;
    this._ctx = kernels.rows(game.ctx.view);
    this._rows = kernels.words(game.kind.about.fields);
    this._table = kernels.words(width * 2 ** Math.floor(Math.log2((MEGABYTES << 20) / (8 * width))));
    this._mem = kernels.numbers(at.MOVES + ROOM + game.kind.about.max_moves);
    this._mem.view[at.ROOM] = BigInt(at.MOVES + ROOM);
    this._asked = 0;
    /** Whether a long proof goes in slices, asked again and again with what the table knows by then. */
    this.isSliced = false;
    /** The numbers of the questions asked since `allow`: answers hold for one history only. @type {Map<string, number>} */
    this._questions = new Map();
    this.allow(NODES);
  }

  /** The bytes of memory that it has taken. */
  get memory() {
    return this._kernels.memory.buffer.byteLength;
  }

  /** Begin anew, as a new prover would; answers that are in the table already are to other questions. */
  forget() {
    this._mem.view.fill(0n, 0, at.MOVES);
    this._mem.view[at.ROOM] = BigInt(at.MOVES + ROOM);
    this.allow(NODES);
  }

  /** Let the proofs from now on visit this number of positions, all together; those that the history of `root` makes draws count as drawn. @param {number} nodes @param {Position} [root] */
  allow(nodes, root) {
    this._questions.clear();
    const drawn = root ? drawnPositions(root) : [];
    const tooMany = drawn.length > at.MAX_DRAWN; // a proof must know them all
    const mem = this._mem.view;
    mem[at.NODES] = 0n;
    mem[at.MOST] = BigInt(tooMany ? 0 : nodes);
    mem[at.STOP] = 0n;
    mem[at.DRAWN_COUNT] = BigInt(tooMany ? 0 : drawn.length);
    if (!tooMany) mem.set(drawn.flat(), at.DRAWN);
  }

  /** How many positions have been visited since `allow`. */
  get nodes() {
    return this._mem.at(at.NODES);
  }

  /** Return the objective of the player to move, its amount counted from now on. @param {Position} position @param {number} kind @param {number} [amount] @returns {Objective} */
  objective(position, kind, amount = 0) {
    this._rows.view.set(position.state);
    this._kernels.call("set_objective", this._rows, this._ctx, this._mem, kind, amount);
    const [, player, total, lost, out] = Array.from(this._mem.view.slice(at.KIND, at.OUT + 1), Number);
    return { kind, player, amount: total, lost, out };
  }

  /** Find out whether an objective is reached within these plies, whatever the others do; `above` is the number of plies since the root. @param {Position} position @param {Objective} objective @param {number} plies @param {number} [above] @returns {Proof<boolean>} */
  *proves(position, objective, plies, above = 0) {
    return yield* this._ask(position, objective, plies, objective.player, above);
  }

  /** Find out whether every way to play on reaches the objective, seen in this many nodes. @param {Position} position @param {Objective} objective @param {number} plies @param {number} nodes @returns {Proof<boolean>} */
  *isCertain(position, objective, plies, nodes) {
    const most = this._mem.at(at.MOST);
    this._mem.view[at.MOST] = BigInt(Math.min(most, this.nodes + nodes));
    try {
      return yield* this._ask(position, objective, plies, NOBODY, 0);
    } catch (error) {
      if (error instanceof TooHard) return false;
      throw error;
    } finally {
      this._mem.view[at.MOST] = BigInt(most);
      this._mem.view[at.STOP] = 0n;
    }
  }

  /** @param {Position} position @param {Objective} objective @param {number} plies @param {number} helped @param {number} above @returns {Proof<boolean>} */
  *_ask(position, objective, plies, helped, above) {
    const { kind, player, amount, lost, out } = objective;
    const key = [kind, player, amount, lost, out, helped];
    const question = this._questions.get(key.join()) ?? ++this._asked;
    this._questions.set(key.join(), question);
    this._mem.view.set(key.map(BigInt), at.KIND);
    this._mem.view[at.QUESTION] = BigInt(question);
    this._rows.view.set(position.state);
    const left = Math.min(plies, at.MAX_PLIES);
    const most = this._mem.at(at.MOST);
    for (let slice = FIRST_SLICE; ; slice *= 2) {
      const end = this.isSliced ? Math.min(most, this.nodes + slice) : most;
      this._mem.view[at.MOST] = BigInt(end);
      const found = this._kernels.call("prove", this._rows, this._ctx, this._mem, this._table, left, above);
      this._mem.view[at.MOST] = BigInt(most);
      if (!this._mem.view[at.STOP]) return found === 1;
      if (end === most || this.nodes <= end) throw new TooHard(); // or there is no room for more moves
      this._mem.view[at.STOP] = 0n;
      yield null;
      this._rows.view.set(position.state);
    }
  }

  /** Find the moves after which the objective is still reached in time. @param {Position} position @param {Objective} objective @param {number} plies @returns {Proof<Move[]>} */
  *goodMoves(position, objective, plies) {
    const found = [];
    for (const move of position.moves) if (yield* this.proves(position.play(move), objective, plies - 1, 1)) found.push(move);
    return found;
  }

  /** Find the fewest plies within which the objective is reached, if at most `most`. @param {Position} position @param {Objective} objective @param {number} most @returns {Proof<number | null>} */
  *soonest(position, objective, most) {
    for (let plies = 0; plies <= most; plies++) if (yield* this.proves(position, objective, plies)) return plies;
    return null;
  }

  /** Find one way to reach the objective in exactly these plies, the others resisting. @param {Position} position @param {Objective} objective @param {number} plies @returns {Proof<Move[]>} */
  *line(position, objective, plies) {
    const line = [];
    for (let left = plies - 1; left >= 0; left--) {
      /** @type {Move} */
      const move = yield* this._step(position, objective, left, line.length + 1);
      line.push(move);
      position = position.play(move);
    }
    return line;
  }

  /** Find a move after which `left` plies suffice, or no fewer if another player moves. @param {Position} position @param {Objective} objective @param {number} left @param {number} above @returns {Proof<Move>} */
  *_step(position, objective, left, above) {
    for (const move of position.moves) {
      const after = position.play(move);
      let fits;
      if (after.outcome) fits = left === 0 && after.outcome.winners.length === 1 && after.outcome.winners[0] === objective.player;
      else if (position.turn === objective.player) fits = yield* this.proves(after, objective, left, above);
      else fits = left > 0 && !(yield* this.proves(after, objective, left - 1, above));
      if (fits) return move;
    }
    throw new TooHard();
  }
}

/** Run a proof; null if it takes too long. @template R @param {Proof<R>} proof @returns {Proof<R | null>} */
export function* unlessTooHard(proof) {
  try {
    return yield* proof;
  } catch (error) {
    if (error instanceof TooHard) return null;
    throw error;
  }
}

/** Find out in how many plies a player wins at the soonest; null if not within `most`. @param {Prover} prover @param {Position} root @param {number} player @param {number} most @param {number} nodes @returns {Proof<number | null>} */
export function* soonestWin(prover, root, player, most, nodes) {
  prover.allow(nodes, root);
  return yield* unlessTooHard(prover.soonest(root, toWin(player), most));
}

/** Find one way to win in exactly these plies; null if it takes too long. @param {Prover} prover @param {Position} root @param {number} player @param {number} plies @param {number} nodes @returns {Proof<Move[] | null>} */
export function* winningLine(prover, root, player, plies, nodes) {
  prover.allow(nodes, root);
  return yield* unlessTooHard(prover.line(root, toWin(player), plies));
}

/** Return the positions that draw when they come back once more, and on odd or even plies. @param {Position} root @returns {[bigint, bigint, bigint][]} */
function drawnPositions({ history, state, game }) {
  /** @type {Map<string, {entry: [bigint, bigint, bigint], count: number}>} */
  const counts = new Map();
  /** @param {bigint} a @param {bigint} b @param {number} parity */
  const add = (a, b, parity) => {
    const key = `${a} ${b} ${parity}`;
    const known = counts.get(key);
    if (known) known.count++;
    else counts.set(key, { entry: [BigInt.asIntN(64, a), BigInt.asIntN(64, b), BigInt(parity)], count: 1 });
  };
  history.forEach(([mine, theirs], place) => add(mine, theirs, (history.length - place) & 1));
  if (history.length) add(state[0], state[1], 0);
  return [...counts.values()].filter(({ count }) => count + 1 >= game.repetition).map(({ entry }) => entry);
}
