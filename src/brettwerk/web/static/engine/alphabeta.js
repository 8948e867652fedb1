// Thinks about positions of games for two: deepens the compiled search until a limit is reached.

import { ALPHABETA as at } from "./layout.js";
import { Slice } from "./report.js";

/**
 * @typedef {import("./report.js").Analysis} Analysis
 * @typedef {import("./report.js").Limit} Limit
 * @typedef {import("./report.js").Line} Line
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./position.js").Position} Position
 */

const MOST_DEPTH = 50;
const NO_LIMIT = 2 ** 52;
const BUCKET_BYTES = 32;
const LOGIT = 1000;
const BETWEEN_REPORTS = 100; // milliseconds within a depth

export class AlphaBetaSearcher {
  /** @param {Game} game @param {import("./game-engine.js").ScoreFacts} score @param {number} megabytes of the table */
  constructor(game, { weights, network, steering }, megabytes) {
    this._kernels = game.kind.module.instance();
    this._ctx = this._kernels.rows(game.ctx.view);
    this._root = this._kernels.words(game.kind.about.fields);
    this._mem = this._kernels.numbers(at.MOVES + game.kind.about.max_moves * at.MAX_PLY);
    this._table = this._kernels.words(4 * 2 ** Math.floor(Math.log2(megabytes * 2 ** 20 / BUCKET_BYTES)));
    this._past = this._kernels.words(2 * at.PAST);
    this._generation = 0;
    this._slice = new Slice(4000);
    this._weights = weights;
    this._write(at.WEIGHTS, weights);
    this._set(at.HAS_NETWORK, network ? 1 : 0);
    this._mem.view.set(wordsOf(network), at.NETWORK);
    this._set(at.MARGIN, steering.margin);
    this._set(at.NULL_DEPTH, steering.nullDepth);
    this._set(at.LATE_FROM, steering.lateFrom);
    this._set(at.REDUCE, steering.reduce);
    this._set(at.SINGULAR_FROM, steering.singularFrom);
    this._kernels.call("set_up", this._ctx, this._mem);
  }

  /** The bytes of memory that it has taken. */
  get memory() {
    return this._kernels.memory.buffer.byteLength;
  }

  /** Begin anew, as if nothing had been searched yet. */
  forget() {
    this._generation = 0;
    this._table.view.fill(0n);
  }

  /** Judge by these weights from now on. @param {number[]} weights */
  weigh(weights) {
    if (weights === this._weights) return;
    this._weights = weights;
    this._write(at.WEIGHTS, weights);
    this.forget();
  }

  /**
   * Deepen until the limit is reached; moves whose codes are in `without` are left out of account.
   *
   * A search without a limit of time goes through each depth in one step, and finds the same everywhere. Others go in slices: a
   * depth that takes longer is begun again, with all that the table knows by then.
   * @param {Position} position @param {Limit} limit @param {{lines?: number, without?: number[]}} [options]
   * @returns {import("./report.js").Steps<Analysis>}
   */
  *think(position, limit, { lines = 1, without = [] } = {}) {
    const began = performance.now();
    const most = limit.nodes ?? NO_LIMIT;
    this._begin(position, most, without);
    let found = this._report(position, 0, began);
    for (let depth = 1; depth <= Math.min(limit.depth ?? MOST_DEPTH, MOST_DEPTH); ) {
      const isSettled = this._deepen(depth, lines, most, limit.seconds !== undefined);
      const isCut = this._get(at.STOP) === 1 && this._get(at.NODES) < most;
      const spent = performance.now() - began;
      const isOver = limit.seconds !== undefined && spent >= 1000 * limit.seconds;
      if (isCut && !isOver && spent < 1000 * found.seconds + BETWEEN_REPORTS) {
        yield null;
        continue;
      }
      found = this._report(position, depth, began);
      if (isOver || (!isCut && (isSettled || this._get(at.STOP)))) return found;
      yield found;
      if (!isCut) depth++;
    }
    return found;
  }

  /** @param {Position} position @param {number} nodes @param {number[]} without */
  _begin(position, nodes, without) {
    this._generation = this._generation % 200 + 1;
    this._root.view.set(position.state);
    const past = position.history.slice(-at.PAST);
    this._past.view.set(past.flat());
    this._kernels.call("begin", this._mem, this._past, past.length, nodes, this._generation);
    this._set(at.WITHOUT, without.length);
    this._write(at.SHUT_OUT, without);
  }

  /** @param {number} depth @param {number} lines @param {number} most @param {boolean} sliced */
  _deepen(depth, lines, most, sliced) {
    const search = () => this._kernels.call("deepen", this._root, this._ctx, this._mem, this._table, depth, lines) === 1;
    this._set(at.STOP, 0);
    this._set(at.MOST_NODES, sliced ? Math.min(most, this._get(at.NODES) + this._slice.nodes) : most);
    return sliced ? this._slice.run(search) : search();
  }

  /** @param {Position} position @param {number} depth @param {number} began @returns {Analysis} */
  _report(position, depth, began) {
    const first = at.FOUND_LINES + this._get(at.FOUND) * at.MOST_LINES * at.LINE;
    const lines = Array.from({ length: this._get(at.FOUND_COUNT) }, (_, number) => {
      const line = first + number * at.LINE;
      const codes = this._mem.view.slice(line + at.FIRST, line + at.FIRST + this._get(line + at.LENGTH));
      return lineOf(position, this._get(line + at.VALUE), Array.from(codes, Number));
    });
    return { lines, depth, nodes: this._get(at.NODES), seconds: (performance.now() - began) / 1000, exact: null };
  }

  /** @param {number} place */
  _get(place) {
    return Number(this._mem.view[place]);
  }

  /** @param {number} place @param {number} value */
  _set(place, value) {
    this._mem.view[place] = BigInt(value);
  }

  /** @param {number} place @param {number[]} values */
  _write(place, values) {
    this._mem.view.set(values.map(BigInt), place);
  }
}

/** Return a network as words, in which all its numbers have 16 bits; nothing if the text is empty. @param {string} text */
function wordsOf(text) {
  const { buffer } = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const head = new Int16Array(buffer, 0, text ? at.NETWORK_HEAD : 0);
  return new BigInt64Array(Int16Array.of(...head, ...new Int8Array(buffer, 2 * head.length)).buffer);
}

/** @param {Position} position @param {number} value @param {number[]} codes @returns {Line} */
function lineOf(position, value, codes) {
  const score = byTurn(expected(value), position.turn);
  const exact = Math.abs(value) > at.SURE ? { returns: score, points: null, plies: at.WIN - Math.abs(value) } : null;
  return { moves: [...movesOf(position, codes)], score, exact, value };
}

/** Return what a score makes expect, from -1 to 1. @param {number} value */
function expected(value) {
  return Math.abs(value) > at.HIGHEST ? Math.sign(value) : Math.tanh(value / (2 * LOGIT));
}

/** Return what both expect, in the order of players. @param {number} mine @param {number} turn */
const byTurn = (mine, turn) => (turn === 0 ? [mine, 0 - mine] : [0 - mine, mine]);

/** Yield the moves of a line, as far as they are legal and the game goes on. @param {Position} position @param {number[]} codes */
function* movesOf(position, codes) {
  for (const code of codes) {
    if (!position.legalCodes.includes(code)) return;
    yield { text: position.game.textOf(code), code };
    position = position.play({ code });
  }
}
