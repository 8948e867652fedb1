// What lies beside the board: pieces still to be placed, pieces taken.

import { make, pieceIcon } from "./dom.js";
import { t } from "./words.js";

/** @typedef {[string, string, string, number]} Shelf whose, why, which piece, how many */

/** @param {Shelf} shelf @param {boolean} flat */
export function drawShelf([, what, piece, count], flat) {
  const label = t(what === "hand" ? "page-in-hand" : "page-captured", { count });
  return make("span", { class: `shelf ${what}`, title: label },
    pieceIcon(piece, flat), make("span", { "aria-hidden": "true" }, `×${count}`), make("span", { class: "unseen" }, label));
}

/**
 * All of it, a line for each who has something.
 * @param {HTMLElement} list
 * @param {import("./talk.js").Table} table
 * @param {Shelf[]} shelves
 * @param {boolean} flat
 */
export function drawShelves(list, table, shelves, flat) {
  const lines = table.seats.flatMap((/** @type {string} */ seat) => {
    const lying = shelves.filter(([owner, , , count]) => owner === seat && count);
    if (!lying.length) return [];
    return [make("li", {}, pieceIcon(seat, flat), make("span", { class: "shelf-owner" }, t(`seat-${seat}`)),
      make("span", { class: "chip-shelves" }, ...lying.map((shelf) => drawShelf(shelf, flat))))];
  });
  list.hidden = !lines.length;
  list.replaceChildren(...lines);
}
