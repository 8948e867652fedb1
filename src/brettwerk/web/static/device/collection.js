// A collection of games on this device: reads them, checks every move, and tells what was played from a position.

import { gameTexts, isEvent, isResignation, optionsIn, resultIn } from "./game-texts.js";
import { Position } from "../engine/position.js";
import { readPosition } from "../engine/reading.js";
import { headerOf, optionTag, writePgn } from "./record.js";
import { refusal } from "./refusal.js";
import { Refused } from "./refused.js";

/**
 * @typedef {import("./game-texts.js").GameText} GameText
 * @typedef {import("../engine/game.js").GameKind} GameKind
 * @typedef {import("../engine/game.js").Game} Game
 * @typedef {import("../engine/position.js").Move} Move
 * @typedef {import("../../types/page").DeviceCollection} Facts
 * @typedef {{tags: Record<string, string>, options: Record<string, unknown>, begin: bigint[], isStart: boolean, turn: number, result: string, moves: Move[]}} WritableGame `isStart` says that the game began as its options say
 * A script of a game that reads and writes what other programs do.
 * @typedef {{ownTags: string[], remarkTags: (remarks: string[]) => Record<string, string>, recognises: (game: GameText) => boolean, beginnings: (game: GameText, facts: never) => {options: Record<string, unknown>, state?: bigint[]}[], find: (text: string, moves: Move[]) => Move | null,
 *   tagsOf: (game: WritableGame, format: string, facts: never) => Record<string, string>, textOf: (move: Move, format: string) => string}} Dialect
 * @typedef {{players: string[], date: string, result: string, plies: number, file: string, setup: string, game: Game, options: Record<string, unknown>, start: bigint[] | null, moves: Move[], tags: Record<string, string>, strengths: (number | null)[]}} CollectedGame
 * @typedef {{file: string, game: number, line: number, ply: number | null, move: string, reason: string, details: Record<string, string | number>}} Fault
 * What was counted of a move: games by result, and the strengths that are known.
 * @typedef {{results: Map<string, number>, rated: number, strength: number}} Count
 * @typedef {{move: string, same: string[], games: number, results: [string, number][], strength: number | null}} Explored
 */

const OPENING = 40; // plies in which images are joined

class BadGame extends Error {
  /** @param {string} key @param {{ply?: number, line?: number, move?: string}} [place] @param {Record<string, string | number>} [details] of the sentence */
  constructor(key, place = {}, details = {}) {
    super(key);
    this.place = place;
    this.details = details;
  }
}

export class Collection {
  /** @param {GameKind} kind @param {Facts} facts @param {[Dialect, unknown][]} dialects */
  constructor(kind, facts, dialects) {
    this.kind = kind;
    this.facts = facts;
    this.dialects = dialects;
    /** @type {CollectedGame[]} */
    this.games = [];
    /** @type {Fault[]} */
    this.faults = [];
    /** By position and move; a number is the only game. @type {Map<string, number | Count>} */
    this._counts = new Map();
    /** @type {Map<string, Game>} */
    this._kinds = new Map();
    this._tables = facts.symmetries.slice(1).map(tables);
  }

  /** Read the games of a text; yields now and then. @param {string} text @param {string} file @returns {Generator<number>} */
  *read(text, file) {
    let number = 0;
    for (const game of gameTexts(text)) {
      number++;
      try {
        this._add(game, file);
      } catch (error) {
        if (!(error instanceof BadGame)) throw error;
        const { ply = null, line = game.line, move = "" } = error.place;
        this.faults.push({ file, game: number, line, ply, move, reason: error.message, details: error.details });
      }
      if (number % 20 === 0) yield number;
    }
  }

  /** Add the games that are known to be legal. @returns {Generator<number>} */
  *readOwn() {
    for (const [at, { options, moves, result }] of this.facts.games.entries()) {
      const texts = moves.split(" ").map((text) => ({ text, line: 0 }));
      this._add({ line: 0, tags: { Game: this.kind.name }, options, remarks: [], moves: texts, result }, "");
      if (at % 20 === 0) yield at;
    }
  }

  // -- reading one game --------------------------------------------------------------------------

  /** @param {GameText} text @param {string} file */
  _add(text, file) {
    if (text.fault) throw new BadGame(text.fault);
    const isOwn = "Game" in text.tags;
    if (isOwn && text.tags.Game.toLowerCase() !== this.kind.name) throw new BadGame("study-games-other");
    const [dialect, data] = (!isOwn && this.dialects.find(([one]) => one.recognises(text))) || [null, null];
    if (!isOwn && !dialect) throw new BadGame("study-games-unknown");
    const told = dialect ? { ...text, tags: { ...dialect.remarkTags(text.remarks), ...text.tags } } : text;
    const starts = dialect ? dialect.beginnings(told, /** @type {never} */ (data)) : [this._beginning(text)];
    if (!starts.length) throw new BadGame("study-games-no-start");
    this._keep(this._played(text, starts, dialect), told, file);
  }

  /** Return where a record of our own begins. @param {GameText} text @returns {{options: Record<string, unknown>, state?: bigint[]}} */
  _beginning({ tags, options: given }) {
    const options = { ...given, ...optionsIn(this.kind, tags) };
    if (!tags.Position) return { options };
    try {
      return { options, state: readPosition(this.kind, tags.Position, () => this.game(options)).state };
    } catch (error) {
      throw error instanceof BadGame ? error : new BadGame("study-games-no-start");
    }
  }

  /** Play a game from the first beginning with which all its moves are legal. @param {GameText} text @param {{options: Record<string, unknown>, state?: bigint[]}[]} starts @param {Dialect | null} dialect */
  _played(text, starts, dialect) {
    /** @type {BadGame | null} */
    let fault = null;
    for (const start of starts) {
      try {
        return { ...this._play(text, this.game(start.options), start.state ?? null, dialect), options: start.options };
      } catch (error) {
        if (!(error instanceof BadGame)) throw error;
        fault ??= error;
      }
    }
    throw fault;
  }

  /** Return a game with these options, made once. @param {Record<string, unknown>} options */
  game(options) {
    const key = JSON.stringify(options);
    let game = this._kinds.get(key);
    if (!game) {
      try {
        game = this.kind.game({ ...options, ...this._endless(options) });
      } catch {
        throw new BadGame("study-games-options");
      }
      this._kinds.set(key, game);
    }
    return game;
  }

  /** Games go on as they were played: repetition ends none here. @param {Record<string, unknown>} options */
  _endless(options) {
    return "repetition" in options ? { repetition: 0 } : {};
  }

  /** Play the moves on the kernels, and return their texts with the keys of the positions. @param {GameText} text @param {Game} game @param {bigint[] | null} start @param {Dialect | null} dialect */
  _play(text, game, start, dialect) {
    const { kernels, ctx, rows, buf } = game;
    rows.view.set(start ?? game.start().state);
    const keys = [this._key(game, 0)];
    /** @type {Move[]} */
    const moves = [];
    let resigned = -1;
    for (const { text: word, line } of text.moves) {
      if (dialect && isResignation(word)) resigned = kernels.call("to_move", rows);
      if (resigned >= 0 || isEvent(word)) continue;
      const ended = kernels.call("status", rows, ctx);
      const codes = ended ? [] : buf.list(kernels.call("legal_moves", rows, ctx, buf));
      const move = found(game, codes, word, dialect);
      if (!move) {
        const { key, details } = ended ? new Refused("study-games-over") : refusal(new Position(game, [...rows.view], []), word);
        throw new BadGame(key, { ply: moves.length + 1, line, move: word }, details);
      }
      kernels.call("play", rows, ctx, move.code);
      moves.push(move);
      keys.push(this._key(game, moves.length));
    }
    const ended = kernels.call("status", rows, ctx);
    const { seats } = this.kind.about;
    const right = ended ? resultOf(ended, seats.length) : resigned < 0 ? "" : seats.map((_, seat) => Number(seat !== resigned)).join("-");
    return { game, start, moves, keys, right, reason: ended ? this.kind.about.reasons[(ended >> 6) & 15] : resigned < 0 ? "" : "resignation" };
  }

  /** @param {{game: Game, options: Record<string, unknown>, start: bigint[] | null, moves: Move[], keys: [string, string][], right: string, reason: string}} played `right` is the result that the moves give, empty if they decide nothing @param {GameText} text @param {string} file */
  _keep({ game, options, start, moves, keys, right, reason }, { tags, result: written }, file) {
    const { seats } = this.kind.about;
    const names = seats.map((seat) => seat[0].toUpperCase() + seat.slice(1));
    const claimed = resultIn(tags.Result || "", seats);
    if (claimed === null && !right) throw new BadGame("study-games-result-form");
    if (written && claimed && written !== claimed) throw new BadGame("study-games-results");
    const told = written || claimed || "*";
    if (told !== "*" && right && right !== told) throw new BadGame("study-games-result");
    const result = right || told;
    const strengths = names.map((name) => Number.parseInt(tags[`${name}Elo`], 10) || null);
    const players = names.map((name) => tags[name] || "");
    const setup = Object.values(game.chosen).find((value) => typeof value === "string" && value.length < 20) ?? "";
    const kept = reason ? { ...tags, Termination: reason } : tags;
    this.games.push({ players, date: tags.Date || "", result, plies: moves.length, file, setup: String(setup), game, options, start, moves, tags: kept, strengths });
    this._count(keys, moves);
  }

  // -- counting ----------------------------------------------------------------------------------

  /** Count the moves of the last game. @param {[string, string][]} keys @param {Move[]} moves */
  _count(keys, moves) {
    for (const [at, move] of moves.entries()) {
      this._countOne(`${keys[at][0]}>${move.text}`, at);
      if (keys[at + 1][1]) this._countOne(`${keys[at][1]}>${keys[at + 1][1]}`, at);
    }
  }

  /** @param {string} key @param {number} ply */
  _countOne(key, ply) {
    const number = this.games.length - 1;
    const known = this._counts.get(key);
    const isFirst = known === undefined;
    const seat = ply % this.kind.players;
    if (isFirst) this._counts.set(key, number * 4 + seat);
    else {
      const count = typeof known === "number" ? this._single(known) : known;
      this._sum(count, this.games[number], seat);
      this._counts.set(key, count);
    }
  }

  /** @param {number} packed @returns {Count} */
  _single(packed) {
    return this._sum({ results: new Map(), rated: 0, strength: 0 }, this.games[packed >> 2], packed & 3);
  }

  /** @param {Count} count @param {CollectedGame} game @param {number} seat */
  _sum(count, { result, strengths }, seat) {
    count.results.set(result, (count.results.get(result) ?? 0) + 1);
    const strength = strengths[seat];
    if (strength) {
      count.rated++;
      count.strength += strength;
    }
    return count;
  }

  /** Return the key of the state in the game's array, and the one that it shares with its images. @param {Game} game @param {number} ply @returns {[string, string]} */
  _key(game, ply) {
    const { kernels, rows, ctx, out } = game;
    const turn = kernels.call("to_move", rows);
    const { sets } = this.facts;
    if (!sets) return [new Position(game, [...rows.view], []).text, ""];
    const rest = `${turn}${game.written(kernels.call("position_details", rows, ctx, out))}`;
    const words = [...rows.view.subarray(0, sets)];
    const plain = `${words.map((word) => word.toString(36)).join(" ")} ${rest}`;
    return [plain, ply > OPENING ? "" : `${least([words, ...this._tables.map((table) => words.map((word) => image(table, word)))])} ${rest}`];
  }

  // -- writing -----------------------------------------------------------------------------------

  /** Return games by their numbers as one text, in our own format or in one of a dialect's. @param {number[]} numbers @param {string} format */
  write(numbers, format) {
    const at = this.facts.dialects.findIndex(({ formats }) => formats.includes(format));
    const [dialect, data] = this.dialects[at] ?? [null, null];
    const texts = numbers.map((number) => this._written(this.games[number], format, dialect, data));
    return writePgn(texts);
  }

  /** @param {CollectedGame} collected @param {string} format @param {Dialect | null} dialect @param {unknown} data @returns {import("./record.js").GameRecord} */
  _written({ game, options, start, moves, tags, result }, format, dialect, data) {
    const players = this.kind.players;
    if (dialect) {
      const begin = new Position(game, start ?? game.start().state, []);
      const all = dialect.tagsOf({ tags, options: game.options, begin: begin.state, isStart: !start, turn: begin.turn, result, moves }, format, /** @type {never} */ (data));
      return { tags: all, plies: moves.map((move) => ({ text: dialect.textOf(move, format) })), result, players };
    }
    const foreign = "Game" in tags ? [] : this.dialects.flatMap(([one]) => one.ownTags);
    const reserved = ["Game", "Position", "Result", ...this.kind.about.options.map(({ name }) => optionTag(name)), ...foreign];
    const chosen = "repetition" in options ? { ...game.chosen, repetition: options.repetition } : game.chosen;
    const position = start && { Position: new Position(this.kind.game(options), start, []).text };
    return { tags: { ...headerOf(game.name, chosen), ...position, ...without(tags, reserved), Result: result }, plies: moves, result, players };
  }

  // -- answers -----------------------------------------------------------------------------------

  /** Return what was played from a position, the most frequent first. @param {Position} position @param {boolean} joined @returns {Explored[]} */
  moves(position, joined) {
    const { game } = position;
    game.rows.view.set(position.state);
    const [plain, shared] = this._key(game, 0);
    /** @type {Map<string, string[]>} */
    const byKey = new Map();
    for (const move of position.moves) {
      let key = `${plain}>${move.text}`;
      if (joined && this.facts.sets) {
        game.rows.view.set(position.play(move).state);
        key = `${shared}>${this._key(game, 0)[1]}`;
      }
      byKey.set(key, [...(byKey.get(key) ?? []), move.text]);
    }
    const explored = [...byKey].flatMap(([key, texts]) => this._explored(key, texts));
    return explored.sort((a, b) => b.games - a.games || (a.move < b.move ? -1 : 1));
  }

  /** @param {string} key @param {string[]} texts @returns {Explored[]} */
  _explored(key, [move, ...same]) {
    const known = this._counts.get(key);
    if (known === undefined) return [];
    const { results, rated, strength } = typeof known === "number" ? this._single(known) : known;
    const games = [...results.values()].reduce((sum, one) => sum + one, 0);
    return [{ move, same, games, results: [...results], strength: rated ? strength / rated : null }];
  }
}

/** @param {Game} game @param {number[]} codes @param {string} word @param {Dialect | null} dialect @returns {Move | null} */
function found(game, codes, word, dialect) {
  for (const code of codes) if (game.textOf(code) === word) return { text: word, code };
  const moves = codes.map((code) => ({ text: game.textOf(code), code }));
  if (dialect) return dialect.find(word, moves);
  const plain = normalized(word);
  return moves.find(({ text }) => normalized(text) === plain) ?? null;
}

/** @param {Record<string, string>} tags @param {string[]} names */
const without = (tags, names) => Object.fromEntries(Object.entries(tags).filter(([name]) => !names.includes(name)));

/** @param {string} text */
const normalized = (text) => text.replace(/[–—−‐‑]/g, "-").replace(/[×:]/g, "x").toLowerCase();

/** Return the result that the rules give. @param {number} code @param {number} players */
function resultOf(code, players) {
  const share = (/** @type {number} */ set) => Array.from({ length: players }, (_, seat) => (set >> seat) & 1);
  const winners = share(code & 7);
  const drawn = share((code >> 3) & 7);
  const sharing = winners.some(Boolean) ? winners : drawn.some(Boolean) ? drawn : winners.map(() => 1);
  const count = sharing.reduce((sum, one) => sum + one, 0);
  return sharing.map((one) => (one ? (count === 1 ? "1" : `1/${count}`) : "0")).join("-");
}

// -- images ----------------------------------------------------------------------------------------

/** Return the image of each value of each byte of a set. @param {readonly number[]} symmetry @returns {bigint[][]} */
function tables(symmetry) {
  return Array.from({ length: 8 }, (_, place) => Array.from({ length: 256 }, (__, value) => {
    let set = 0n;
    for (let bit = 0; bit < 8; bit++) if ((value >> bit) & 1 && 8 * place + bit < symmetry.length) set |= 1n << BigInt(symmetry[8 * place + bit]);
    return set;
  }));
}

const BYTES = new DataView(new ArrayBuffer(8));

/** @param {bigint[][]} table @param {bigint} set */
function image(table, set) {
  BYTES.setBigUint64(0, set, true);
  let mapped = 0n;
  for (let place = 0; place < 8; place++) mapped |= table[place][BYTES.getUint8(place)];
  return mapped;
}

/** Return the least of rows of words, as a text. @param {bigint[][]} all */
function least(all) {
  let best = all[0];
  for (const one of all) {
    const at = one.findIndex((word, place) => word !== best[place]);
    if (at >= 0 && one[at] < best[at]) best = one;
  }
  return best.map((word) => word.toString(36)).join(" ");
}
