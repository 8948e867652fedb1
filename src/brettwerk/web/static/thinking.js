// Analysis as it streams: what is to be thought about is said, what is found is heard.

import { Link } from "./link.js";
import { language, t } from "./words.js";

/**
 * @typedef {{moves: string[], shares: number[] | null, words: string, exact: boolean}} Line
 * @typedef {{id: number, depth: number, nodes: number, seconds: number, plain: boolean, shares: number[] | null,
 *   words: string, exact: boolean, lines: Line[]}} Found
 * @typedef {"off" | "waiting" | "thinking" | "stopped" | "others" | "time" | "settled" | "failed" | "away"} State
 */

export class Thinking {
  /** @param {(state: State, found: Found | null, told: {ahead?: number, message?: string}) => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Found | null} */
    this.found = null;
    /** @type {State} */
    this.state = "off";
    /** @type {object | null} what is thought about, to be said again after a broken connection */
    this.question = null;
    this.id = 0;
    this.link = new Link("analysis", () => [], language, (message) => this.#hear(message), (state) => this.#connected(state));
  }

  /** Think about a position. @param {object} where @param {number} lines */
  about(where, lines) {
    this.question = { t: "think", id: ++this.id, ...where, lines };
    this.found = null;
    this.#now("thinking");
    // If the connection is not there yet, it is said when it is.
    if (this.link.up) this.link.say(this.question);
  }

  /** Think no longer. */
  stop() {
    this.question = null;
    this.link.say({ t: "stop" });
    if (this.state === "thinking" || this.state === "waiting") this.#now("stopped");
  }

  /** @param {any} message */
  #hear(message) {
    const { t: kind, id } = message;
    if (kind === "found" && id === this.id) {
      this.found = message;
      this.#now(this.state === "stopped" ? "stopped" : "thinking");
    }
    if (kind === "queued" && id === this.id) {
      this.#now("waiting", message.ahead ? { ahead: message.ahead } : { message: t("study-state-preparing") });
    }
    if (kind === "done" && id === this.id) {
      this.question = null;
      this.#now(message.why);
    }
    if (kind === "no" && (message.about === undefined || message.about === this.id)) {
      this.question = null;
      this.#now("failed", { message: message.message });
    }
  }

  /** @param {"open" | "closed" | "gone" | "old"} state */
  #connected(state) {
    if (state === "old") this.#now("failed", { message: t("page-reload") });
    else if (state !== "open") this.#now(this.question ? "away" : this.state);
    else if (this.question) {
      this.#now("thinking");
      this.link.say(this.question);
    }
  }

  /** @param {State} state @param {{ahead?: number, message?: string}} [told] */
  #now(state, told = {}) {
    this.state = state;
    this.changed(state, this.found, told);
  }
}
