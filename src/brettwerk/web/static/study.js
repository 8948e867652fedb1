// A board to try things on: any position, moves by hand, back and anew. Nothing is kept on the server.
//
// A page renders one with the macro of templates/study.html and takes it over with `new Study(element)`.

import { tell } from "./dom.js";
import { Mover } from "./mover.js";
import { drawShelves } from "./shelves.js";
import { toldMove } from "./talk.js";
import { has, t } from "./words.js";

/**
 * Where a board begins: a game with its options, or the text of a position; and moves made from there.
 * @typedef {{game?: string, options?: object, position?: string, moves?: string[]}} Where
 *
 * What a page may hear of: `made` of moves that were made by hand, `changed` of every other position,
 * however it came.
 * @typedef {{made?: (text: string, study: Study) => void, changed?: (study: Study) => void}} Hooks
 */

export class Study extends Mover {
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
    /** @type {((cell: string) => void) | null} who hears of touches instead, while a position is set up */
    this.touched = null;
    /** @type {Promise<unknown>} whatever is still to be answered: one after the other */
    this.line = Promise.resolve();
    this.waiting = 0;
    const facts = JSON.parse(part("facts").textContent || "{}");
    /** @type {Where} where the moves begin */
    this.where = { position: facts.begin };
    /** @type {string[]} the moves that the page came with: those that are not taken back by `reset` */
    this.given = facts.frames.map((/** @type {{text: string}} */ { text }) => text);
    this.turned = facts.flipped;
    this.boardAddress = facts.board + (facts.flipped ? `${facts.board.includes("?") ? "&" : "?"}flipped=1` : "");
    this.flipped = facts.flipped;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-study-do]"))) {
      button.addEventListener("click", () => this.do(button.dataset.studyDo || ""));
    }
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.back()) event.preventDefault();
    });
    root.classList.add("live");
    this.#show(facts, false);
  }

  // -- what pages use ----------------------------------------------------------------------------

  /** The moves made so far. @returns {string[]} */
  get moves() {
    return this.frames.map(({ text }) => text);
  }

  /** The text of the position that is seen. @returns {string} */
  get position() {
    return this.table.position;
  }

  /** How it ended, with its sentence; null while it goes on. */
  get outcome() {
    return this.table.outcome;
  }

  /** The steps that make a legal move, for arrows. @param {string} text @returns {string} */
  way(text) {
    return this.table.moves.find((/** @type {string[]} */ [move]) => move === text)?.[1] ?? "";
  }

  /** Another board altogether; whether it could be. @param {Where} where */
  load(where) {
    return this.#next(() => this.#load(where));
  }

  /** @param {Where} where */
  async #load(where) {
    const { moves = [], ...begin } = where;
    const facts = await this.#ask("", { ...begin, moves });
    if (!facts) return false;
    this.where = { position: facts.begin };
    this.given = moves;
    this.#show(facts, false);
    return true;
  }

  /**
   * The position after these moves from where it began; whether it could be.
   * @param {string[] | ((moves: string[]) => string[])} wanted the moves, or what to make of those there are
   * @returns {Promise<boolean>}
   */
  set(wanted) {
    return this.#next(() => this.#set(typeof wanted === "function" ? wanted(this.moves) : wanted));
  }

  /** Do it when all that was wanted before is answered. @param {() => Promise<boolean>} does */
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
    const facts = await this.#ask("", { ...this.where, moves, from });
    if (facts) this.#show(facts, onwards);
    return Boolean(facts);
  }

  /** Make a move as a hand would. @param {string} text */
  async play(text) {
    if (this.waiting || !this.mayMove) return false;
    if (!(await this.set([...this.moves, text]))) return false;
    const frame = this.frames[this.frames.length - 1];
    tell([toldMove(this.table, frame, this.board.flat), this.outcome?.sentence].filter(Boolean).join(" "), this.part("told"));
    this.hooks.made?.(frame.text, this);
    return true;
  }

  /** Take the last move back. */
  async takeBack() {
    await this.set((moves) => moves.slice(0, -1));
  }

  /** As it was at first. */
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
    return Boolean(this.table) && !this.locked && this.looking === null && this.table.turn !== null;
  }

  notNow() {
    return this.locked && has("study-off") ? t("study-off") : "";
  }

  /** @param {string} way @param {boolean} [why] */
  async explain(way, why = false) {
    const { position } = this;
    const told = await this.#ask("/explain", { position, way, why });
    if (!told || position !== this.position) return;
    if (why) this.note(told.why);
    else this.noted(told);
  }

  /** Ask the server; what it refuses is said, and gives null. @param {string} what @param {object} question */
  async #ask(what, question) {
    try {
      const answer = await fetch(`/api/study${what}`, {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question),
      });
      const found = await answer.json();
      if (answer.ok) return found;
      this.refused(found.message);
    } catch {
      this.refused(t("page-no-server"));
    }
    return null;
  }

  /** @param {any} facts @param {boolean} onwards */
  #show(facts, onwards) {
    const still = new Set(facts.in);
    const people = facts.seats.map((/** @type {string} */ _, /** @type {number} */ seat) =>
      ({ name: "", kind: "here", seat, joined: true, online: true, in: still.has(seat) }));
    this.take({ ...facts, people, round_over: facts.turn === null });
    this.me = people.map((/** @type {unknown} */ _, /** @type {number} */ seat) => seat);
    this.looking = null;
    this.arrows = [];
    this.extra = {};
    this.begin(facts.moves);
    this.notes = { way: "", notes: facts.notes };
    this.showPly(this.frames.length, onwards);
    this.lay(this.turned);
    this.draw();
    this.hooks.changed?.(this);
  }

  draw() {
    const { table } = this;
    const said = table.outcome ? table.outcome.sentence : t("page-turn-of", { who: t(`seat-${this.seat}`) });
    const status = this.part("status");
    if (status.textContent !== said) status.textContent = said;
    status.classList.toggle("over", Boolean(table.outcome));
    this.root.dataset.ply = String(this.frames.length);
    this.root.dataset.position = table.position;
    drawShelves(this.part("shelves"), table, this.shelves, this.board.flat);
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (this.root.querySelectorAll("[data-study-do=back], [data-study-do=reset]"))) {
      button.disabled = this.locked || this.frames.length <= (button.dataset.studyDo === "reset" ? this.given.length : 0);
    }
    this.drawMove();
  }
}
