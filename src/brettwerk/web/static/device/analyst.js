// Analyses on this device, behind the same messages as the server's.

import { t } from "../words.js";
import { engineOf, positionOf } from "./answers.js";
import { foundMessage } from "./explain.js";
import { Refused } from "./refused.js";

/**
 * @typedef {import("../../types/page").StudySocketAnswer} Answer
 * @typedef {import("../../types/page").AnalyseRequest} AnalyseRequest
 * @typedef {import("../engine/report.js").Analysis} Analysis
 */

const SECONDS = 60;
const BETWEEN = 100; // milliseconds between two findings: each is put into words and drawn, while somebody may touch the board

export class DeviceAnalyst {
  /** Ends the analysis that runs. @type {AbortController | null} */
  #thinking = null;

  /** @param {(message: Answer) => void} onMessage @param {(() => void) | null} onUnknown what is done about positions that only a server knows */
  constructor(onMessage, onUnknown = null) {
    this.onMessage = onMessage;
    this.onUnknown = onUnknown;
    this.up = true;
  }

  /** Take a message as the server would. @param {AnalyseRequest | {t: string}} message */
  send(message) {
    this.#thinking?.abort();
    this.#thinking = null;
    if (message.t === "think") void this.#think(/** @type {AnalyseRequest} */ (message));
  }

  /** @param {AnalyseRequest} request */
  async #think({ id, position: text, lines = 1 }) {
    const thinking = new AbortController();
    const { signal } = thinking;
    this.#thinking = thinking;
    try {
      const position = await positionOf(text || "");
      const engine = await engineOf(position);
      const tell = (/** @type {Analysis} */ found) => {
        if (!signal.aborted) this.onMessage(foundMessage(id, position, found));
      };
      const found = await engine.analyse(position, { lines, seconds: SECONDS, signal }, seldom(tell, signal));
      if (signal.aborted || !found) return undefined;
      tell(found);
      thinking.abort(); // what was found before is not told any more
      return this.onMessage({ t: "done", id, why: found.exact ? "settled" : "time" });
    } catch (error) {
      if (this.onUnknown) return this.onUnknown();
      const key = error instanceof Refused ? error.key : "page-device-failed";
      if (!(error instanceof Refused)) console.error(error);
      return this.onMessage({ t: "no", id: null, about: id, error: key, key, message: t(key) });
    }
  }
}

/** Tell the first finding at once, and later ones with pauses: the newest each time. @param {(found: Analysis) => void} tell @param {AbortSignal} signal */
function seldom(tell, signal) {
  let paused = false;
  /** @type {Analysis | null} */
  let newest = null;
  const next = () => {
    paused = newest !== null && !signal.aborted;
    if (!paused) return;
    tell(/** @type {Analysis} */ (newest));
    newest = null;
    setTimeout(next, BETWEEN);
  };
  return (/** @type {Analysis} */ found) => {
    newest = found;
    if (!paused) next();
  };
}
