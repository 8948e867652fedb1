// What to do next in a move of several steps, and the buttons for it.

import { byId, make } from "./dom.js";
import { t } from "./words.js";

/**
 * @param {import("./game.js").Play} play
 * @param {{text: string} | null} confirming
 */
export function drawStep(play, confirming) {
  const box = byId("step");
  // The room is kept while others move, so that nothing jumps.
  box.hidden = !play.me.length || play.table.round_over;
  box.classList.toggle("off", !play.mayMove);
  if (!play.mayMove) return;
  const { picker } = play;
  const done = picker.done();
  /** @type {HTMLButtonElement[]} */
  const buttons = [];
  const button = (/** @type {string} */ key, /** @type {() => void} */ does, primary = false) =>
    buttons.push(make("button", { type: "button", class: primary ? "button primary" : "button", click: does }, t(key)));
  if (confirming) button("page-step-play", () => play.play(confirming.text), true);
  else if (done?.more) button("page-step-done", () => play.play(done.text), true);
  if (picker.pass && !picker.path.length) button("page-pass", () => play.play(picker.pass), true);
  if (picker.path.length) button("page-step-back", () => play.back());
  const text = confirming ? t("page-step-confirm", { move: confirming.text }) : t(prompt(play));
  if (byId("step-text").textContent !== text) byId("step-text").textContent = text;
  const kept = document.activeElement?.textContent;
  const inside = byId("step-buttons").contains(document.activeElement);
  byId("step-buttons").replaceChildren(...buttons);
  if (inside) (buttons.find((one) => one.textContent === kept) || buttons[0])?.focus();
}

/** @param {import("./game.js").Play} play */
function prompt({ picker, table }) {
  const signs = new Set(picker.next().values());
  if (signs.has("!")) return "page-step-take";
  if (signs.has("+")) return "page-step-add";
  if (picker.path.length) return signs.has(".") ? "page-step-more" : "page-step-to";
  if (signs.has(".")) return "page-step-pick";
  if (!signs.size) return "page-step-pass";
  return table.lit.length ? "page-step-place-prise" : "page-step-place";
}
