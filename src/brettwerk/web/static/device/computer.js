// The computer players of a game on this device: they think in the engine's worker, so the page answers meanwhile.

import { isSite } from "../places.js";
import { random } from "./games.js";

/**
 * @typedef {import("../engine/engine.js").Engine} Engine
 * @typedef {import("../engine/game.js").GameKind} GameKind
 * @typedef {import("../engine/position.js").Position} Position
 * @typedef {import("./table.js").Table} Table
 */

const CERTAIN_SECONDS = 2;
const WEAK = 0.1; // the share of a level's positions below which the server plays, if there is one

/** Load the engine of a game. @param {GameKind} kind @returns {Promise<Engine>} */
export async function engineOf(kind) {
  const { Engine } = await import(new URL("../engine/engine.js", import.meta.url).href);
  return Engine.of(kind);
}

/** Let the server choose a move; null if it cannot be reached. @param {Position} position @param {number} level @param {string} style @returns {Promise<string | null>} */
async function serverMove({ text }, level, style) {
  if (isSite) return null;
  const body = JSON.stringify({ position: text, level, style });
  const answer = await fetch("/api/study/answer", { method: "POST", headers: { "content-type": "application/json" }, body }).catch(() => null);
  return answer?.ok ? (await answer.json()).move : null;
}

export class ComputerPlayer {
  /** The share of a level's positions that this device has time for. */
  #effort = 1;

  /** @param {GameKind} kind @param {(effort: number) => void} onSlow hears once that this device is too slow for a level */
  constructor(kind, onSlow) {
    this.onSlow = onSlow;
    this.engine = engineOf(kind);
    this.engine.catch(() => {}); // those who play alone need none
  }

  /** Return the move of a computer player: the same that the server's would make. @param {Table} table @param {number} person @param {AbortSignal} signal */
  async move({ match, config, version }, person, signal) {
    const { position } = match;
    const { level = 1, style = "" } = config.seats[person];
    try {
      const asked = this.#effort < WEAK ? await serverMove(position, level, style) : null;
      if (asked) return asked;
      const found = await (await this.engine).choose(position, level, { seed: config.seed + 1009 * match.round + version, style, signal });
      if (found) return this.#noted(found);
    } catch (error) {
      // A game must not stop because a computer fails; any legal move is better.
      console.error(error);
    }
    return position.moves[random(position.moves.length)].text;
  }

  /** @param {import("../engine/levels.js").Choice} found */
  #noted({ move, effort }) {
    if (effort < 1 && this.#effort === 1) this.onSlow(effort);
    this.#effort = Math.min(this.#effort, effort);
    return move.text;
  }

  /** Say who wins with best play and how soon, if that is certain; null if not. @param {Position} position */
  async certainty(position) {
    const { certainWords } = await import("./explain.js");
    return certainWords(position, await (await this.engine).analyse(position, { seconds: CERTAIN_SECONDS }));
  }

  /** Return a good move, or null. @param {Position} position */
  async hint(position) {
    return (await this.engine).hint(position).catch(() => null);
  }
}
