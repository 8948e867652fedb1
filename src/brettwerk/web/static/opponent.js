// Playing an analysis out: a computer moves for one side, or for all others.

import { request } from "./api.js";
import { byId } from "./dom.js";
import { t } from "./words.js";

export class Opponent {
  /** @param {import("./analysis.js").Analysis} analysis */
  constructor(analysis) {
    this.analysis = analysis;
    this.seat = /** @type {HTMLSelectElement} */ (byId("opponent-seat"));
    /** @type {number | null} the seat of the reader, if a computer plays all others */
    this.mine = null;
    this.seat.addEventListener("change", () => this.#chosen());
  }

  #chosen() {
    const { analysis } = this;
    this.mine = analysis.study.state.turn;
    this.#say("");
    // Lines of the engine would spoil it.
    if (this.seat.value && analysis.on) analysis.turnOn(false);
    this.answer();
  }

  /** Whether a computer is to move. */
  get due() {
    const { turn } = this.analysis.study.state;
    const { value } = this.seat;
    if (turn === null || !value) return false;
    return value === "others" ? turn !== this.mine : turn === Number(value);
  }

  /** Let the computer move if it is its turn. */
  async answer() {
    const { study } = this.analysis;
    if (!this.due || study.touched) return;
    const { position } = study;
    const level = Number(/** @type {HTMLSelectElement} */ (byId("opponent-level")).value);
    this.#say(t("study-opponent-thinks"));
    /** @type {import("../types/page").MoveMessage | null} */
    const found = await request("/api/study/answer", { position, level }, (text) => this.#say(text));
    if (!found) return;
    this.#say("");
    // The reader may have gone elsewhere meanwhile.
    if (study.position === position && this.due) await study.play(found.move);
  }

  /** @param {string} text */
  #say(text) {
    byId("opponent-note").textContent = text;
  }
}
