// Setting up a position by hand: pieces by touch, who is to move, and what else the game wants to know.

import { byId, make } from "./dom.js";
import { OptionFields } from "./options.js";
import { t } from "./words.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */

export class Arrange {
  /** @param {Analysis} analysis */
  constructor(analysis) {
    this.analysis = analysis;
    this.panel = /** @type {HTMLDetailsElement} */ (byId("arrange"));
    /** @type {Record<string, string>} */
    this.pieces = {};
    this.panel.addEventListener("toggle", () => (this.panel.open ? this.#begin() : this.end()));
    byId("arranging").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#done();
    });
    byId("arrange-cancel").addEventListener("click", () => { this.panel.open = false; });
    byId("clear").addEventListener("click", () => {
      this.#show({});
      this.#fill({});
    });
    byId("start-again").addEventListener("click", () => this.#show({ ...analysis.study.table.start.pieces }));
    this.#options();
  }

  /** Touches put pieces now. */
  async #begin() {
    const { study } = this.analysis;
    // What is still on its way to the board would lie over what is set up.
    await study.line;
    if (!this.panel.open) return;
    if (this.analysis.on) this.analysis.thinking.stop();
    study.locked = true;
    study.arrows = [];
    study.touched = (cell) => this.#put(cell);
    /** @type {HTMLSelectElement} */ (byId("to-move")).value = String(study.table.turn ?? 0);
    this.#show({ ...study.board.shown });
    this.#fill(study.table.details);
    this.analysis.draw();
    study.note(t("study-arranging"));
    // The board must be in sight to be touched.
    study.root.scrollIntoView({ block: "nearest" });
  }

  /** Touches make moves again, if they did not. */
  end() {
    const { study } = this.analysis;
    if (!study.touched) return;
    this.panel.open = false;
    study.locked = false;
    study.touched = null;
    byId("arrange-fault").textContent = "";
    study.note("");
    study.board.show(study.pieces[study.frames.length]);
    study.draw();
    this.analysis.draw();
    this.analysis.again();
  }

  /** @param {string} cell */
  #put(cell) {
    const chosen = /** @type {HTMLInputElement | null} */ (this.panel.querySelector("[name=piece]:checked"))?.value;
    const next = { ...this.pieces };
    // The same piece once more takes it away.
    if (!chosen || next[cell] === chosen) delete next[cell];
    else next[cell] = chosen;
    this.#show(next);
  }

  /** @param {Record<string, string>} pieces */
  #show(pieces) {
    const { study } = this.analysis;
    this.pieces = pieces;
    study.board.show(pieces);
    study.draw();
    for (const list of /** @type {NodeListOf<HTMLSelectElement>} */ (this.panel.querySelectorAll("[data-control=cell]"))) {
      const kept = list.value;
      list.replaceChildren(make("option", { value: "" }, t("study-none")), ...Object.keys(pieces).sort().map((cell) => make("option", { value: cell }, cell)));
      list.value = kept in pieces ? kept : "";
    }
  }

  // -- what else there is ------------------------------------------------------------------------

  /** @returns {HTMLElement[]} */
  get #details() {
    return [...this.panel.querySelectorAll("[data-detail]")].map((one) => /** @type {HTMLElement} */ (one));
  }

  /** @param {Record<string, string>} details */
  #fill(details) {
    for (const field of this.#details) {
      const value = details[field.dataset.detail || ""] || "";
      const inputs = /** @type {HTMLInputElement[]} */ ([...field.querySelectorAll("input")]);
      const control = field.dataset.control;
      if (control === "cell") /** @type {HTMLSelectElement} */ (field).value = value;
      else if (control === "switch") /** @type {HTMLInputElement} */ (field).checked = Boolean(value);
      else if (control === "choice") /** @type {HTMLSelectElement} */ (field).value = value || /** @type {HTMLSelectElement} */ (field).options[0].value;
      else if (control === "seats") inputs.forEach((input) => { input.checked = value.includes(input.value); });
      // What follows from the board is left for the server to count.
      else if (control === "counts") inputs.forEach((input) => { input.value = ""; });
      else inputs.forEach((input, i) => { input.value = value.replaceAll("/", "")[i] || "0"; });
    }
  }

  /** @returns {Record<string, string>} */
  #told() {
    /** @type {Record<string, string>} */
    const found = {};
    for (const field of this.#details) {
      const text = read(field);
      if (text) found[field.dataset.detail || ""] = text;
    }
    return found;
  }

  async #done() {
    const { analysis } = this;
    const question = {
      game: analysis.game, options: analysis.study.table.options, pieces: this.pieces,
      turn: Number(/** @type {HTMLSelectElement} */ (byId("to-move")).value), details: this.#told(),
    };
    const found = await analysis.ask("set", question, (text) => { byId("arrange-fault").textContent = text; });
    if (!found) return;
    const { position } = await found.json();
    await analysis.open({ position }, []);
  }

  /** Another board, other rules. */
  #options() {
    const form = document.getElementById("options-form");
    if (!form) return;
    const fields = new OptionFields(form, JSON.parse(byId("facts").textContent || "{}"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const { analysis } = this;
      const could = await analysis.open({ game: analysis.game, options: fields.value }, []);
      byId("options-fault").textContent = could ? "" : analysis.study.parts.note.textContent;
      if (could) /** @type {HTMLDetailsElement} */ (byId("other-options")).open = false;
    });
  }
}

/** What a control says, as the text of a position has it. @param {HTMLElement} field */
function read(field) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...field.querySelectorAll("input")]);
  const { control } = field.dataset;
  const digits = inputs.map((input) => input.value.trim() || "0").join("");
  if (control === "switch") return /** @type {HTMLInputElement} */ (field).checked ? "1" : "";
  if (control === "seats") return inputs.filter((input) => input.checked).map((input) => input.value).join("");
  if (control === "counts") return inputs.some((input) => input.value.trim()) ? digits : "";
  if (control === "table") return digits.match(new RegExp(`.{${Math.sqrt(inputs.length)}}`, "g"))?.join("/") || "";
  return /** @type {HTMLSelectElement} */ (field).value;
}
