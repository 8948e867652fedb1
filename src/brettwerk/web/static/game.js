// The page of a game: what the server tells is shown, what a player does is told to the server.

import { drawActions, drawInvite, drawOffer } from "./around.js";
import { byId, tell } from "./dom.js";
import { Link } from "./link.js";
import { Mover } from "./mover.js";
import { drawMoves, drawRounds } from "./moves.js";
import { fetchRound, seen } from "./past.js";
import { drawPeople, tick } from "./people.js";
import { showSteps } from "./show.js";
import { knock } from "./sound.js";
import { mine, noteWhom, remember, setting } from "./store.js";
import { ending, lookingBack, status, toldEvent, toldMove, who } from "./talk.js";
import { wire } from "./wire.js";
import { language, t } from "./words.js";

const SOON = 250;
const NARROW = matchMedia("(max-width: 30rem)");
const AWAY = { closed: "page-offline", gone: "page-no-game", old: "page-reload" };

export class Play extends Mover {
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
    /** @type {import("./past.js").Seen} the present, whatever is looked at */
    this.live = { table: null, frames: this.frames, pieces: this.pieces };
    /** @type {import("./past.js").Story | null} the earlier round that is looked at */
    this.past = null;
    /** @type {Map<number, import("./past.js").Story>} */
    this.rounds = new Map();
    /** @type {"open" | "closed" | "gone" | "old"} */
    this.state = "open";
    /** A move that is on its way. */
    this.sent = "";
    this.link = new Link(this.id, () => this.keys, language, (m) => this.hear(m), (s) => this.connected(s));
    setInterval(() => this.table && tick(this.table, performance.now() - this.heardAt), 100);
    NARROW.addEventListener("change", () => this.table && this.#setBoard());
    wire(this);
  }

  /** The secrets of this game: those kept here, and the one in the link, which is then hidden. */
  #keys() {
    const given = new URLSearchParams(location.hash.slice(1)).get("k");
    const known = mine(this.id) || { id: this.id, game: this.game, keys: [], friends: [], at: Date.now() };
    if (given && !known.keys.includes(given)) known.keys.push(given);
    if (given && remember(known)) history.replaceState(null, "", location.pathname);
    return known.keys;
  }

  // -- what the server says ----------------------------------------------------------------------

  /** @param {any} message */
  hear(message) {
    if (message.t === "welcome") this.#welcome(message.people);
    else if (message.t === "table") this.#table(message);
    else if (message.t === "online") this.#online(message.people);
    else if (message.t === "done") this.#answered(message.id);
    else if (message.t === "no") {
      this.#answered(message.id);
      this.refused(message.message);
    }
    else if (message.t === "why") this.note(message.why);
    else if (message.t === "notes") this.#told(message);
    else if (message.t === "hint") this.#hinted(message);
    else if (message.t === "hinted") this.#toldOfHint(message.person);
    else if (message.t === "again") location.reload();
  }

  /** @param {number[]} people */
  #welcome(people) {
    this.me = people;
    noteWhom(this.id, people);
  }

  /** @param {any} table */
  #table(table) {
    const before = this.live.table;
    const news = table.frames;
    const changed = !before || table.moment !== before.moment;
    this.take(table);
    this.heardAt = performance.now();
    if (changed) this.#changed(before, news);
    else if (before) tell(toldEvent(table, before));
    this.#setBoard();
    this.draw();
    // Whoever comes later may want to look at this game; a button leads on.
    if (before && !before.following && table.following && this.me.length) this.follow(table.following);
  }

  /** What is told is about the present, even if an earlier round is looked at. @param {any} table */
  take(table) {
    Object.assign(this, this.live);
    super.take(table);
    this.live = { table, frames: this.frames, pieces: this.pieces };
    if (this.past) Object.assign(this, seen(table, this.past));
  }

  /** @param {any} before @param {import("./talk.js").Frame[]} news */
  #changed(before, news) {
    const { table } = this.live;
    this.sent = "";
    const mine = table.turn !== null && this.me.includes(table.turn);
    this.begin(mine ? table.moves : []);
    const wasLive = this.looking === null;
    if (!wasLive && mine) this.#toPresent();
    if (this.looking === null) this.showPly(this.frames.length, Boolean(before) && news.length === 1 && wasLive);
    if (before) this.#announce(before, news);
    else if (!this.me.length) this.note(t("page-spectator"));
    if (this.mayMove && setting("reach")) this.explain("");
  }

  /** @param {any} before @param {import("./talk.js").Frame[]} news */
  #announce(before, news) {
    const { table } = this.live;
    const told = news.map((frame) => toldMove(table, frame, this.board.flat));
    if (table.last.kind !== "play") told.unshift(toldEvent(table, before));
    if (table.round_over) told.push(ending(table, this.me));
    tell(told.filter(Boolean).join(" "));
    if (news.length && setting("sound")) knock(Boolean(news[news.length - 1].taken));
  }

  /** The board as it lies for us: our side below, and another one each round if need be. */
  #setBoard() {
    const { table, me } = this;
    const alone = me.length === 1 && table.people.length === 2;
    const flipped = (alone && table.people[me[0]].seat === 1) !== this.turned;
    // As the page came, it has the board that it begins with.
    this.boardAddress ||= this.drawingOf(false, byId("table").dataset.snug === "1");
    this.lay(flipped, NARROW.matches);
  }

  /** @param {number[]} people */
  #online(people) {
    if (!this.table) return;
    for (const { people: all } of [this.table, this.live.table]) {
      all.forEach((/** @type {any} */ one, /** @type {number} */ p) => { one.online = people.includes(p); });
    }
    this.draw();
  }

  /** To the rematch, with the same secrets. @param {string} id */
  follow(id) {
    const known = mine(this.id);
    if (!mine(id)) remember({ id, game: this.game, keys: this.keys, friends: known?.friends || [], at: Date.now() });
    location.assign(`/g/${id}`);
  }

  /** @param {any} message */
  #told(message) {
    if (message.moment === this.table.moment) this.noted(message);
  }

  /** Somebody else has asked for a hint. @param {number} person */
  #toldOfHint(person) {
    if (this.me.includes(person)) return;
    const told = t("page-said-hint", { who: who(this.live.table, person) });
    this.note(told);
    tell(told);
  }

  /** @param {any} message */
  #hinted(message) {
    if (message.moment !== this.table.moment) return;
    const found = this.picker.entries.find(({ text }) => text === message.move);
    this.hint = found ? found.steps.map((step) => step.slice(1)) : [];
    this.note(t("page-hint-is", { move: message.move }));
    this.draw();
  }

  /** @param {"open" | "closed" | "gone" | "old"} state */
  connected(state) {
    const before = this.state;
    this.state = state;
    document.body.classList.toggle("offline", state !== "open");
    if (state === "open" && this.table) tell(t("page-online-again"));
    if (state === "closed" && before === "open") tell(t("page-offline"));
    if (state === "closed" && this.sent) this.note(t("page-kept"));
    if (this.table) this.draw();
    else if (state !== "open") byId("status").textContent = t(AWAY[state]);
  }

  /** @param {string} act */
  #answered(act) {
    if (act !== this.sent) return;
    this.sent = "";
    this.draw();
  }

  // -- what the player does ----------------------------------------------------------------------

  get mayMove() {
    const { table } = this;
    if (!table || this.looking !== null || this.sent || !this.me.includes(table.turn)) return false;
    // With a clock everybody must have come before it starts.
    return !table.clock || table.people.every((/** @type {any} */ one) => one.joined);
  }

  notNow() {
    if (this.sent) return this.link.up ? "" : t("page-kept");
    return this.me.length && this.looking === null && this.table.turn !== null ? t("page-not-now") : "";
  }

  /** @param {string} way @param {boolean} [why] */
  explain(way, why = false) {
    this.link.say({ t: "explain", way, why });
  }

  /** @param {string} text */
  play(text) {
    if (this.sent) return;
    const sent = this.link.act("play", { text, moment: this.live.table.moment });
    this.sent = sent;
    if (!this.link.up) this.note(t("page-kept"));
    // An answer comes at once and brings the move along; if not, it is seen as it was made.
    setTimeout(() => { if (this.sent === sent) showSteps(this); }, SOON);
    this.draw();
  }

  /** Anything else that is done. @param {string} what @param {object} [more] */
  act(what, more = {}) {
    this.link.act(what, { moment: this.live.table.moment, ...more });
  }

  back() {
    const could = super.back();
    if (!could && this.looking !== null) this.look(null);
    return could;
  }

  /** Look at the board after so many moves of this round, beyond its ends at other rounds; or at the present. @param {number | null} ply */
  look(ply) {
    const count = this.frames.length;
    if (ply === null) this.lookAt(this.live.table.round, Infinity);
    else if (ply < 0) this.lookAt(this.table.round - 1, Infinity);
    else if (this.past && ply > count) this.lookAt(this.table.round + 1, 0);
    else {
      const from = this.ply;
      this.looking = !this.past && ply >= count ? null : ply;
      this.#looked(this.ply === from + 1);
    }
  }

  /** Look at some round after so many of its moves. @param {number} round @param {number} ply */
  async lookAt(round, ply) {
    const now = this.live.table.round;
    if (round < 1) return;
    if (round >= now) this.#toPresent();
    else {
      const story = this.rounds.get(round) || await fetchRound(this.id, round);
      if (!story) return;
      this.rounds.set(round, story);
      this.past = story;
      Object.assign(this, seen(this.live.table, story));
    }
    const count = this.frames.length;
    this.looking = this.past || ply < count ? Math.min(ply, count) : null;
    this.#setBoard();
    this.#looked(false);
  }

  #toPresent() {
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

  // -- showing -----------------------------------------------------------------------------------

  draw() {
    const { table } = this;
    const { moment, turn } = this.live.table;
    Object.assign(byId("table").dataset, { moment, turn: turn ?? "", mine: this.mayMove ? "1" : "0" });
    const { ply } = this;
    drawPeople(table, { top: byId("strip-top"), bottom: byId("strip-bottom") }, this.me, this.flipped, this.board.flat, this.shelves);
    tick(table, performance.now() - this.heardAt);
    const said = this.looking === null ? status(table, this.me) : lookingBack(table, this.me, ply, this.frames.length, Boolean(this.past));
    const told = this.state === "open" ? said : t(AWAY[this.state]);
    if (byId("status").textContent !== told) byId("status").textContent = told;
    byId("status").classList.toggle("yours", this.mayMove);
    byId("status").classList.toggle("over", table.round_over);
    const round = byId("round");
    round.hidden = !table.scores;
    if (table.scores) round.textContent = t("page-round-of", { number: table.round, target: table.target });
    drawRounds(/** @type {HTMLSelectElement} */ (byId("rounds")), table.round, this.live.table.round);
    drawMoves(byId("moves"), this.frames, ply, table.people.length, (at) => this.look(at));
    const example = this.mayMove && table.moves.length ? table.moves[Math.floor(table.moves.length / 2)][0] : "";
    byId("typed").setAttribute("placeholder", example && t("page-type-example", { move: example }));
    byId("type").hidden = !this.me.length || table.round_over;
    // Whoever has other pages before this one sees there that it is their turn.
    document.title = this.mayMove && this.me.length === 1 ? `${t("page-your-turn")} · ${this.title}` : this.title;
    drawOffer(this);
    drawActions(this);
    drawInvite(this);
    this.drawMove();
  }
}

new Play();
