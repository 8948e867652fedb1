// Setting up a position by hand: pieces, the player to move, and further details.

import { embedded, request } from "./api.js";
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
    byId("start-again").addEventListener("click", () => this.#show({ ...analysis.study.state.start.pieces }));
    this.#options();
  }

  /** Let touches place pieces. */
  async #begin() {
    const { study } = this.analysis;
    // A late answer would overwrite what is set up.
    await study.line;
    if (!this.panel.open) return;
    if (this.analysis.on) this.analysis.thinking.stop();
    study.locked = true;
    study.arrows = [];
    study.touched = (cell) => this.#put(cell);
    /** @type {HTMLSelectElement} */ (byId("to-move")).value = String(study.state.turn ?? 0);
    this.#show({ ...study.board.shown });
    this.#fill(study.state.details);
    this.analysis.draw();
    study.note(t("study-arranging"));
    // Scroll the board into view.
    study.root.scrollIntoView({ block: "nearest" });
  }

  /** Let touches make moves again. */
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
    // The same piece again removes it.
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

  // -- details -----------------------------------------------------------------------------------

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
      // The server counts what follows from the board.
      else if (control === "counts") inputs.forEach((input) => { input.value = ""; });
      else inputs.forEach((input, i) => { input.value = value.replaceAll("/", "")[i] || "0"; });
    }
  }

  /** @returns {Record<string, string>} */
  #detailsSet() {
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
    /** @type {import("../types/page").SetupRequest} */
    const question = {
      game: analysis.game, options: analysis.study.state.options, pieces: this.pieces,
      turn: Number(/** @type {HTMLSelectElement} */ (byId("to-move")).value), details: this.#detailsSet(),
    };
    /** @type {import("../types/page").PositionMessage | null} */
    const found = await request("/api/study/set", question, (text) => { byId("arrange-fault").textContent = text; });
    if (found) await analysis.open({ position: found.position }, []);
  }

  /** Wire the form for another board or other options. */
  #options() {
    const form = document.getElementById("options-form");
    if (!form) return;
    const fields = new OptionFields(form, embedded("facts"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const { analysis } = this;
      await fields.ready;
      const could = await analysis.open({ game: analysis.game, options: fields.value }, []);
      byId("options-fault").textContent = could ? "" : analysis.study.parts.note.textContent;
      if (could) /** @type {HTMLDetailsElement} */ (byId("other-options")).open = false;
    });
  }
}

/** Return what a control says, as the text of a position has it. @param {HTMLElement} field */
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
