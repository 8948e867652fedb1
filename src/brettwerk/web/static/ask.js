// Dialogs before something that cannot be undone, and copying links.

import { byId, make } from "./dom.js";
import { t } from "./words.js";

/**
 * Show a dialog, and do what was chosen.
 * @param {string} question
 * @param {{text: string, does?: () => void, danger?: boolean}[]} answers
 */
export function ask(question, answers) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("ask"));
  byId("ask-text").textContent = question;
  byId("ask-buttons").replaceChildren(...answers.map(({ text, does, danger }) =>
    make("button", { type: "button", class: danger ? "button danger" : "button", click: () => { dialog.close(); does?.(); } }, text)));
  dialog.showModal();
  // Focus the harmless answer, in case of a hasty Enter.
  const harmless = answers.findIndex(({ does }) => !does);
  /** @type {HTMLElement | undefined} */ (byId("ask-buttons").children[harmless])?.focus();
}

/** Copy a text, or show it where that is not allowed. @param {string} text @param {(message: string) => void} confirm */
export async function copy(text, confirm) {
  try {
    await navigator.clipboard.writeText(text);
    confirm(t("page-copied"));
  } catch {
    const field = make("input", { value: text, readonly: true, "aria-label": t("page-copy-failed") });
    ask(t("page-copy-failed"), [{ text: t("page-close") }]);
    byId("ask-text").append(field);
    field.select();
  }
}
