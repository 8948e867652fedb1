// The list of moves, and which of them is shown.

import { make } from "./dom.js";
import { t } from "./words.js";

/**
 * @param {HTMLElement} list
 * @param {import("../types/page").Frame[]} frames
 * @param {number} shown the ply that is shown
 * @param {number} players
 * @param {(ply: number) => void} goTo
 */
export function drawMoves(list, frames, shown, players, goTo) {
  if (!frames.length) {
    list.replaceChildren(make("li", { class: "none" }, t("page-moves-none")));
    return;
  }
  const focused = list.contains(document.activeElement);
  const rows = [];
  /** @type {HTMLButtonElement[]} */
  const all = [];
  for (let first = 0; first < frames.length; first += players) {
    const buttons = frames.slice(first, first + players).map((frame, i) => {
      const ply = first + i + 1;
      const button = make("button", { type: "button", class: "move", tabindex: "-1", click: () => goTo(ply) }, frame.text);
      if (frame.lot) {
        button.title = t("page-lot");
        button.append(make("span", { class: "lot" }, ` (${t("page-lot")})`));
      }
      if (ply === shown) button.setAttribute("aria-current", "step");
      return button;
    });
    all.push(...buttons);
    rows.push(make("li", {}, make("span", { class: "number" }, `${first / players + 1}.`), ...buttons));
  }
  list.replaceChildren(...rows);
  // One tab stop for all moves; arrow keys lead to the others.
  const now = all[Math.max(0, shown - 1)];
  now.setAttribute("tabindex", "0");
  list.onkeydown = (event) => key(event, all, players, shown, goTo);
  if (focused) now.focus({ preventScroll: true });
  // Scroll only the list, never the page.
  const row = /** @type {HTMLElement} */ (now.parentElement);
  list.scrollTop = row.offsetTop - list.clientHeight / 2;
}

/**
 * @param {KeyboardEvent} event @param {HTMLButtonElement[]} all @param {number} players
 * @param {number} shown @param {(ply: number) => void} goTo
 */
function key(event, all, players, shown, goTo) {
  /** @type {Record<string, number>} */
  const to = {
    ArrowLeft: shown - 1, ArrowRight: shown + 1, ArrowUp: shown - players, ArrowDown: shown + players,
    Home: 1, End: all.length,
  };
  const ply = to[event.key];
  if (ply === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (ply >= 1 && ply <= all.length) goTo(ply);
}

/** Draw the choice of rounds, if there is more than one. @param {HTMLSelectElement} select @param {number} shown @param {number} latest */
export function drawRounds(select, shown, latest) {
  select.hidden = latest < 2;
  if (select.options.length !== latest) {
    select.replaceChildren(...Array.from({ length: latest }, (_, i) =>
      make("option", { value: String(i + 1) }, t("page-round", { number: i + 1 }))));
  }
  select.value = String(shown);
}
