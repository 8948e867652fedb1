// The fields for the options of a game, and their pictures.

import { Chooser } from "./chooser.js";
import { byId } from "./dom.js";

export class OptionFields {
  /**
   * @param {HTMLElement} form
   * @param {import("../types/page").GameFacts} facts
   * @param {string} [board] tableaus to begin with
   */
  constructor(form, facts, board = "") {
    this.form = form;
    this.facts = facts;
    const boards = /** @type {HTMLElement | null} */ (form.querySelector(".board-choice"));
    this.chooser = boards ? new Chooser(facts.tableaus || {}, Number(boards.dataset.size), board) : null;
    byId("theme").addEventListener("click", () => setTimeout(() => this.#pictures()));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#pictures());
    this.#pictures();
  }

  /** The options that differ from their defaults. */
  get value() {
    /** @type {Record<string, unknown>} */
    const found = {};
    for (const { name, control, default: usual } of this.facts.options) {
      const value = this.#one(name, control);
      if (value !== usual) found[name] = value;
    }
    return found;
  }

  /** @param {string} name @param {string} control */
  #one(name, control) {
    if (control.startsWith("board")) return this.chooser?.value;
    const input = (/** @type {string} */ which) => /** @type {HTMLInputElement | null} */ (this.form.querySelector(which));
    if (control === "pictures") return input(`[name="option-${name}"]:checked`)?.value || "";
    const field = input(`[data-option="${name}"]`);
    if (control === "switch") return Boolean(field?.checked);
    return control === "count" ? Number(field?.value) || 0 : field?.value;
  }

  /** Show the pictures in the theme of the page. */
  #pictures() {
    const dark = document.documentElement.dataset.theme === "dark"
      || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (this.form.querySelectorAll("[data-picture]"))) {
      const query = new URLSearchParams({ o: JSON.stringify({ [picture.dataset.option || ""]: picture.dataset.picture }), theme: dark ? "dark" : "light" });
      const address = `/start/${this.facts.game}.svg?${query}`;
      if (picture.getAttribute("src") !== address) picture.src = address;
    }
  }
}
