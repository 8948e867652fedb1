// What lies beside the board: pieces still to be placed, pieces taken.

import { make, pieceIcon } from "./dom.js";
import { called, t } from "./words.js";

/** @param {import("../types/page").Tray} tray */
export function drawTray([, what, piece, count]) {
  const label = t(what === "hand" ? "page-in-hand" : "page-captured", { count });
  return make("span", { class: `tray ${what}`, title: label },
    pieceIcon(piece), make("span", { "aria-hidden": "true" }, `×${count}`), make("span", { class: "unseen" }, label));
}

/**
 * Draw the trays, a line for each player who has something.
 * @param {HTMLElement} list
 * @param {import("../types/page").BoardState} state
 * @param {import("../types/page").Tray[]} trays
 */
export function drawTrays(list, state, trays) {
  const lines = state.seats.flatMap((seat) => {
    const lying = trays.filter(([owner, , , count]) => owner === seat && count);
    if (!lying.length) return [];
    return [make("li", {}, pieceIcon(seat), make("span", { class: "tray-owner" }, called("seat", seat)),
      make("span", { class: "chip-trays" }, ...lying.map(drawTray)))];
  });
  list.hidden = !lines.length;
  list.replaceChildren(...lines);
}
