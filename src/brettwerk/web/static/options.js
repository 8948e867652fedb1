// The fields for the options of a game, and their pictures.

import { at } from "./places.js";

/**
 * What a game's own script for an option exports.
 * @typedef {new (place: HTMLElement, facts: import("../types/page").GameFacts, wished: string) => {value: unknown, wish: string}} Chooser
 */

export class OptionFields {
  /**
   * @param {HTMLElement} form
   * @param {import("../types/page").GameFacts} facts
   * @param {string} [wished] what the options with a chooser of their own begin with
   */
  constructor(form, facts, wished = "") {
    this.form = form;
    this.facts = facts;
    /** @type {Record<string, {value: unknown, wish: string}>} */
    this.choosers = {};
    const places = /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-chooser]"));
    /** Resolved once all choosers are there. */
    this.ready = Promise.all([...places].map((place) => this.#choose(place, wished)));
    addEventListener("chosen", () => this.#pictures());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#pictures());
    this.#pictures();
  }

  /** @param {HTMLElement} place @param {string} wished */
  async #choose(place, wished) {
    const { chooser, option = "" } = place.dataset;
    const script = /** @type {{Chooser: Chooser}} */ (await import(`./${chooser}.js`));
    this.choosers[option] = new script.Chooser(place, this.facts, wished);
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

  /** What the choosers may begin with the next time. */
  get wish() {
    return Object.values(this.choosers).map((chooser) => chooser.wish).find(Boolean) || "";
  }

  /** @param {string} name @param {string} control */
  #one(name, control) {
    if (this.choosers[name]) return this.choosers[name].value;
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
      const address = at(`/start/${this.facts.game}.svg?${query}`);
      if (picture.getAttribute("src") !== address) picture.src = address;
    }
  }
}
