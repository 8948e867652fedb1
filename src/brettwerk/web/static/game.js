// The page of a game: it shows what the server sends, and sends what a player does.

import { drawActions, drawOffer } from "./actions.js";
import { announce, byId, say } from "./dom.js";
import { Socket } from "./socket.js";
import { BoardInput } from "./board-input.js";
import { drawMoves, drawRounds } from "./moves.js";
import { fetchRound, seen } from "./rounds.js";
import { drawPeople, tick } from "./people.js";
import { showSteps } from "./board-marks.js";
import { drawGuest, wireGuest } from "./guest.js";
import { drawPhrases, hear, wirePhrases } from "./phrases.js";
import { tellEvent, tellNews } from "./news.js";
import { mine, notePeople, noteResult, remember, setting } from "./store.js";
import { describePast, status, who } from "./describe.js";
import { wire } from "./controls.js";
import { drawInvite } from "./links.js";
import { language, t } from "./words.js";

const SOON = 250;
const NARROW = matchMedia("(max-width: 30rem)");
/**
 * @typedef {import("../types/page").StateMessage} StateMessage
 * @typedef {import("../types/page").Frame} Frame
 * @typedef {import("../types/page").Command} Command
 * @typedef {import("../types/page").ConnectionState} ConnectionState
 */
const AWAY = { closed: "page-offline", revoked: "page-link-revoked", gone: "page-no-game", old: "page-reload" };

/** @extends {BoardInput<import("../types/page").StateMessage>} */
export class GamePage extends BoardInput {
  /** @type {import("./rounds.js").Seen | null} */
  #live = null;

  constructor() {
    super(byId("board"), {
      step: byId("step"), stepText: byId("step-text"), stepButtons: byId("step-buttons"), note: byId("note"),
    });
    const root = byId("table");
    this.id = root.dataset.id || "";
    this.game = root.dataset.game || "";
    this.title = document.title;
    this.keys = this.#keys();
    this.heardAt = 0;
    /** @type {Set<number>} people whose links were replaced here */
    this.renewed = new Set();
    /** @type {import("../types/page").RoundMessage | null} the earlier round that is shown */
    this.past = null;
    /** @type {Map<number, import("../types/page").RoundMessage>} */
    this.rounds = new Map();
    /** @type {ConnectionState} */
    this.connection = "open";
    /** The id of a move that has not been answered yet. */
    this.sent = "";
    /** @type {Socket<import("../types/page").GameAnswer>} */
    this.socket = new Socket(this.id, () => this.keys, language, (message) => this.#receive(message), (state) => this.#connected(state));
    setInterval(() => this.ready && tick(this.state, performance.now() - this.heardAt, this.me), 100);
    NARROW.addEventListener("change", () => this.ready && this.#setBoard());
    // Another link to this game, opened in the same tab, does not load the page again by itself.
    addEventListener("hashchange", () => { if (location.hash.startsWith("#k=")) location.reload(); });
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
    else if (message.t === "notes") this.#receiveNotes(message);
    else if (message.t === "hint") this.#receiveHint(message);
    else if (message.t === "hinted") this.#announceHint(message.person);
    else if (message.t === "said") hear(this, message);
  }

  /** @param {number[]} people */
  #welcome(people) {
    const fewer = people.length < this.me.length;
    this.me = people;
    if (fewer && this.ready) this.begin([]);
    notePeople(this.id, people);
  }

  /** @param {StateMessage} state */
  #receiveState(state) {
    const before = this.#live?.state || null;
    const news = state.frames;
    const changed = !before || state.moment !== before.moment;
    this.take(state);
    this.heardAt = performance.now();
    if (changed) this.#changed(before, news);
    else if (before) tellEvent(this, before);
    this.#setBoard();
    this.draw();
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
    if (this.mayMove && setting("reach")) this.explain("");
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

  /** Go to the rematch, with the same keys. @param {string} id */
  follow(id) {
    const known = mine(this.id);
    if (!mine(id)) remember({ id, game: this.game, keys: this.keys, friends: known?.friends || [], at: Date.now(), owner: known?.owner });
    location.assign(`/g/${id}`);
  }

  /** @param {import("../types/page").Notes} message */
  #receiveNotes(message) {
    if (message.moment === this.state.moment) this.noted(message);
  }

  /** Announce that somebody else asked for a hint. @param {number} person */
  #announceHint(person) {
    if (this.me.includes(person)) return;
    const text = t("page-said-hint", { who: who(this.live.state, person) });
    this.note(text);
    announce(text);
  }

  /** @param {import("../types/page").Hint} message */
  #receiveHint(message) {
    if (message.moment !== this.state.moment) return;
    const found = this.picker.entries.find(({ text }) => text === message.move);
    this.hint = found ? found.steps.map((step) => step.slice(1)) : [];
    this.note(t("page-hint-is", { move: message.move }));
    this.draw();
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
    const could = super.back();
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
      const past = this.rounds.get(round) || await fetchRound(this.id, round);
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
    const { state } = this;
    const { moment, turn } = this.live.state;
    Object.assign(byId("table").dataset, { moment, turn: turn ?? "", mine: this.mayMove ? "1" : "0" });
    const { ply } = this;
    drawPeople(state, { top: byId("strip-top"), bottom: byId("strip-bottom") }, this.me, this.flipped, this.trays);
    tick(state, performance.now() - this.heardAt, this.me);
    const said = this.looking === null ? status(state, this.me) : describePast(state, this.me, ply, this.frames.length, Boolean(this.past));
    say(byId("status"), this.connection === "open" ? said : t(AWAY[this.connection]));
    byId("status").classList.toggle("yours", this.mayMove);
    byId("status").classList.toggle("over", state.round_over);
    const round = byId("round");
    round.hidden = !state.scores;
    if (state.scores) round.textContent = t("page-round-of", { number: state.round, target: state.target });
    drawRounds(/** @type {HTMLSelectElement} */ (byId("rounds")), state.round, this.live.state.round);
    drawMoves(byId("moves"), this.frames, ply, state.people.length, (at) => this.look(at));
    const example = this.mayMove && state.moves.length ? state.moves[Math.floor(state.moves.length / 2)][0] : "";
    byId("typed").setAttribute("placeholder", example && t("page-type-example", { move: example }));
    byId("type").hidden = !this.me.length || state.round_over;
    // Those who look at another tab see there that it is their turn.
    document.title = this.mayMove && this.me.length === 1 ? `${t("page-your-turn")} · ${this.title}` : this.title;
    drawOffer(this);
    drawActions(this);
    drawInvite(this);
    drawGuest(this);
    drawPhrases(this);
    noteResult(this.id, this.live.state);
    this.drawMove();
  }
}

new GamePage();
