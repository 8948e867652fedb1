// A board to study on: any position, moves by hand, back and again. The server keeps nothing.
//
// A page renders one with the macro of templates/study.html and takes it over with `new Study(element)`.

import { embedded, request } from "./api.js";
import { announce, say } from "./dom.js";
import { BoardInput } from "./board-input.js";
import { listTrays } from "./trays.js";
import { describeMove } from "./describe.js";
import { called, has, t } from "./words.js";

/**
 * Where a board begins: a game with its options, or the text of a position; and moves made from there.
 * @typedef {import("../types/page").PositionRequest} Where
 * @typedef {import("../types/page").StudyMessage} StudyMessage
 *
 * What a page can react to: `made` to moves made by hand, `changed` to every new position.
 * @typedef {{made?: (text: string, study: Study) => void, changed?: (study: Study) => void}} Hooks
 */

/** @extends {BoardInput<import("../types/page").StudyState>} */
export class Study extends BoardInput {
  /** @param {HTMLElement} root as the macro made it @param {Hooks} [hooks] */
  constructor(root, hooks = {}) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-study="${name}"]`));
    super(part("board"), {
      step: part("step"), stepText: part("step-text"), stepButtons: part("step-buttons"), note: part("note"),
    });
    this.root = root;
    this.hooks = hooks;
    this.part = part;
    this.locked = false;
    /** @type {((cell: string) => void) | null} what happens to touches while a position is set up */
    this.touched = null;
    /** @type {Promise<unknown>} the requests that are not answered yet, one after the other */
    this.line = Promise.resolve();
    this.waiting = 0;
    /** @type {StudyMessage} */
    const facts = embedded(part("facts"));
    /** @type {Where} where the moves begin */
    this.where = { position: facts.begin };
    /** @type {string[]} the moves that the page began with, to which `reset` returns */
    this.given = facts.frames.map(({ text }) => text);
    this.turned = Boolean(facts.flipped);
    this.boardAddress = facts.board + (facts.flipped ? `${facts.board.includes("?") ? "&" : "?"}flipped=1` : "");
    this.flipped = this.turned;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-study-do]"))) {
      button.addEventListener("click", () => this.do(button.dataset.studyDo || ""));
    }
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.back()) event.preventDefault();
    });
    root.classList.add("live");
    this.#show(facts, false);
  }

  // -- for pages ---------------------------------------------------------------------------------

  /** The moves made so far. @returns {string[]} */
  get moves() {
    return this.frames.map(({ text }) => text);
  }

  /** The text of the position that is shown. @returns {string} */
  get position() {
    return this.state.position;
  }

  /** How it ended, with its sentence; null while it goes on. */
  get outcome() {
    return this.state.outcome;
  }

  /** Return the gesture of a legal move, for arrows. @param {string} text @returns {string} */
  gestureOf(text) {
    return this.state.moves.find(([move]) => move === text)?.[1] ?? "";
  }

  /** Show another board, and return whether that was possible. @param {Where} where */
  load(where) {
    return this.#next(() => this.#load(where));
  }

  /** @param {Where} where */
  async #load(where) {
    const { moves = [], ...begin } = where;
    const facts = await this.#position({ ...begin, moves });
    if (!facts) return false;
    this.where = { position: facts.begin };
    this.given = moves;
    this.#show(facts, false);
    return true;
  }

  /**
   * Show the position after these moves, and return whether that was possible.
   * @param {string[] | ((moves: string[]) => string[])} wanted the moves, or a function of those made so far
   * @returns {Promise<boolean>}
   */
  set(wanted) {
    return this.#next(() => this.#set(typeof wanted === "function" ? wanted(this.moves) : wanted));
  }

  /** Do something after all earlier requests have been answered. @param {() => Promise<boolean>} does */
  #next(does) {
    this.waiting++;
    const done = this.line.then(does).finally(() => { this.waiting--; });
    this.line = done.catch(() => false);
    return done;
  }

  /** @param {string[]} moves */
  async #set(moves) {
    const known = this.moves;
    let from = 0;
    while (from < moves.length && known[from] === moves[from]) from++;
    const onwards = moves.length === known.length + 1 && from === known.length;
    const facts = await this.#position({ ...this.where, moves, from });
    if (facts) this.#show(facts, onwards);
    return Boolean(facts);
  }

  /** Make a move as if by hand. @param {string} text */
  async play(text) {
    if (this.waiting || !this.mayMove) return false;
    if (!(await this.set([...this.moves, text]))) return false;
    const frame = this.frames[this.frames.length - 1];
    announce([describeMove(this.state, frame), this.outcome?.sentence].filter(Boolean).join(" "), this.part("told"));
    this.hooks.made?.(frame.text, this);
    return true;
  }

  /** Take the last move back. */
  async takeBack() {
    await this.set((moves) => moves.slice(0, -1));
  }

  /** Return to where the board began. */
  async reset() {
    await this.set(this.given);
  }

  /** Turn the board around. */
  async turn() {
    this.turned = !this.turned;
    await this.lay(this.turned);
    this.draw();
  }

  /** @param {string} cell */
  pick(cell) {
    if (this.touched) this.touched(cell);
    else super.pick(cell);
  }

  // -- inside ------------------------------------------------------------------------------------

  /** @param {string} what */
  do(what) {
    if (what === "back") this.takeBack();
    if (what === "reset") this.reset();
    if (what === "turn") this.turn();
  }

  get mayMove() {
    return this.ready && !this.locked && this.looking === null && this.state.turn !== null;
  }

  notNow() {
    return this.locked && has("study-off") ? t("study-off") : "";
  }

  /** @param {string} gesture @param {boolean} [why] */
  async explain(gesture, why = false) {
    const { position } = this;
    /** @type {import("../types/page").Explanation | null} */
    const found = await request("/api/study/explain", { position, way: gesture, why }, (text) => this.refused(text));
    if (!found || position !== this.position) return;
    if (why) this.note(found.why || "");
    else this.noted(found);
  }

  /** @param {Where} where @returns {Promise<StudyMessage | null>} */
  #position(where) {
    return request("/api/study", where, (text) => this.refused(text));
  }

  /** @param {StudyMessage} facts @param {boolean} onwards */
  #show(facts, onwards) {
    const still = new Set(facts.in);
    const people = facts.seats.map((_, seat) =>
      ({ name: "", kind: "here", level: 0, style: "", seat, joined: true, online: true, in: still.has(seat) }));
    this.take({ ...facts, people, round_over: facts.turn === null });
    this.me = people.map((_, seat) => seat);
    this.looking = null;
    this.arrows = [];
    this.extra = {};
    this.figure = [];
    this.begin(facts.moves);
    this.explained.set("", { notes: facts.notes, lines: facts.lines || {} });
    this.showPly(this.frames.length, onwards);
    this.lay(this.turned);
    this.draw();
    this.hooks.changed?.(this);
  }

  draw() {
    const { state } = this;
    const status = this.part("status");
    say(status, state.outcome ? state.outcome.sentence || "" : t("page-turn-of", { who: called("seat", this.seat) }));
    status.classList.toggle("over", Boolean(state.outcome));
    this.root.dataset.ply = String(this.frames.length);
    this.root.dataset.position = state.position;
    listTrays(this.part("trays"), state, this.trays);
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (this.root.querySelectorAll("[data-study-do=back], [data-study-do=reset]"))) {
      button.disabled = this.locked || this.frames.length <= (button.dataset.studyDo === "reset" ? this.given.length : 0);
    }
    this.drawMove();
  }
}
