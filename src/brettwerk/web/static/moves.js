// The list of moves, and which of them is looked at.

import { make } from "./dom.js";
import { t } from "./words.js";

/**
 * @param {HTMLElement} list
 * @param {import("./talk.js").Frame[]} frames
 * @param {number} shown how many moves have been made in what is shown
 * @param {number} players
 * @param {(ply: number) => void} goTo
 */
export function drawMoves(list, frames, shown, players, goTo) {
  if (!frames.length) {
    list.replaceChildren(make("li", { class: "none" }, t("page-moves-none")));
    return;
  }
  const rows = [];
  for (let first = 0; first < frames.length; first += players) {
    const buttons = frames.slice(first, first + players).map((frame, i) => {
      const ply = first + i + 1;
      const button = make("button", { type: "button", class: "move", click: () => goTo(ply) }, frame.text);
      if (ply === shown) button.setAttribute("aria-current", "step");
      return button;
    });
    rows.push(make("li", {}, make("span", { class: "number" }, `${first / players + 1}.`), ...buttons));
  }
  list.replaceChildren(...rows);
  const now = list.querySelector("[aria-current]");
  if (!now) return;
  // Only the list is scrolled, never the page.
  const row = /** @type {HTMLElement} */ (now.parentElement);
  list.scrollTop = row.offsetTop - list.clientHeight / 2;
}
