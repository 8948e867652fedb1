// Storm: as many puzzles as one can before the time is up. Streak: one life. The ladder goes from easy to hard; records stay on this device.

import { byId } from "./dom.js";
import { record, recorded } from "./streaks.js";
import { t } from "./words.js";

/** @typedef {"storm" | "streak"} Mode */
/** @typedef {[string, number, string[]]} Listed a puzzle's id, grade and themes */

const SECONDS = 180;
const STEP = 3; // puzzles solved before the next grade

export class Challenge {
  /** @type {Mode | null} */
  mode = null;
  score = 0;
  #ends = 0;
  #timer = 0;
  /** @type {string[]} */
  #seen = [];

  /** @param {string} game @param {Listed[]} all @param {{show: (id: string) => Promise<unknown>, over: (sentence: string) => void}} page */
  constructor(game, all, page) {
    this.game = game;
    this.all = all;
    this.page = page;
    byId("challenges").hidden = false;
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-challenge]"))) {
      button.addEventListener("click", () => this.begin(/** @type {Mode} */ (button.dataset.challenge)));
    }
    byId("challenge-end").addEventListener("click", () => this.#over());
  }

  /** @param {Mode} mode */
  async begin(mode) {
    this.mode = mode;
    this.score = 0;
    this.#seen = [];
    this.#shown(true);
    byId("content").scrollIntoView(); // the button may be far below the board
    await this.#next();
    this.#ends = performance.now() + 1000 * SECONDS;
    if (this.mode === "storm") this.#timer = window.setInterval(() => this.#tick(), 250);
    this.#tick();
  }

  /** Take note of a puzzle that has been solved, or not, and go on. @param {boolean} isSolved */
  async judged(isSolved) {
    if (isSolved) this.score++;
    if (!isSolved && this.mode === "streak") this.#over();
    else await this.#next();
    this.#tick();
  }

  /** Show a puzzle that has not been seen, of the grade that the score has come to. */
  async #next() {
    const grade = Math.min(5, 1 + Math.floor(this.score / STEP));
    const open = this.all.filter(([id]) => !this.#seen.includes(id));
    const fitting = open.filter(([, its]) => its === grade);
    const from = fitting.length ? fitting : open;
    if (!from.length) return this.#over();
    const [id] = from[Math.floor(Math.random() * from.length)];
    this.#seen.push(id);
    await this.page.show(id);
  }

  #tick() {
    if (!this.mode) return;
    const left = Math.max(0, Math.ceil((this.#ends - performance.now()) / 1000));
    byId("challenge-score").textContent = t("puzzles-page-challenge-score", { count: this.score });
    byId("challenge-clock").textContent = this.mode === "storm" ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "";
    if (this.mode === "storm" && !left) this.#over();
  }

  #over() {
    if (!this.mode) return;
    const { mode, score } = this;
    this.mode = null;
    window.clearInterval(this.#timer);
    const best = recorded(this.game, mode);
    record(this.game, mode, score);
    this.#shown(false);
    this.page.over(t(score > best ? "puzzles-page-challenge-record" : "puzzles-page-challenge-over", { count: score, best: Math.max(best, score) }));
  }

  /** @param {boolean} isOn */
  #shown(isOn) {
    byId("challenge").hidden = !isOn;
    byId("content").classList.toggle("challenged", isOn);
  }
}
