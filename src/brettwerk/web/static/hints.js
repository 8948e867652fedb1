// Hints: a good move on the board, and who else asked for one.

import { announce } from "./dom.js";
import { who } from "./describe.js";
import { t } from "./words.js";

/** @typedef {import("./game.js").GamePage} GamePage */

/** Announce that somebody else asked for a hint. @param {GamePage} page @param {number} person */
export function announceHint(page, person) {
  if (page.me.includes(person)) return;
  const text = t("page-said-hint", { who: who(page.live.state, person) });
  page.note(text);
  announce(text);
}

/** Mark the cells of a good move. @param {GamePage} page @param {import("../types/page").Hint} message */
export function showHint(page, message) {
  if (message.moment !== page.state.moment) return;
  const found = page.picker.entries.find(({ text }) => text === message.move);
  page.hint = found ? found.steps.map((step) => step.slice(1)) : [];
  page.note(t("page-hint-is", { move: message.move }));
  page.draw();
}
