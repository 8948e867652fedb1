// What lies beside the board: pieces still to be placed, pieces taken.

import { make, pieceIcon } from "./dom.js";
import { called, has, of, t } from "./words.js";

/** @typedef {import("../types/page").Tray} Tray */

const LEFT = "page-left";
const KEYS = { hand: "page-in-hand", taken: "page-captured" };

/**
 * Draw what a player has beside the board: what is still to be placed, and what was taken, in words.
 * What a game counts towards its end is shown from the beginning.
 * @param {string} game @param {string} seat @param {Tray[]} trays
 */
export function drawTrays(game, seat, trays) {
  return /** @type {(keyof typeof KEYS)[]} */ (["hand", "taken"]).flatMap((what) => {
    const own = trays.filter(([owner, kind]) => owner === seat && kind === what);
    const count = own.reduce((sum, [, , , some]) => sum + some, 0);
    const goal = `${game}-${KEYS[what]}-goal`;
    if (!own.length || (!count && !has(goal))) return [];
    const icons = own.filter(([, , , some]) => some).map(([, , piece]) => pieceIcon(piece));
    return [make("span", { class: `tray ${what}` }, ...(icons.length ? [make("span", { class: "tray-icons" }, ...icons)] : []),
      make("span", {}, has(goal) ? t(goal, { count }) : of(game, KEYS[what], { count })))];
  });
}

/**
 * Say how many pieces a player still has, in games where few are a danger, once all are placed.
 * @param {string} game @param {string} seat @param {Tray[]} trays @param {import("../types/page").Pieces} pieces
 */
export function drawLeft(game, seat, trays, pieces) {
  const key = `${game}-${LEFT}`;
  if (!has(key) || trays.some(([owner, kind, , some]) => owner === seat && kind === "hand" && some)) return [];
  const count = Object.values(pieces).filter((piece) => piece === seat).length;
  return [make("span", { class: "tray left" }, make("span", {}, t(key, { count })))];
}

/**
 * List the trays, a line for each player who has something.
 * @param {HTMLElement} list
 * @param {import("../types/page").BoardState} state
 * @param {Tray[]} trays
 */
export function listTrays(list, state, trays) {
  const lines = state.seats.flatMap((seat) => {
    const lying = drawTrays(state.game, seat, trays);
    if (!lying.length) return [];
    return [make("li", {}, pieceIcon(seat), make("span", { class: "tray-owner" }, called("seat", seat)), make("span", { class: "chip-trays" }, ...lying))];
  });
  list.hidden = !lines.length;
  list.replaceChildren(...lines);
}
