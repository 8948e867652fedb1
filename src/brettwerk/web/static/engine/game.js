// A game on the device: options, positions, legal moves and their texts, outcomes. All rules are in the game's module.

import { KernelModule } from "./module.js";
import { Position } from "./position.js";
import { truncate, Unreadable } from "./unreadable.js";

/**
 * What a module tells of its game; `core/about.py` writes it.
 * @typedef {{
 *   seats: string[], flipped: boolean[], options: OptionSpec[], random_option: string, engine_overrides: Record<string, OptionValue>,
 *   continuation_after: [string, string], new_boards: boolean, scores: boolean, target: number | null, reasons: string[],
 *   max_moves: number, fields: number, context: number, prepares: boolean, reach: boolean, cells: string[], rows: number[][],
 *   pieces: string[], letters: Record<string, string>, details: Detail[], words: string[], sentences: string[][], lines: string[], engine: import("./game-engine.js").EngineFacts,
 * }} About
 * @typedef {string | number | boolean} OptionValue
 * @typedef {{name: string, default: OptionValue, choices?: string[], texts?: Record<string, string>, reader?: string, data?: unknown, largest?: number, excluding?: number[], fault?: string}} OptionSpec
 * @typedef {[name: string, kind: string, choices: string[]]} Detail
 * @typedef {Record<string, OptionValue>} Options
 *
 * A script of a game that reads an option which is a text; `like` is a text in the form in which it is kept.
 * `other` gives the text of another board, for the next round.
 * @typedef {{read: (text: string, like: string, data: unknown) => string | null, other: (text: string, seed: number, data: unknown) => string}} Reader
 */

const CHAR = 256;
const WORD = 512;
const ROOM = 192;
const LONG = 16384;
const MOST_TEXTS = 100_000;

/** A kind of game, whose module has been loaded. */
export class GameKind {
  /** @param {KernelModule} module @param {Map<string, Reader>} readers */
  constructor(module, readers) {
    this.module = module;
    this.name = module.facts.game;
    this.about = /** @type {About} */ (module.facts.about);
    this._readers = readers;
    if (!this.about.seats) throw new TypeError(`The module of ${this.name} has no kernels for players.`);
  }

  /**
   * Load a game; its scripts lie beside the folder `engine`, as on Brettwerk's pages and in the package.
   * @param {KernelModule} module @param {(path: string) => Promise<Reader>} [load]
   */
  static async of(module, load = (path) => import(new URL(`../${path}`, import.meta.url).href)) {
    const about = /** @type {About} */ (module.facts.about);
    const wanted = (about.options || []).filter((option) => option.reader);
    const readers = await Promise.all(wanted.map(async (option) => /** @type {[string, Reader]} */ ([option.name, await load(option.reader || "")])));
    return new GameKind(module, new Map(readers));
  }

  /** Load a game by the address of its module. @param {URL | string} address */
  static async load(address) {
    return GameKind.of(await KernelModule.load(address));
  }

  /** @returns {number} */
  get players() {
    return this.about.seats.length;
  }

  /** Return a game with these options. @param {Record<string, unknown>} [given] */
  game(given = {}) {
    return new Game(this, this.options(given));
  }

  /** Return all options, checked; the others by default. @param {Record<string, unknown>} given @returns {Options} */
  options(given) {
    const known = new Set(this.about.options.map((option) => option.name));
    for (const name of Object.keys(given)) if (!known.has(name)) throw new Unreadable("option-unknown", { option: truncate(name), game: this.name, known: [...known].join(", ") || "—" });
    return Object.fromEntries(this.about.options.map((option) => [option.name, this._read(option, given[option.name])]));
  }

  /** @param {OptionSpec} option @param {unknown} value @returns {OptionValue} */
  _read(option, value) {
    if (value === undefined) return option.default;
    if (typeof option.default === "boolean" && typeof value === "boolean") return value;
    if (typeof option.default === "number" && value === null) return 0;
    if (typeof option.default === "number" && Number.isInteger(value) && this._allows(option, Number(value))) return Number(value);
    if (typeof value === "string" && typeof option.default === "string") {
      const found = option.texts ? this._readText(option, value) : option.choices?.find((choice) => choice === value.trim().toLowerCase());
      if (found) return found;
    }
    throw this._fault(option, value);
  }

  /** @param {OptionSpec} option @param {number} number */
  _allows({ largest = 0, excluding = [] }, number) {
    return number >= 0 && number <= largest && !excluding.includes(number);
  }

  /** Return what is wrong with a value. @param {OptionSpec} option @param {unknown} value */
  _fault({ name, default: usual, choices, texts, largest, fault }, value) {
    const details = { option: name, given: truncate(value) };
    if (typeof usual === "boolean") return new Unreadable("option-switch", details);
    if (typeof usual === "number") return new Unreadable(fault ?? "option-count", { ...details, largest: largest ?? 0 });
    return choices && !texts ? new Unreadable("option-choice", { ...details, choices: choices.join(", ") }) : new Unreadable("option-text", details);
  }

  /** @param {OptionSpec} option @param {string} value */
  _readText(option, value) {
    const reader = this._readers.get(option.name);
    return reader ? reader.read(value, String(option.default), option.data) : value;
  }

  /** Return the options that are usually random, chosen by the seed. @param {number} seed @returns {Record<string, string>} */
  randomOptions(seed) {
    return this.about.random_option ? { [this.about.random_option]: `random:${seed}` } : {};
  }

  /** Return the game of the next round, on another board chosen by the seed. @param {Game} game @param {number} seed */
  onOtherBoard(game, seed) {
    const option = this.about.options.find(({ name }) => name === this.about.random_option);
    const reader = option && this._readers.get(option.name);
    if (!option || !reader) return game;
    return new Game(this, { ...game.options, [option.name]: reader.other(String(game.options[option.name]), seed, option.data) });
  }
}

/** A game with its options. Its memory is freed with it. */
export class Game {
  /** @param {GameKind} kind @param {Options} options */
  constructor(kind, options) {
    this.kind = kind;
    this.options = options;
    const { about } = kind;
    const kernels = kind.module.instance();
    this.kernels = kernels;
    this.ctx = kernels.words(about.context);
    // Arrays for single positions, which every call fills anew.
    this.rows = kernels.words(about.fields);
    this.buf = kernels.numbers(about.max_moves);
    this.out = kernels.numbers(ROOM);
    this._begin = this._started();
    if (about.prepares) kernels.call("prepare", this.ctx, this.buf);
    /** @type {Map<number, string>} */
    this._texts = new Map();
    /** @type {import("./module.js").KernelArray<BigInt64Array> | null} */
    this._long = null;
  }

  /** Fill the ctx, and return the starting state. @returns {bigint[]} */
  _started() {
    const { about } = this.kind;
    let text = "";
    const numbers = about.options.map((option) => {
      const value = this.options[option.name];
      if (typeof value !== "string") return Number(value);
      if (option.choices) return option.choices.indexOf(value);
      text = option.texts?.[value] ?? value;
      return 0;
    });
    const { kernels } = this;
    const given = kernels.numbers(numbers.length);
    given.view.set(numbers.map(BigInt));
    const bytes = kernels.bytes(text.length);
    bytes.view.set(new TextEncoder().encode(text).subarray(0, text.length));
    this.rows.view.fill(0n);
    if (!kernels.call("start_game", given, bytes, this.ctx, this.rows)) throw new Unreadable("option-text", { option: this._textOption, given: truncate(text) });
    given.free();
    bytes.free();
    return [...this.rows.view];
  }

  get name() {
    return this.kind.name;
  }

  /** The name of the option that is a text. */
  get _textOption() {
    return this.kind.about.options.find((option) => option.texts)?.name ?? "";
  }

  /** The options that differ from their defaults. @returns {Options} */
  get chosen() {
    const differ = this.kind.about.options.filter(({ name, default: usual }) => this.options[name] !== usual);
    return Object.fromEntries(differ.map(({ name }) => [name, this.options[name]]));
  }

  /** How often a position occurs until it is a draw; 0 if it never is. */
  get repetition() {
    return this.ctx.at(0);
  }

  /** Return the starting position. */
  start() {
    return new Position(this, this._begin, []);
  }

  /** Return the text of a move. @param {number} code */
  textOf(code) {
    let text = this._texts.get(code);
    if (text === undefined) {
      if (this._texts.size > MOST_TEXTS) this._texts.clear();
      text = this.written(this.kernels.call("move_text", this.out, code));
      this._texts.set(code, text);
    }
    return text;
  }

  /** Return the text that the first tokens in `out` stand for. @param {number} count */
  written(count) {
    return this.read(this.out.list(count));
  }

  /** Return the text that tokens stand for. @param {number[]} tokens */
  read(tokens) {
    const { cells, words } = this.kind.about;
    const name = (/** @type {number} */ token) => (token < CHAR ? cells[token] : token < WORD ? String.fromCharCode(token - CHAR) : words[token - WORD]);
    return tokens.map(name).join("");
  }

  /** An array for what is written about all cells, made when it is first needed. */
  get long() {
    return (this._long ??= this.kernels.numbers(LONG));
  }
}
