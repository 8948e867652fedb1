// An analysis as it streams: requests to this device or to the server, and what was found so far.

import { canRun, isSite } from "./places.js";
import { Socket } from "./socket.js";
import { language, t } from "./words.js";

/**
 * @typedef {import("../types/page").AnalyseRequest} AnalyseRequest
 * @typedef {import("../types/page").AnalysisMessage} AnalysisMessage
 * @typedef {import("../types/page").StudySocketAnswer} StudySocketAnswer
 * @typedef {import("../types/page").Ended["why"] | "off" | "waiting" | "thinking" | "failed" | "away"} State
 * @typedef {{ahead?: number, message?: string}} Details
 */

const FIRST_SECOND = 1;
const VERY_SLOW = 10_000; // positions a second; a phone of some years ago looks at several times as many

export class Thinking {
  /** @param {(state: State, found: AnalysisMessage | null, details: Details) => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    /** @type {AnalysisMessage | null} */
    this.found = null;
    /** @type {State} */
    this.state = "off";
    /** @type {import("../types/page").AnalyseRequest | null} the request, to be repeated on a new connection */
    this.request = null;
    this.id = 0;
    /** Whether the server has been reached: if not, this page was kept for times like this. */
    this.met = false;
    /** Whether it is known how fast this device is. */
    this.measured = isSite;
    /** @type {{up: boolean, send: (message: AnalyseRequest | {t: "stop"}) => void, close?: () => void}} */
    this.socket = { up: false, send: () => {} };
    if (isSite || canRun) void this.#onDevice();
    else this.#onServer();
  }

  /** Analyse on this device. */
  async #onDevice() {
    const { DeviceAnalyst } = await import("./device/analyst.js");
    this.socket.close?.();
    this.socket = new DeviceAnalyst((message) => this.#receive(message), isSite ? null : () => this.#onServer());
    this.#connected("open");
  }

  /** Let the server analyse: this device cannot, is very slow, or does not know the position. */
  #onServer() {
    this.measured = true;
    this.socket.send({ t: "stop" });
    this.socket = new Socket("analysis", () => [], language, (/** @type {StudySocketAnswer} */ message) => this.#receive(message), (state) => this.#connected(state));
  }

  /** Let the server go on if this device is very slow. @param {AnalysisMessage} found */
  #measure({ nodes, seconds, exact }) {
    if (this.measured || seconds < FIRST_SECOND) return;
    this.measured = true;
    if (!exact && nodes / seconds < VERY_SLOW) this.#onServer();
  }

  /** Analyse a position. @param {string} position @param {number} lines */
  about(position, lines) {
    this.request = { t: "think", id: ++this.id, position, lines };
    this.found = null;
    this.#set("thinking");
    // Without a connection it is sent as soon as there is one.
    if (this.socket.up) this.socket.send(this.request);
  }

  /** Stop the analysis. */
  stop() {
    this.request = null;
    this.socket.send({ t: "stop" });
    if (this.state === "thinking" || this.state === "waiting") this.#set("stopped");
  }

  /** @param {StudySocketAnswer} message */
  #receive(message) {
    if (message.t === "no") {
      if (message.about === undefined || message.about === this.id) this.#end("failed", { message: message.message });
    } else if (message.t === "found" && message.id === this.id) {
      this.found = message;
      this.#measure(message);
      this.#set(this.state === "stopped" ? "stopped" : "thinking");
    } else if (message.t === "queued" && message.id === this.id) {
      this.#set("waiting", message.ahead ? { ahead: message.ahead } : { message: t("study-state-preparing") });
    } else if (message.t === "done" && message.id === this.id) this.#end(message.why);
  }

  /** @param {import("../types/page").ConnectionState} state */
  #connected(state) {
    this.met ||= state === "open";
    if (state === "closed" && !this.met) void this.#onDevice();
    if (state === "old") this.#set("failed", { message: t("page-reload") });
    else if (state !== "open") this.#set(this.request ? "away" : this.state);
    else if (this.request) {
      this.#set("thinking");
      this.socket.send(this.request);
    }
  }

  /** @param {State} state @param {Details} [details] */
  #end(state, details) {
    this.request = null;
    this.#set(state, details);
  }

  /** @param {State} state @param {Details} [details] */
  #set(state, details = {}) {
    this.state = state;
    this.onChange(state, this.found, details);
  }
}
