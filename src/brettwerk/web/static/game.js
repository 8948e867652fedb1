// The page of a game: what the server tells is shown, what a player does is told to the server.

import { drawActions, drawInvite, drawOffer } from "./around.js";
import { Board, after } from "./board.js";
import { byId, tell } from "./dom.js";
import { Link } from "./link.js";
import { drawMoves } from "./moves.js";
import { drawPeople, tick } from "./people.js";
import { Picker } from "./pick.js";
import { showMarks, showPreview } from "./show.js";
import { knock } from "./sound.js";
import { drawStep } from "./step.js";
import { mine, noteWhom, remember, setting } from "./store.js";
import { cellName, ending, status, toldEvent, toldMove } from "./talk.js";
import { wire } from "./wire.js";
import { language, t } from "./words.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Play {
  constructor() {
    const root = byId("table");
    this.id = root.dataset.id || "";
    this.game = root.dataset.game || "";
    this.keys = this.#keys();
    /** @type {number[]} */
    this.me = [];
    /** @type {import("./talk.js").Frame[]} */
    this.frames = [];
    /** @type {Record<string, string>[]} the pieces after each ply */
    this.pieces = [{}];
    /** @type {number | null} the ply that is looked back at */
    this.looking = null;
    /** @type {any} */
    this.table = null;
    this.heardAt = 0;
    this.picker = new Picker([]);
    /** @type {{way: string, notes: Record<string, string>}} */
    this.notes = { way: "", notes: {} };
    /** @type {string[]} */
    this.hint = [];
    /** @type {string | null} */
    this.pointed = null;
    this.flipped = false;
    this.turned = false;
    this.boardAddress = "";
    this.board = new Board(byId("board"), {
      pick: (cell) => this.pick(cell),
      drag: (from, to) => this.drag(from, to),
      canDrag: (cell) => this.mayMove && this.picker.first().get(cell) === ".",
      point: (cell) => this.point(cell),
    });
    this.link = new Link(this.id, () => this.keys, language, (m) => this.hear(m), (s) => this.connected(s));
    setInterval(() => this.table && tick(this.table, performance.now() - this.heardAt), 100);
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
    else if (message.t === "no") this.refused(message.message);
    else if (message.t === "why") this.note(message.why);
    else if (message.t === "notes") this.#noted(message);
    else if (message.t === "hint") this.#hinted(message);
    else if (message.t === "again") location.reload();
  }

  /** @param {number[]} people */
  #welcome(people) {
    this.me = people;
    noteWhom(this.id, people);
  }

  /** @param {any} table */
  #table(table) {
    const before = this.table;
    const news = table.frames;
    const changed = !before || table.moment !== before.moment;
    this.frames.splice(table.from, Infinity, ...news);
    this.pieces.splice(table.from + 1);
    this.pieces[0] = table.start.pieces;
    for (let at = table.from; at < this.frames.length; at++) {
      this.pieces.push(after(this.pieces[at], this.frames[at]));
    }
    this.table = table;
    this.heardAt = performance.now();
    if (changed) this.#changed(before, news);
    else if (before) tell(toldEvent(table, before));
    this.#setBoard();
    this.draw();
    if (table.following && this.me.length) this.#follow(table.following);
  }

  /** @param {any} before @param {import("./talk.js").Frame[]} news */
  #changed(before, news) {
    const table = this.table;
    this.picker = new Picker(this.me.includes(table.turn) ? table.moves : []);
    this.hint = [];
    this.notes = { way: "", notes: {} };
    this.note("");
    const wasLive = this.looking === null;
    if (!wasLive && table.turn !== null && this.me.includes(table.turn)) this.looking = null;
    this.board.moving = setting("motion") && !STILL.matches;
    if (this.looking === null) {
      if (before && news.length === 1 && wasLive) this.board.glide(news[0], this.pieces[this.frames.length]);
      else this.board.show(this.pieces[this.frames.length]);
    }
    if (before) this.#announce(before, news);
    else if (!this.me.length) this.note(t("page-spectator"));
    if (this.mayMove && setting("reach")) this.link.say({ t: "explain" });
  }

  /** @param {any} before @param {import("./talk.js").Frame[]} news */
  #announce(before, news) {
    const told = news.map((frame) => toldMove(this.table, frame, this.board.flat));
    if (this.table.last.kind !== "play") told.unshift(toldEvent(this.table, before));
    if (this.table.round_over) told.push(ending(this.table, this.me));
    tell(told.filter(Boolean).join(" "));
    if (news.length && setting("sound")) knock(Boolean(news[news.length - 1].taken));
  }

  /** The board as it lies for us: our side below, and another one each round if need be. */
  async #setBoard() {
    const { table, me } = this;
    const alone = me.length === 1 && table.people.length === 2;
    this.flipped = (alone && table.people[me[0]].seat === 1) !== this.turned;
    const address = table.board + (this.flipped ? `${table.board.includes("?") ? "&" : "?"}flipped=1` : "");
    const first = !this.boardAddress && !this.flipped;
    if (address === this.boardAddress) return;
    this.boardAddress = address;
    if (first) return;
    const answer = await fetch(address);
    if (!answer.ok || this.boardAddress !== address) return;
    const kept = this.board.host.contains(document.activeElement) ? this.board.focus : "";
    this.board.redraw(await answer.text());
    if (kept) this.board.goTo(kept);
    this.draw();
  }

  /** @param {number[]} people */
  #online(people) {
    this.table?.people.forEach((/** @type {any} */ one, /** @type {number} */ p) => { one.online = people.includes(p); });
    if (this.table) this.draw();
  }

  /** @param {string} id */
  #follow(id) {
    const known = mine(this.id);
    if (!mine(id)) remember({ id, game: this.game, keys: this.keys, friends: known?.friends || [], at: Date.now() });
    location.assign(`/g/${id}`);
  }

  /** @param {any} message */
  #noted(message) {
    if (message.moment !== this.table.moment || message.way !== this.picker.way) return;
    this.notes = message;
    this.draw();
  }

  /** @param {any} message */
  #hinted(message) {
    if (message.moment !== this.table.moment) return;
    const found = this.picker.entries.find(({ text }) => text === message.move);
    this.hint = found ? found.steps.map((step) => step.slice(1)) : [];
    this.note(t("page-hint-is", { move: message.move }));
    this.draw();
  }

  /** @param {"open" | "closed" | "gone"} state */
  connected(state) {
    document.body.classList.toggle("offline", state !== "open");
    if (state === "open" && this.table) tell(t("page-online-again"));
    if (state !== "open") byId("status").textContent = t(state === "gone" ? "page-no-game" : "page-offline");
    else if (this.table) this.draw();
  }

  /** @param {string} message */
  refused(message) {
    this.picker.path = [];
    this.note(message);
    this.draw();
  }

  /** @param {string} text */
  note(text) {
    byId("note").textContent = text;
  }

  // -- what the player does ----------------------------------------------------------------------

  get mayMove() {
    const { table } = this;
    if (!table || this.looking !== null || !this.me.includes(table.turn)) return false;
    // With a clock everybody must have come before it starts.
    return !table.clock || table.people.every((/** @type {any} */ one) => one.joined);
  }

  /** @param {string} cell */
  pick(cell) {
    if (!this.mayMove) {
      if (this.table && this.me.length && this.looking === null && this.table.turn !== null) this.note(t("page-not-now"));
      return;
    }
    const waiting = this.#confirming();
    if (waiting && waiting.last === cell) {
      this.play(waiting.text);
      return;
    }
    this.note("");
    if (this.picker.touch(cell)) this.#stepped();
    else this.#cannot(cell);
  }

  /** @param {string} from @param {string} to */
  drag(from, to) {
    if (!this.mayMove) return;
    const text = this.picker.drag(from, to);
    if (text) this.play(text);
    else if (this.picker.path.length > 1) this.#stepped();
    else this.#cannot(to);
  }

  #stepped() {
    this.hint = [];
    const done = this.picker.done();
    if (done && !done.more && !setting("confirm")) this.play(done.text);
    else if (setting("reach")) this.link.say({ t: "explain", way: this.picker.way });
    this.draw();
  }

  /** Ask why not. @param {string} cell */
  #cannot(cell) {
    const next = new Set((this.picker.path.length ? this.picker.next() : this.picker.first()).values());
    const sign = next.has("!") ? "!" : next.has(">") ? ">" : "";
    if (sign) this.link.say({ t: "explain", way: this.picker.way + sign + cell, why: true });
    else this.note(t("page-no-move-from", { cell: this.#called(cell) }));
    this.draw();
  }

  /** @param {string} name */
  #called(name) {
    const cell = this.board.cells.get(name);
    return cell ? cellName(cell) : name;
  }

  /** A whole move that waits to be confirmed. */
  #confirming() {
    const done = this.picker.done();
    if (!done || done.more || !setting("confirm")) return null;
    return { text: done.text, last: this.picker.path[this.picker.path.length - 1].slice(1) };
  }

  /** @param {string} text */
  play(text) {
    this.link.act("play", { text, moment: this.table.moment });
  }

  /** Anything else that is done. @param {string} what @param {object} [more] */
  act(what, more = {}) {
    this.link.act(what, { moment: this.table.moment, ...more });
  }

  back() {
    if (this.picker.back()) this.draw();
    else if (this.looking !== null) this.look(null);
  }

  /** @param {string | null} cell */
  point(cell) {
    if (cell === this.pointed) return;
    this.pointed = cell;
    if (!this.table) return;
    showMarks(this);
    const note = cell && setting("reach") ? this.notes.notes[cell] : "";
    if (note) this.note(note);
  }

  /** Look at the board after so many moves, or at the present. @param {number | null} ply */
  look(ply) {
    const count = this.frames.length;
    const from = this.looking ?? count;
    this.looking = ply === null || ply >= count ? null : Math.max(0, ply);
    const to = this.looking ?? count;
    this.picker.path = [];
    this.board.moving = setting("motion") && !STILL.matches;
    if (to === from + 1) this.board.glide(this.frames[from], this.pieces[to]);
    else this.board.show(this.pieces[to]);
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
    Object.assign(byId("table").dataset, { moment: table.moment, turn: table.turn ?? "", mine: this.mayMove ? "1" : "0" });
    const ply = this.looking ?? this.frames.length;
    const shelves = ply ? this.frames[ply - 1].shelves : table.start.shelves;
    drawPeople(table, { top: byId("strip-top"), bottom: byId("strip-bottom") }, this.me, this.flipped, this.board.flat, shelves);
    tick(table, performance.now() - this.heardAt);
    const said = this.looking === null ? status(table, this.me)
      : t("page-looking-back", { ply, count: this.frames.length });
    if (byId("status").textContent !== said) byId("status").textContent = said;
    byId("status").classList.toggle("yours", this.mayMove);
    byId("status").classList.toggle("over", table.round_over);
    const round = byId("round");
    round.hidden = !table.scores;
    if (table.scores) round.textContent = t("page-round-of", { number: table.round, target: table.target });
    drawMoves(byId("moves"), this.frames, ply, table.people.length, (at) => this.look(at));
    const example = this.mayMove && table.moves.length ? table.moves[Math.floor(table.moves.length / 2)][0] : "";
    byId("typed").setAttribute("placeholder", example && t("page-type-example", { move: example }));
    byId("type").hidden = !this.me.length || table.round_over;
    drawStep(this, this.#confirming());
    drawOffer(this);
    drawActions(this);
    drawInvite(this);
    showPreview(this);
    showMarks(this);
  }
}

new Play();
