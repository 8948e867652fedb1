// The prompt for the next step of a move, and its buttons.

import { make } from "./dom.js";
import { cellsOfLines } from "./board-marks.js";
import { describeAhead } from "./describe.js";
import { called, has, of, t } from "./words.js";

/**
 * @param {import("./board-input.js").BoardInput<import("../types/page").BoardState>} input
 * @param {{text: string} | null} confirming
 */
export function drawStep(input, confirming) {
  const box = input.parts.step;
  // It keeps its space while others move, so that nothing jumps.
  box.hidden = !input.me.length || input.state.round_over;
  box.classList.toggle("off", !input.mayMove);
  if (!input.mayMove) return;
  const { picker } = input;
  const done = picker.done();
  /** @type {HTMLButtonElement[]} */
  const buttons = [];
  const button = (/** @type {string} */ key, /** @type {() => void} */ does, primary = false) =>
    buttons.push(make("button", { type: "button", class: primary ? "button primary" : "button", click: does }, t(key)));
  if (confirming) button("page-step-play", () => input.play(confirming.text), true);
  else if (done?.more) button("page-step-done", () => input.play(done.text), true);
  if (picker.pass && !picker.path.length) button("page-pass", () => input.play(picker.pass), !picker.next().size);
  if (picker.path.length) button("page-step-back", () => input.back());
  const text = confirming ? confirmation(input, confirming.text) : legend(input) || of(input.board.game, prompt(input));
  if (input.parts.stepText.textContent !== text) input.parts.stepText.textContent = text;
  replaceButtons(input.parts.stepButtons, buttons, confirming?.text || done?.text || "");
}

/** Replace the buttons if they have changed: one that is being touched must not vanish. @param {HTMLElement} box @param {HTMLButtonElement[]} buttons @param {string} move what they are about */
function replaceButtons(box, buttons, move) {
  const names = [move, ...buttons.map((one) => one.textContent)].join("|");
  if (box.dataset.names === names && box.childElementCount === buttons.length) return;
  const focused = document.activeElement?.textContent;
  const inside = box.contains(document.activeElement);
  box.dataset.names = names;
  box.replaceChildren(...buttons);
  if (inside) (buttons.find((one) => one.textContent === focused) || buttons[0])?.focus();
}

/** @param {import("./board-input.js").BoardInput<import("../types/page").BoardState>} input @param {string} move */
function confirmation({ foreseen, picker, board }, move) {
  const does = foreseen.get(picker.gesture);
  return [t("page-step-confirm", { move }), does ? describeAhead(board.game, does) : ""].filter(Boolean).join(" ");
}

/** @param {import("./board-input.js").BoardInput<import("../types/page").BoardState>} input */
function prompt({ picker, state }) {
  const signs = new Set(picker.next().values());
  if (picker.taking) return "page-step-take";
  if (signs.has("+")) return "page-step-add";
  if (picker.path.length) return signs.has(".") ? "page-step-more" : "page-step-to";
  if (signs.has(".")) return "page-step-pick";
  if (!signs.size) return "page-step-pass";
  return state.lit.length ? "page-step-place-prise" : "page-step-place";
}

/** Say what the marks of lines mean, if there are any. @param {import("./board-input.js").BoardInput<import("../types/page").BoardState>} input */
function legend(input) {
  const { own, others } = cellsOfLines(input);
  const kinds = [own.length ? "close" : "", others.length ? "stop" : ""].filter(Boolean);
  const { game } = input.board;
  return kinds.filter((kind) => has(`${game}-page-step-${kind}`)).map((kind) => called("page-step", kind, game)).join(" ");
}
