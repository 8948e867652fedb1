// What to do next in a move of several steps, and the buttons for it.

import { make } from "./dom.js";
import { toldAhead } from "./talk.js";
import { t } from "./words.js";

/**
 * @param {import("./mover.js").Mover} mover
 * @param {{text: string} | null} confirming
 */
export function drawStep(mover, confirming) {
  const box = mover.parts.step;
  // The room is kept while others move, so that nothing jumps.
  box.hidden = !mover.me.length || mover.table.round_over;
  box.classList.toggle("off", !mover.mayMove);
  if (!mover.mayMove) return;
  const { picker } = mover;
  const done = picker.done();
  /** @type {HTMLButtonElement[]} */
  const buttons = [];
  const button = (/** @type {string} */ key, /** @type {() => void} */ does, primary = false) =>
    buttons.push(make("button", { type: "button", class: primary ? "button primary" : "button", click: does }, t(key)));
  if (confirming) button("page-step-play", () => mover.play(confirming.text), true);
  else if (done?.more) button("page-step-done", () => mover.play(done.text), true);
  if (picker.pass && !picker.path.length) button("page-pass", () => mover.play(picker.pass), true);
  if (picker.path.length) button("page-step-back", () => mover.back());
  const text = confirming ? confirmation(mover, confirming.text) : t(prompt(mover));
  if (mover.parts.stepText.textContent !== text) mover.parts.stepText.textContent = text;
  const kept = document.activeElement?.textContent;
  const inside = mover.parts.stepButtons.contains(document.activeElement);
  mover.parts.stepButtons.replaceChildren(...buttons);
  if (inside) (buttons.find((one) => one.textContent === kept) || buttons[0])?.focus();
}

/** @param {import("./mover.js").Mover} mover @param {string} move */
function confirmation({ foreseen, picker, board }, move) {
  const does = foreseen.get(picker.way);
  return [t("page-step-confirm", { move }), does ? toldAhead(does, board.flat) : ""].filter(Boolean).join(" ");
}

/** @param {import("./mover.js").Mover} mover */
function prompt({ picker, table }) {
  const signs = new Set(picker.next().values());
  if (signs.has("!")) return "page-step-take";
  if (signs.has("+")) return "page-step-add";
  if (picker.path.length) return signs.has(".") ? "page-step-more" : "page-step-to";
  if (signs.has(".")) return "page-step-pick";
  if (!signs.size) return "page-step-pass";
  return table.lit.length ? "page-step-place-prise" : "page-step-place";
}
