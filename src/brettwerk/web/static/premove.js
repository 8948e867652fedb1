// A move chosen while others think: it is made at once when its turn has come, if it is legal then.

import { t } from "./words.js";

/** @typedef {import("./game.js").GamePage} GamePage */

export class Premove {
  constructor() {
    /** @type {string[]} a piece and where it goes, or a cell to place on */
    this.cells = [];
    this.placing = false;
  }

  /** Whether a move can be chosen now: one person waits here, and has seen how moves are made. @param {GamePage} page */
  static possible({ ready, looking, sent, me, live }) {
    if (!ready || looking !== null || sent || me.length !== 1) return false;
    const { turn, people, round_over: over } = live.state;
    return !over && turn !== null && turn !== me[0] && people[me[0]].in && live.frames.length > 0;
  }

  /** Whether it has been chosen to the end. */
  get whole() {
    return this.cells.length === (this.placing ? 1 : 2);
  }

  /** Touch a cell while others think, and return whether that means anything. @param {GamePage} page @param {string} cell */
  touch(page, cell) {
    if (this.whole || this.cells[0] === cell) {
      const again = this.cells.includes(cell);
      this.clear(page);
      if (again) return true;
    }
    const { live: { state, frames }, me: [me], board } = page;
    // As this player, or else somebody else, moved last.
    const last = [...frames].reverse().find(({ by }) => by === me) || frames[frames.length - 1];
    const held = board.shown[cell];
    if (this.cells.length) this.cells.push(cell);
    else if (last.moved && held === state.seats[state.people[me].seat]) this.cells = [cell];
    else if (!last.moved && last.placed && !held) this.cells = [cell];
    else return false;
    this.placing = !last.moved;
    this.#show(page);
    return true;
  }

  /** @param {GamePage} page */
  #show(page) {
    const [from, to] = this.cells;
    page.extra = this.whole ? { premove: this.cells } : { picked: [from] };
    page.premoved = this.whole && !this.placing ? [{ from, to, kind: "own" }] : [];
    page.note(t(this.whole ? "page-premove" : "page-premove-to"));
    page.draw();
  }

  /** @param {GamePage} page */
  clear(page) {
    this.forget(page);
    page.note("");
    page.draw();
  }

  /** @param {GamePage} page */
  forget(page) {
    this.cells = [];
    page.extra = {};
    page.premoved = [];
  }

  /** Make the chosen steps now that it is our turn; what is not legal is forgotten. @param {GamePage} page */
  play(page) {
    const { cells, whole } = this;
    if (!cells.length) return;
    this.forget(page);
    const { picker } = page;
    if (!cells.every((cell) => picker.next().has(cell) && picker.touch(cell))) {
      picker.path = [];
      if (whole) page.note(t("page-premove-gone"));
      return;
    }
    const done = picker.done();
    if (whole && done && !done.more) page.play(done.text);
  }
}
