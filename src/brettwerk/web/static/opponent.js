// Playing an analysis out: a computer answers for one side, or for all but the one who was to move.

import { byId } from "./dom.js";
import { t } from "./words.js";

export class Opponent {
  /** @param {import("./analysis.js").Analysis} analysis */
  constructor(analysis) {
    this.analysis = analysis;
    this.seat = /** @type {HTMLSelectElement} */ (byId("opponent-seat"));
    /** @type {number | null} whom the reader plays, where a computer plays all others */
    this.mine = null;
    this.seat.addEventListener("change", () => this.#chosen());
  }

  #chosen() {
    const { analysis } = this;
    this.mine = analysis.study.table.turn;
    this.#say("");
    // Who plays it out wants to find out alone.
    if (this.seat.value && analysis.on) analysis.turnOn(false);
    this.answer();
  }

  /** Whether a computer is to move here. */
  get due() {
    const { turn } = this.analysis.study.table;
    const { value } = this.seat;
    if (turn === null || !value) return false;
    return value === "others" ? turn !== this.mine : turn === Number(value);
  }

  /** Let the computer move, if it is to. */
  async answer() {
    const { study } = this.analysis;
    if (!this.due || study.touched) return;
    const { position } = study;
    const level = Number(/** @type {HTMLSelectElement} */ (byId("opponent-level")).value);
    this.#say(t("study-opponent-thinks"));
    const found = await this.analysis.ask("answer", { position, level }, (text) => this.#say(text));
    if (!found) return;
    this.#say("");
    const { move } = await found.json();
    // Meanwhile the reader may have gone elsewhere.
    if (study.position === position && this.due) await study.play(move);
  }

  /** @param {string} text */
  #say(text) {
    byId("opponent-note").textContent = text;
  }
}
