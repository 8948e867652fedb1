// A position: immutable; what can be derived is computed on request and kept.

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {{text: string, code: number}} Move
 * @typedef {{placed: [string, string][], moved: [string, string][], taken: string[]}} Effects
 * @typedef {[owner: string, what: string, piece: string, count: number]} Tray
 * @typedef {{winners: number[], points: number[] | null, reason: string, returns: number[]}} Outcome
 * @typedef {[bigint, bigint]} Key the pieces of the player to move, and of the other
 */

const EFFECT = 3;
const TRAY = 4;
const PLACED = 0;
const MOVED = 1;
const TAKEN = 2;
const WHAT = ["hand", "taken"];

export class Position {
  /** @type {number | undefined} */
  _turn;
  /** @type {Outcome | null | undefined} */
  _status;
  /** @type {Outcome | null | undefined} */
  _stuck;
  /** @type {number[] | undefined} */
  _codes;
  /** @type {Move[] | undefined} */
  _moves;

  /** @param {Game} game @param {bigint[]} state @param {Key[]} history the earlier positions that may recur */
  constructor(game, state, history) {
    this.game = game;
    this.state = state;
    this.history = history;
  }

  // -- turn, legal moves, outcome ----------------------------------------------------------------

  /** The player to move, whether or not the game has ended. @returns {number} */
  get turn() {
    this._turn ??= this.game.kernels.call("to_move", this._loaded());
    return this._turn;
  }

  /** The player to move; null if the game has ended. */
  get toMove() {
    return this.outcome ? null : this.turn;
  }

  /** The outcome, ignoring "no legal moves". @returns {Outcome | null} */
  get _ended() {
    if (this._status === undefined) {
      const { game } = this;
      if (this._isRepetition()) this._status = outcomeOf(this._players, [], "repetition", null, null);
      else this._status = this._decoded(game.kernels.call("status", this._loaded(), game.ctx));
    }
    return this._status;
  }

  _isRepetition() {
    const { repetition } = this.game;
    if (!repetition || !this.history.length) return false;
    let count = 1;
    // Players alternate: it was the same player's turn an even number of plies ago.
    for (let at = this.history.length - 2; at >= 0; at -= 2) {
      const [mine, theirs] = this.history[at];
      if (mine === this.state[0] && theirs === this.state[1]) count++;
    }
    return count >= repetition;
  }

  /** The legal moves as codes, in the order of the kernels. @returns {number[]} */
  get legalCodes() {
    if (!this._codes) {
      const { kernels, ctx, buf } = this.game;
      this._codes = this._ended ? [] : buf.list(kernels.call("legal_moves", this._loaded(), ctx, buf));
    }
    return this._codes;
  }

  /** The legal moves, sorted by text. @returns {Move[]} */
  get moves() {
    this._moves ??= this.legalCodes.map((code) => ({ text: this.game.textOf(code), code })).sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
    return this._moves;
  }

  /** How the game ended; null if it has not. @returns {Outcome | null} */
  get outcome() {
    if (this._ended) return this._ended;
    if (this.legalCodes.length) return null;
    this._stuck ??= this._decoded(this.game.kernels.call("no_moves_outcome", this._loaded(), this.game.ctx));
    return this._stuck;
  }

  /** @param {number} code @returns {Outcome | null} */
  _decoded(code) {
    if (!code) return null;
    const { about } = this.game.kind;
    const points = about.scores ? code >> 10 : null;
    return outcomeOf(this._players, bits(code & 7), about.reasons[(code >> 6) & 15], bits((code >> 3) & 7), points);
  }

  get _players() {
    return this.game.kind.players;
  }

  // -- playing -----------------------------------------------------------------------------------

  /** Return the legal move that a text means, or null. @param {string} text @returns {Move | null} */
  find(text) {
    const plain = normalized(text);
    return this.moves.find((move) => move.text === text) || this.moves.find((move) => normalized(move.text) === plain) || null;
  }

  /** Return the legal move that a gesture makes, or null. @param {string} gesture @returns {Move | null} */
  made(gesture) {
    return this.moves.find((move) => this.gestures(move).includes(gesture)) || null;
  }

  /** Return the position after a legal move. @param {{code: number}} move */
  play({ code }) {
    const { game } = this;
    game.kernels.call("play", this._loaded(), game.ctx, code);
    const after = [...game.rows.view];
    return new Position(game, after, this._historyAfter(after));
  }

  /** The positions that may recur: none from before a piece left the board. @param {bigint[]} after @returns {Key[]} */
  _historyAfter(after) {
    if (!this.game.repetition || count(after) !== count(this.state)) return [];
    return [...this.history, [this.state[0], this.state[1]]];
  }

  /** Return the number of sequences of this many legal moves. @param {number} depth */
  perft(depth) {
    if (depth < 1) return 1;
    const { kernels, ctx, kind } = this.game;
    const buf = kernels.numbers(kind.about.max_moves * depth);
    const seen = kernels.words(2 * (this.history.length + depth + 1));
    const work = kernels.numbers(2);
    seen.view.set(this.history.flat());
    work.view[1] = 2n ** 62n;
    const found = kernels.call("count", this._loaded(), ctx, buf, seen, work, depth, this.history.length);
    for (const array of [buf, seen, work]) array.free();
    return found;
  }

  /** The same without what has been computed, to save memory. */
  get bare() {
    return new Position(this.game, this.state, this.history);
  }

  // -- what boards show --------------------------------------------------------------------------

  /** Return what a legal move does to the board. @param {Move} move @returns {Effects} */
  effects({ code }) {
    const { kernels, ctx, out, kind } = this.game;
    const { cells, pieces } = kind.about;
    /** @type {Effects} */
    const found = { placed: [], moved: [], taken: [] };
    for (const [what, cell, other] of rows(out.list(EFFECT * kernels.call("move_effects", this._loaded(), ctx, out, code)), EFFECT)) {
      if (what === PLACED) found.placed.push([cells[cell], pieces[other]]);
      else if (what === MOVED) found.moved.push([cells[cell], cells[other]]);
      else if (what === TAKEN) found.taken.push(cells[cell]);
    }
    return found;
  }

  /** Return the gestures that make a legal move. @param {Move} move @returns {string[]} */
  gestures({ code }) {
    const { game } = this;
    return game.written(game.kernels.call("move_gestures", this._loaded(), game.ctx, game.out, code)).split(" ");
  }

  /** The pieces by the names of cells, those off the board included. @returns {Record<string, string>} */
  get pieces() {
    return Object.fromEntries(this._held().map(([cell, piece]) => [this.game.kind.about.cells[cell], piece]));
  }

  /** The pieces by the numbers of cells. @returns {[number, string][]} */
  _held() {
    const { kernels, out, kind } = this.game;
    out.view.fill(0n);
    kernels.call("board_pieces", this._loaded(), out);
    const all = out.list(kind.about.cells.length);
    return all.flatMap((piece, cell) => (piece ? [/** @type {[number, string]} */ ([cell, kind.about.pieces[piece - 1]])] : []));
  }

  /** What lies beside the board. @returns {Tray[]} */
  get trays() {
    const { kernels, ctx, out, kind } = this.game;
    const { pieces } = kind.about;
    const found = rows(out.list(TRAY * kernels.call("board_trays", this._loaded(), ctx, out)), TRAY);
    return found.map(([owner, what, piece, number]) => [pieces[owner], WHAT[what], pieces[piece], number]);
  }

  /** The cells that the last move touched, as far as the state knows. @returns {string[]} */
  get last() {
    const cell = this.game.kernels.call("last_cell", this._loaded());
    return cell < 0 ? [] : [this.game.kind.about.cells[cell]];
  }

  /** The cells in reach of each piece, in games in which fields decide that. @returns {Record<string, string[]>} */
  get reach() {
    const { kernels, ctx, kind } = this.game;
    const { cells, rows: shown, reach } = kind.about;
    if (!reach) return {};
    const size = shown.flat().length;
    return Object.fromEntries(this._held().filter(([cell]) => cell < size).map(([cell]) => {
      const found = BigInt.asUintN(64, kernels.callBig("cell_reach", this._loaded(), ctx, cell));
      return [cells[cell], cells.filter((_, other) => other < size && (found >> BigInt(other)) & 1n)];
    }));
  }

  /** The text of the position, as Brettwerk reads it. @returns {string} */
  get text() {
    const { game, history } = this;
    const { rows: shown, letters, seats } = game.kind.about;
    const held = new Map(this._held());
    const board = shown.map((row) => row.map((cell) => (held.has(cell) ? letters[/** @type {string} */ (held.get(cell))] : ".")).join("")).join("/");
    const details = game.written(game.kernels.call("position_details", this._loaded(), game.ctx, game.out));
    const options = Object.entries(game.chosen).map(([name, value]) => ` ${name}=${value}`).join("");
    const seen = history.length ? ` seen=${history.map((key) => key.map((word) => word.toString(16)).join("-")).join(",")}` : "";
    return `${game.name}/1 ${board} ${letters[seats[this.turn]]}${details}${options}${seen}`;
  }

  // -- the match around the game -----------------------------------------------------------------

  /** Return the position without a player, or the outcome, if one resigns or runs out of time. @param {number} player @returns {Position | Outcome} */
  without(player) {
    const { kernels, rows: state, kind } = this.game;
    if (this._players > 2) {
      kernels.call("leave_game", this._loaded(), player);
      const after = new Position(this.game, [...state.view], []);
      return after.outcome || after;
    }
    const points = kind.about.scores ? kernels.call("resignation_points", this._loaded(), player) : null;
    return outcomeOf(this._players, [1 - player], "resignation", null, points);
  }

  /** What the opponent scores if a player resigns; null where the rules do not allow it now. @param {number} player @returns {number | null} */
  resignationPoints(player) {
    return this.mayResign(player) ? this.game.kernels.call("resignation_points", this._loaded(), player) : null;
  }

  /** Return whether a player may resign now. @param {number} player */
  mayResign(player) {
    return this.stillIn.includes(player) && this.game.kernels.call("may_resign", this._loaded(), player) === 1;
  }

  /** The outcome if all agree to end the game now. @returns {Outcome} */
  get agreed() {
    const winners = bits(this.game.kernels.call("agreed_winners", this._loaded()));
    return outcomeOf(this._players, winners, "agreement", this.stillIn, this.game.kind.about.scores ? 0 : null);
  }

  /** The players who have not been eliminated. @returns {number[]} */
  get stillIn() {
    const out = this.game.kernels.call("players_out", this._loaded());
    return this.game.kind.about.seats.map((_, player) => player).filter((player) => !((out >> player) & 1));
  }

  /** The position from which a drawn game can be continued; null if it cannot. @returns {Position | null} */
  get continuation() {
    const [reason, option] = this.game.kind.about.continuation_after;
    if (!reason || this.outcome?.reason !== reason) return null;
    return new Position(this.game.kind.game({ ...this.game.options, [option]: true }), this.state, []);
  }

  /** Put the state into the game's scratch array, and return that. */
  _loaded() {
    this.game.rows.view.set(this.state);
    return this.game.rows;
  }
}

/**
 * Return an outcome: `stillIn` share a draw, each winner scores `points`.
 * @param {number} players @param {number[]} winners @param {string} reason @param {number[] | null} stillIn @param {number | null} points
 * @returns {Outcome}
 */
export function outcomeOf(players, winners, reason, stillIn, points) {
  const all = Array.from({ length: players }, (_, player) => player);
  const share = winners.length ? winners : stillIn || all;
  const even = share.length === 0 || share.length === players;
  const returns = all.map((player) => (even ? 0 : share.includes(player) ? 1 / share.length : -1 / (players - share.length)));
  return { winners, points: points === null ? null : all.map((player) => (winners.includes(player) ? points : 0)), reason, returns };
}

/** Return the players in a set. @param {number} set */
function bits(set) {
  return [0, 1, 2].filter((player) => (set >> player) & 1);
}

/** Return how many pieces of the player to move and of the next are on the board. @param {bigint[]} state */
function count(state) {
  let found = 0;
  for (let left of [state[0], state[1]]) for (; left; left &= left - 1n) found++;
  return found;
}

/** Return numbers in rows of this size. @param {number[]} all @param {number} size */
function rows(all, size) {
  return Array.from({ length: all.length / size }, (_, at) => all.slice(size * at, size * at + size));
}

/** Return a move as it is compared with others. @param {string} text */
function normalized(text) {
  return text.replace(/\s/g, "").replace(/[–—−‐‑]/g, "-").replace(/[×:]/g, "x").toLowerCase();
}
