// The page of a game: it shows what the server sends, and sends what a player does.

import { announce, byId } from "./dom.js";
import { Socket } from "./socket.js";
import { BoardInput } from "./board-input.js";
import { fetchRound, seen } from "./rounds.js";
import { AWAY, drawPage } from "./game-view.js";
import { announceHint, showHint } from "./hints.js";
import { tick } from "./people.js";
import { showSteps } from "./board-marks.js";
import { followHash } from "./places.js";
import { wireGuest } from "./guest.js";
import { hear, wirePhrases } from "./phrases.js";
import { Premove } from "./premove.js";
import { ResultBanner } from "./result.js";
import { tellEvent, tellNews, tellWhyNotHere } from "./news.js";
import { mine, notePeople, remember, setting } from "./store.js";
import { wire } from "./controls.js";
import { language, t } from "./words.js";

// Games on this device need more scripts than those on the server.
const device = byId("table").dataset.id ? null : await import("./device/session.js");

const SOON = 250;
const NARROW = matchMedia("(max-width: 30rem)");
/**
 * @typedef {import("../types/page").StateMessage} StateMessage
 * @typedef {import("../types/page").Frame} Frame
 * @typedef {import("../types/page").Command} Command
 * @typedef {import("../types/page").ConnectionState} ConnectionState
 */

/** @extends {BoardInput<import("../types/page").StateMessage>} */
export class GamePage extends BoardInput {
  /** @type {import("./rounds.js").Seen | null} */ #live = null;
  marksLines = true;

  constructor() {
    super(byId("board"), {
      step: byId("step"), stepText: byId("step-text"), stepButtons: byId("step-buttons"), note: byId("note"),
    });
    const { id, game = "" } = byId("table").dataset;
    this.id = id || location.hash.slice(1);
    this.game = game;
    this.title = document.title;
    this.keys = this.#keys();
    this.heardAt = 0;
    /** Whether a link of this page was replaced, which is yet to be told. */
    this.revoked = false;
    /** @type {Set<number>} people whose links were replaced here */
    this.renewed = new Set();
    /** @type {import("../types/page").RoundMessage | null} the earlier round that is shown */
    this.past = null;
    /** @type {Map<number, import("../types/page").RoundMessage>} */
    this.rounds = new Map();
    /** @type {ConnectionState} */
    this.connection = "open";
    this.sent = ""; // the id of a move that has not been answered yet
    this.premove = new Premove();
    this.result = new ResultBanner(this);
    this.asked = -1; // the state about whose cells the server was asked
    const receive = (/** @type {import("../types/page").GameAnswer} */ message) => this.#receive(message);
    const connected = (/** @type {ConnectionState} */ state) => this.#connected(state);
    /** The game on this device, if it is not on the server. */
    this.session = device ? new device.DeviceSession(this.id, receive, connected) : null;
    if (this.session) this.boardAddress = `/board/${this.game}.svg`; // the page came with the usual board
    /** @type {Socket<import("../types/page").GameAnswer> | import("./device/session.js").DeviceSession} */
    this.socket = this.session || new Socket(this.id, () => this.keys, language, receive, connected);
    setInterval(() => this.ready && tick(this.state, performance.now() - this.heardAt, this.me), 100);
    NARROW.addEventListener("change", () => this.ready && this.#setBoard());
    addEventListener("hashchange", () => followHash(this.id, Boolean(this.session)));
    wire(this);
    wireGuest(this);
    wirePhrases(this);
  }

  /** The current round, whatever is shown. @returns {import("./rounds.js").Seen} */
  get live() {
    if (!this.#live) throw new Error("no state yet");
    return this.#live;
  }

  /** Return the keys of this game: those stored here, and the one in the link, which is then hidden. */
  #keys() {
    const given = new URLSearchParams(location.hash.slice(1)).get("k");
    const known = mine(this.id) || { id: this.id, game: this.game, keys: [], friends: [], at: Date.now() };
    if (given && !known.keys.includes(given)) known.keys.push(given);
    if (given && remember(known)) history.replaceState(null, "", location.pathname);
    return known.keys;
  }

  // -- messages ----------------------------------------------------------------------------------

  /** @param {import("../types/page").GameAnswer} message */
  #receive(message) {
    if (message.t === "welcome") this.#welcome(message.people);
    else if (message.t === "table") this.#receiveState(message);
    else if (message.t === "online") this.#online(message.people);
    else if (message.t === "done") this.#answered(message.id);
    else if (message.t === "no") {
      this.#answered(message.id);
      this.refused(message.message);
    }
    else if (message.t === "why") this.note(message.why);
    else if (message.t === "notes") {
      if (message.moment === this.state.moment) this.noted(message);
    }
    else if (message.t === "hint") showHint(this, message);
    else if (message.t === "hinted") announceHint(this, message.person);
    else if (message.t === "said") hear(this, message);
  }

  /** @param {number[]} people */
  #welcome(people) {
    this.revoked = people.length < this.me.length;
    this.me = people;
    if (this.revoked && this.ready) this.begin([]);
    notePeople(this.id, people);
  }

  /** @param {StateMessage} state */
  #receiveState(state) {
    const before = this.#live?.state || null;
    const known = this.#live?.frames.length ?? 0;
    const news = state.frames;
    const changed = !before || state.moment !== before.moment;
    this.take(state);
    this.heardAt = performance.now();
    // What was chosen in advance was meant for the next move of this round.
    if (changed && this.premove.cells.length && (state.round_over || this.live.frames.length <= known)) this.premove.forget(this);
    if (changed) this.#changed(before, news);
    else if (before) tellEvent(this, before);
    this.#setBoard();
    this.draw();
    if (!before) void tellWhyNotHere(this);
    if (this.revoked) { this.revoked = false; this.note(t("page-link-revoked")); } // after all that clears notes
    // Those who come later may want to see this game; a button leads to the next.
    if (before && !before.following && state.following && this.me.length) this.follow(state.following);
  }

  /** Take over a state, which is of the current round even if an earlier one is shown. @param {StateMessage} state */
  take(state) {
    Object.assign(this, this.#live);
    super.take(state);
    this.#live = { state, frames: this.frames, pieces: this.pieces };
    if (this.past) Object.assign(this, seen(state, this.past));
  }

  /** @param {StateMessage | null} before @param {Frame[]} news */
  #changed(before, news) {
    const { state } = this.live;
    this.sent = "";
    const mine = state.turn !== null && this.me.includes(state.turn);
    this.begin(mine ? state.moves : []);
    const wasLive = this.looking === null;
    if (!wasLive && mine) this.#toCurrent();
    if (this.looking === null) this.showPly(this.frames.length, Boolean(before) && news.length === 1 && wasLive);
    if (before) tellNews(this, before, news);
    else if (!this.me.length) this.note(t("page-spectator"));
    if (before && state.round_over && !before.round_over) this.result.wait();
    if (this.mayMove) this.premove.play(this);
    if (this.mayMove) this.#askAboutCells();
  }

  /** Ask once for notes about the cells of this position, if they are wanted. */
  #askAboutCells() {
    const { moment } = this.live.state;
    if (!setting("reach") || this.asked === moment || this.past) return;
    this.asked = moment;
    this.explain("");
  }

  /** Lay the board with our side below; the next round may have another board. */
  #setBoard() {
    const { state, me } = this;
    const alone = me.length === 1 && state.people.length === 2;
    const flipped = (alone && state.people[me[0]].seat === 1) !== this.turned;
    // The page came with a board that lies this way.
    this.boardAddress ||= this.drawingOf(false, byId("table").dataset.snug === "1");
    this.lay(flipped, NARROW.matches);
  }

  /** @param {number[]} people */
  #online(people) {
    if (!this.ready) return;
    for (const { people: all } of [this.state, this.live.state]) {
      all.forEach((one, p) => { one.online = people.includes(p); });
    }
    this.draw();
  }

  /** The id by which the server knows this game; one on this device is handed to it. Null if there is no server. @returns {Promise<string | null>} */
  async serverId() {
    return this.session ? (await this.session.handed((message) => this.note(message)))?.id || null : this.id;
  }

  /** Go to the rematch, with the same keys. @param {string} id */
  follow(id) {
    const known = mine(this.id);
    const seats = this.session ? { keys: [], friends: [], device: true } : { keys: this.keys, friends: known?.friends || [], owner: known?.owner };
    if (!mine(id)) remember({ id, game: this.game, at: Date.now(), ...seats });
    location.assign(this.session ? `#${id}` : `/g/${id}`);
  }

  /** @param {ConnectionState} state */
  #connected(state) {
    const before = this.connection;
    this.connection = state;
    document.body.classList.toggle("offline", state !== "open");
    if (state === "open" && this.ready) announce(t("page-online-again"));
    if (state === "closed" && before === "open") announce(t("page-offline"));
    if (state === "closed" && this.sent) this.note(t("page-kept"));
    if (state === "revoked") this.note(t("page-link-revoked"));
    if (this.ready) this.draw();
    else if (state !== "open") byId("status").textContent = t(AWAY[state]);
  }

  /** @param {string | null} command */
  #answered(command) {
    if (command !== this.sent) return;
    this.sent = "";
    this.draw();
  }

  // -- input -------------------------------------------------------------------------------------

  get mayMove() {
    if (!this.ready || this.looking !== null || this.sent) return false;
    const { turn, clock, people } = this.state;
    if (turn === null || !this.me.includes(turn)) return false;
    // With a clock everybody must have joined before it starts.
    return !clock || people.every((one) => one.joined);
  }

  notNow() {
    if (this.sent) return this.socket.up ? "" : t("page-kept");
    return this.me.length && this.looking === null && this.state.turn !== null ? t("page-not-now") : "";
  }

  /** @param {string} cell */
  pick(cell) {
    if (this.result.close()) return;
    if (!Premove.possible(this) || !this.premove.touch(this, cell)) super.pick(cell);
  }

  /** @param {string} from @param {string} to */
  drag(from, to) {
    if (!Premove.possible(this)) super.drag(from, to);
    else if (this.premove.touch(this, from)) this.premove.touch(this, to);
  }

  /** @param {string} cell */
  mayDrag(cell) {
    return super.mayDrag(cell) || (Premove.possible(this) && cell in this.board.shown);
  }

  /** @param {string | null} cell */
  point(cell) {
    super.point(cell);
    // While others think, only those who look at cells need notes about them.
    if (cell && this.ready && this.looking === null && !this.live.state.round_over) this.#askAboutCells();
  }

  /** @param {string} gesture @param {boolean} [why] */
  explain(gesture, why = false) {
    this.socket.send({ t: "explain", way: gesture, why });
  }

  /** @param {string} text */
  play(text) {
    if (this.sent) return;
    const sent = this.socket.command("play", { text, moment: this.live.state.moment });
    this.sent = sent;
    if (!this.socket.up) this.note(t("page-kept"));
    // The answer usually comes at once with the move; if not, show the steps.
    setTimeout(() => { if (this.sent === sent) showSteps(this); }, SOON);
    this.draw();
  }

  /** Send any other command. @param {Command["do"]} kind @param {Partial<Command>} [more] */
  command(kind, more = {}) {
    this.socket.command(kind, { moment: this.live.state.moment, ...more });
  }

  back() {
    if (this.premove.cells.length) this.premove.clear(this);
    const could = super.back() || this.result.close();
    if (!could && this.looking !== null) this.look(null);
    return could;
  }

  /** Show the board at a ply; beyond the ends of a round that of the next or last, for null the current one. @param {number | null} ply */
  look(ply) {
    const count = this.frames.length;
    if (ply === null) this.lookAt(this.live.state.round, Infinity);
    else if (ply < 0) this.lookAt(this.state.round - 1, Infinity);
    else if (this.past && ply > count) this.lookAt(this.state.round + 1, 0);
    else {
      const from = this.ply;
      this.looking = !this.past && ply >= count ? null : ply;
      this.#looked(this.ply === from + 1);
    }
  }

  /** Show a round at a ply. @param {number} round @param {number} ply */
  async lookAt(round, ply) {
    const now = this.live.state.round;
    if (round < 1) return;
    if (round >= now) this.#toCurrent();
    else {
      const past = this.rounds.get(round) || await (this.session ? this.session.round(round) : fetchRound(this.id, round));
      if (!past) return;
      this.rounds.set(round, past);
      this.past = past;
      Object.assign(this, seen(this.live.state, past));
    }
    const count = this.frames.length;
    this.looking = this.past || ply < count ? Math.min(ply, count) : null;
    this.#setBoard();
    this.#looked(false);
  }

  #toCurrent() {
    this.past = null;
    this.looking = null;
    Object.assign(this, this.live);
  }

  /** @param {boolean} onwards */
  #looked(onwards) {
    this.picker.path = [];
    this.showPly(this.ply, onwards);
    this.draw();
  }

  turn() {
    this.turned = !this.turned;
    this.#setBoard();
    this.draw();
  }

  // -- drawing -----------------------------------------------------------------------------------

  draw() {
    drawPage(this);
    this.drawMove();
  }
}

new GamePage();
