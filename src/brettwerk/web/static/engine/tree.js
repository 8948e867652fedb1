// One tree of a Monte-Carlo tree search, in a few arrays of fixed size, grown by kernels.

import { TREE as k } from "./layout.js";
import { Slice } from "./report.js";

/**
 * How leaves get their values, and how the tree grows from there.
 * @typedef {{search: string, exploration: number, ucb1: boolean, proves: boolean, countsGames: boolean, longest: number}} Leaves
 * A move at the root: its visits, sums of values, and the player who is proven to win, from 1; `plies` when it ends the game.
 * @typedef {{move: number, visits: number, sums: number[], proof: number, plies: number | null}} Child
 * @typedef {import("./position.js").Position} Position
 */

const NODE_BYTES = 8 * (k.NODE + k.WORTH);
const PLENTY = 2n ** 62n;
const SEED = 0x9e3779b97f4a7c1n;
const CLEAR_WAY = 8; // a line goes on while its node has been visited so often
const LONGEST = 2000;

/** @type {Leaves} */
export const JUDGED = { search: "search_judged", exploration: 0.5, ucb1: false, proves: true, countsGames: false, longest: LONGEST };
/** @type {Leaves} */
export const ROLLOUTS = { search: "search_by_rollouts", exploration: 2 * Math.SQRT2, ucb1: true, proves: true, countsGames: false, longest: LONGEST };
/** @type {Leaves} */
export const TEXTBOOK = { ...ROLLOUTS, proves: false, countsGames: true };

export class Tree {
  /** @param {import("./game.js").Game} game @param {Leaves} leaves @param {number} megabytes */
  constructor(game, leaves, megabytes) {
    const { max_moves, fields, engine } = game.kind.about;
    const { player } = engine;
    const kernels = game.kind.module.instance();
    const room = Math.max(4 * k.LARGEST, Math.floor(megabytes * 2 ** 20 / NODE_BYTES));
    const weights = player?.weights ?? [];
    this._kernels = kernels;
    this._leaves = leaves;
    this._seats = game.kind.players;
    this._features = player?.features ?? 0;
    this._slice = new Slice(4096);
    this._rows = kernels.words(fields);
    this._ctx = kernels.rows(game.ctx.view);
    this._settings = kernels.floats(k.SETTINGS + weights.length);
    this._facts = kernels.floats(k.PLAYERS * this._features + (player?.kept ?? 0));
    this._tree = kernels.numbers(room * k.NODE);
    this._worth = kernels.floats(room * k.WORTH);
    this._path = kernels.numbers(k.DEEP + 2);
    this._buf = kernels.numbers(max_moves);
    this._seen = kernels.words(0);
    this._notes = kernels.numbers(k.NOTES);
    this._settings.view.set([leaves.exploration, 0, ...weights]);
    this._nodes = room;
  }

  /** The bytes of memory that it has taken. */
  get memory() {
    return this._kernels.memory.buffer.byteLength;
  }

  /** Begin a new tree with this position as root; it grows until it is so deep. @param {Position} position @param {number} [depth] */
  plant(position, depth) {
    const past = position.history;
    this._seen.free();
    this._seen = this._kernels.words(2 * (past.length + this._leaves.longest + k.DEEP + 2));
    this._seen.view.set(past.flat());
    this._rows.view.set(position.state);
    this._tree.view.set([0n, 0n, BigInt(k.UNGROWN)]);
    this._worth.view.fill(0, 0, k.WORTH);
    const notes = this._notes.view;
    notes.fill(0n);
    notes[k.USED] = 1n;
    notes[k.PAST] = BigInt(past.length);
    notes[k.LONGEST] = BigInt(this._leaves.longest);
    notes[k.MOST_DEPTH] = depth === undefined ? PLENTY : BigInt(depth);
    notes[k.SEATS] = BigInt(this._seats);
    notes[k.FEATURES] = BigInt(this._features);
    notes[k.PROVES] = BigInt(this._leaves.proves);
    notes[k.UCB1] = BigInt(this._leaves.ucb1);
    notes[k.RANDOM] = SEED;
  }

  /** Take the first walk, so that there is a move to answer with. */
  growFirst() {
    this._run(PLENTY, 1n);
  }

  /** Grow for a few milliseconds, at most to `nodes`; forget the least visited if the tree is full. @param {number} nodes */
  grow(nodes) {
    const end = BigInt(this._note(k.NODES) + this._slice.nodes);
    const most = BigInt(Math.min(nodes, 2 ** 52));
    this._slice.run(() => (this._leaves.countsGames ? this._run(end, most) : this._run(most < end ? most : end, PLENTY)));
    for (let fewest = 4; this._note(k.FULL); fewest *= 4) {
      this._kernels.call("trim", this._tree, this._worth, this._notes, fewest);
      this._notes.view[k.FULL] = BigInt(this._note(k.USED) > Math.floor(this._nodes / 2));
    }
  }

  /** @param {bigint} nodes @param {bigint} walks */
  _run(nodes, walks) {
    this._notes.view[k.MOST_NODES] = nodes;
    this._notes.view[k.MOST_WALKS] = walks;
    const { _rows, _ctx, _settings, _facts, _tree, _worth, _path, _buf, _seen, _notes } = this;
    this._kernels.call(this._leaves.search, [_rows, _ctx, _settings, _facts, _tree, _worth, _path, _buf, _seen, _notes]);
  }

  /** The positions looked at, or the random games played. */
  get nodes() {
    return this._note(this._leaves.countsGames ? k.WALKS : k.NODES);
  }

  /** The plies of the longest walk. */
  get depth() {
    return this._note(k.DEEPEST);
  }

  /** The player who is proven to win at the root, from 1, or 0. */
  get proven() {
    return this._proof(0);
  }

  /** Whether the tree is as deep as it may be, or has a proof at its root. */
  get isFinished() {
    return this._notes.view[k.DEEPEST] >= this._notes.view[k.MOST_DEPTH] || this.proven > 0;
  }

  /** Return the moves at the root that have been visited. @returns {Child[]} */
  children() {
    return this._family(0).filter((node) => this._visits(node)).map((node) => ({
      move: this._move(node),
      visits: this._visits(node),
      sums: Array.from(this._worth.view.slice(node * k.WORTH, node * k.WORTH + this._seats)),
      proof: this._proof(node),
      plies: this._at(node, k.FAMILY) === k.OVER ? 1 : null,
    }));
  }

  /** Return how play would go on after a move at the root: the moves most visited. @param {number} move */
  way(move) {
    const moves = [move];
    let node = /** @type {number} */ (this._family(0).find((child) => this._move(child) === move));
    for (let family = this._family(node); family.length; family = this._family(node)) {
      const side = Math.floor(this._at(node, k.STATUS) / 2 ** k.SIDE) & 3;
      node = family.reduce((best, child) => (this._pull(child, side) > this._pull(best, side) ? child : best));
      if (this._visits(node) < CLEAR_WAY && !this._proof(node)) break;
      moves.push(this._move(node));
    }
    return moves;
  }

  /** Return how a player to move sorts moves: proven wins first, proven losses last. @param {number} node @param {number} side */
  _pull(node, side) {
    const proof = this._proof(node);
    return (proof === 1 + side ? 2 : proof ? 0 : 1) * 2 ** 50 + this._visits(node);
  }

  /** Return the children of a node. @param {number} node */
  _family(node) {
    const family = this._at(node, k.FAMILY);
    const count = family > 0 ? family & k.COUNT : 0;
    const first = Math.floor(family / 2 ** k.FIRST);
    return Array.from({ length: count }, (_, at) => first + at);
  }

  /** @param {number} node @param {number} part */
  _at(node, part) {
    return Number(this._tree.view[node * k.NODE + part]);
  }

  /** @param {number} node */
  _visits(node) {
    return this._at(node, k.VISITS);
  }

  /** @param {number} node */
  _move(node) {
    return Math.floor(this._at(node, k.STATUS) / 2 ** k.MOVE);
  }

  /** @param {number} node */
  _proof(node) {
    return this._at(node, k.STATUS) & k.PROOF;
  }

  /** @param {number} place */
  _note(place) {
    return Number(this._notes.view[place]);
  }
}
