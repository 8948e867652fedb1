// Game clocks, as in `match/clock.py`; the current time is passed in, in seconds.

import { Refused } from "./refused.js";

/**
 * Time per player, and the increment or delay of each turn, in seconds.
 * @typedef {{base: number, increment: number, delay: number}} TimeControl
 */

const LONGEST = 7 * 24 * 3600;
const NUMBER = "[0-9]{1,6}(?:[.,][0-9]{1,20})?";
const TIME = new RegExp(`^(?:(${NUMBER})|([0-9]{1,6}):([0-5]?[0-9](?:[.,][0-9]{1,20})?))(?:([+d])(${NUMBER}))?$`);

/** @param {string} digits */
const value = (digits) => Number(digits.replace(",", "."));

/** Parse `10` (minutes), `1:30`, `10+5` (increment), `5d3` (delay) or `none` (null). @param {string} text @returns {TimeControl | null} */
export function parseTimeControl(text) {
  const plain = text.replace(/\s/g, "").toLowerCase();
  if (plain === "none") return null;
  const found = TIME.exec(plain);
  if (!found) throw new Refused("clock-text", { given: text });
  const [, minutes, whole, seconds, sign, each = "0"] = found;
  const base = minutes ? value(minutes) * 60 : Number(whole) * 60 + value(seconds);
  const control = { base, increment: sign === "+" ? value(each) : 0, delay: sign === "d" ? value(each) : 0 };
  if (!base || base > LONGEST || value(each) > LONGEST) throw new Refused("clock-text", { given: text });
  return control;
}

/** Return the text that `parseTimeControl` reads. @param {TimeControl | null} control */
export function formatTimeControl(control) {
  if (!control) return "none";
  const { base, increment, delay } = control;
  const seconds = base % 60;
  const minutes = String(Math.floor(base / 60));
  const text = seconds ? `${minutes}:${seconds < 10 ? "0" : ""}${seconds}` : minutes;
  return increment ? `${text}+${increment}` : delay ? `${text}d${delay}` : text;
}

/** Each player's remaining time: as of the time `since`, or current if the clock is stopped; immutable. */
export class Clock {
  /**
   * @param {TimeControl} control @param {number[]} left @param {number | null} turn the player on the move
   * @param {number | null} since @param {number} grace what remains of this turn's delay
   */
  constructor(control, left, turn = null, since = null, grace = 0) {
    this.control = control;
    this.left = left;
    this.turn = turn;
    this.since = since;
    this.grace = grace;
  }

  /** Charge the previous turn and start a player's turn. @param {number} player @param {number} now */
  start(player, now) {
    return new Clock(this.control, this.pause(now).left, player, now, this.control.delay);
  }

  /** End a turn and start the next; null stops the clock. @param {number} now @param {number | null} next */
  press(now, next) {
    this.checkNotFlagged(now);
    const paused = this.pause(now);
    const left = paused.left.map((seconds, player) => seconds + (player === this.turn ? this.control.increment : 0));
    const pressed = new Clock(this.control, left, paused.turn, paused.since, paused.grace);
    return next === null ? new Clock(this.control, left) : pressed.start(next, now);
  }

  /** Stop the clock; `resume` continues the same turn. @param {number} now */
  pause(now) {
    if (this.turn === null || this.since === null) return this;
    const left = this.left.map((_, player) => this.remaining(player, now));
    return new Clock(this.control, left, this.turn, null, Math.max(0, this.grace - this.#elapsed(now)));
  }

  /** Restart the clock in the turn in which it was paused. @param {number} now */
  resume(now) {
    return new Clock(this.control, this.left, this.turn, now, this.grace);
  }

  /** Return the seconds that a player has left. @param {number} player @param {number} now */
  remaining(player, now) {
    if (player !== this.turn) return this.left[player];
    return Math.max(0, this.left[player] - Math.max(0, this.#elapsed(now) - this.grace));
  }

  /** Return whether the time of the player on the move has run out. @param {number} now */
  flagged(now) {
    return this.turn !== null && this.since !== null && this.remaining(this.turn, now) <= 0;
  }

  /** @param {number} now */
  checkNotFlagged(now) {
    if (this.flagged(now)) throw new Refused("clock-fallen");
  }

  /** The system time can be set back during a game; that counts as zero. @param {number} now */
  #elapsed(now) {
    return this.since === null ? 0 : Math.max(0, now - this.since);
  }
}
