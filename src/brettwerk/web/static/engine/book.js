// The opening book of a game: moves found by searches deeper than a player has time for, as in `search/book.py`.

import { bytesAt } from "./module.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./position.js").Move} Move
 * @typedef {import("./position.js").Position} Position
 * The moves of the book at a position by "": what each promises its player. Then what follows some of its moves, in the same way.
 * @typedef {{[move: string]: object}} Tree
 * A start, the symmetries of the board that keep it, and what follows it; `sets` is how many words of a state are sets of cells.
 * @typedef {{sets: number, starts: {options: Record<string, unknown>, symmetries: number[][], tree: Tree}[]}} BookFile
 */

export const FROM_LEVEL = 8; // computer players of this level and above use the book
const ENDS = ["repetition", "ply_limit"]; // options that decide only when a game ends

/** Load the file of a book. @param {URL | string} address @returns {Promise<BookFile>} */
export async function bookAt(address) {
  return JSON.parse(new TextDecoder().decode(await bytesAt(address)));
}

/** Write the options that say where a game begins, to compare them. @param {Record<string, unknown>} chosen */
export const startOf = (chosen) => JSON.stringify(Object.entries(chosen).filter(([name]) => !ENDS.includes(name)).sort());

/** What the book knows of a game with its options. */
export class OpeningBook {
  /** @param {Game} game @param {BookFile} file */
  constructor(game, { sets, starts }) {
    const start = starts.find(({ options }) => startOf(options) === startOf(game.chosen));
    this._sets = sets;
    this._symmetries = start?.symmetries ?? [];
    /** The positions of the book and their moves, by states. @type {Map<string, {position: Position, moves: string[]}>} */
    this._entries = new Map();
    if (start) this._read(game.start(), start.tree);
  }

  /** Play the moves of a tree, and note the moves of each position. @param {Position} position @param {Tree} tree */
  _read(position, tree) {
    for (const [move, below] of Object.entries(tree)) {
      if (move) this._read(after(position, move), /** @type {Tree} */ (below));
      else this._entries.set(position.state.join(), { position: position.bare, moves: Object.keys(below) });
    }
  }

  /** Return the moves of the book at a position, best first; mostly none. @param {Position} position @returns {Move[]} */
  moves(position) {
    const number = this._images(position).findIndex((state) => this._entries.has(state));
    const entry = this._entries.get(this._images(position)[number]);
    if (!entry) return [];
    const found = new Map(position.moves.map((move) => [this._images(position.play(move))[number], move]));
    return entry.moves.flatMap((text) => found.get(after(entry.position, text).state.join()) ?? []);
  }

  /** Return a move of the book, chosen by the seed; null where it has none. @param {Position} position @param {number | bigint} seed */
  move(position, seed) {
    const moves = this.moves(position);
    return moves.length ? moves[Number(BigInt.asUintN(64, BigInt(seed)) % BigInt(moves.length))] : null;
  }

  /** Write the state of a position, and its images in the order of the symmetries. @param {Position} position */
  _images({ state }) {
    const [sets, rest] = [state.slice(0, this._sets), state.slice(this._sets)];
    return [state, ...this._symmetries.map((symmetry) => [...sets.map((set) => image(set, symmetry)), ...rest])].map((words) => words.join());
  }
}

/** @param {Position} position @param {string} text */
function after(position, text) {
  const move = position.find(text);
  if (!move) throw new RangeError(`The book has ${text}, which is not legal.`);
  return position.play(move);
}

/** Return the image of a set of cells. @param {bigint} set @param {number[]} symmetry */
const image = (set, symmetry) => symmetry.reduce((found, to, cell) => found | (((set >> BigInt(cell)) & 1n) << BigInt(to)), 0n);
