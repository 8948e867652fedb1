// Choosing a board of tableaus: at random, by laying the tableaus, or by painting fields.

import { byId, make, svg } from "../../dom.js";
import { boardOf, read, shuffled, written } from "./tableaus.js";
import { t } from "../../words.js";

// The same signs as on the board: rook lines, bishop diagonals, a knight's hook, a king's ring.
/** @type {Record<string, string>} */
const SIGNS = {
  r: "M0-22V-7M0 22V7M-22 0H-7M22 0H7",
  y: "M-16-16L-5-5M16 16L5 5M16-16L5-5M-16 16L-5 5",
  g: "M-9 20V-16H13M13-16L6-23M13-16L6-9",
  b: "M0-17A17 17 0 1 1 0 17A17 17 0 1 1 0-17",
};
const COLOURS = ["r", "y", "g", "b"];

/** @param {string} colour */
function fieldPicture(colour) {
  return svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" },
    svg("rect", { x: -48, y: -48, width: 96, height: 96, rx: 7, class: `field-${colour}` }),
    svg("path", { d: SIGNS[colour], class: "sign" }));
}

export class Chooser {
  /**
   * @param {HTMLElement} place @param {import("../../../web/types/page").GameFacts} facts
   * @param {string} wished a board to begin with
   */
  constructor(place, facts, wished) {
    this.fronts = /** @type {Record<string, string[]>} */ (facts.choosers?.board ?? {});
    const size = Number(place.dataset.size);
    this.size = size;
    this.mode = "random";
    const laid = read(wished);
    const wanted = size === 4 ? 1 : 4;
    this.laid = laid.length === wanted ? laid : shuffled(wanted);
    if (laid.length === wanted) this.mode = "lay";
    /** @type {string[][]} */
    this.painted = [];
    this.brush = "r";
    for (const radio of document.querySelectorAll("[name=board-way]")) {
      const one = /** @type {HTMLInputElement} */ (radio);
      one.checked = one.value === this.mode;
      one.addEventListener("change", () => this.#choose(one.value));
    }
    this.draw();
  }

  /** The board as the server reads it. */
  get value() {
    return this.mode === "paint" ? this.painted.map((row) => row.join("")).join("/") : written(this.laid);
  }

  /** The board to begin with the next time, if it was laid by hand. */
  get wish() {
    return this.mode === "lay" ? written(this.laid) : "";
  }

  /** @param {string} mode */
  #choose(mode) {
    this.mode = mode;
    if (mode === "paint") this.painted = boardOf(this.fronts, this.laid).map((row) => [...row]);
    this.draw();
  }

  draw() {
    const made = byId("board-made");
    made.className = `board-made size-${this.size} way-${this.mode}`;
    if (this.mode === "paint") this.#drawPainting(made);
    else this.#drawTableaus(made);
    byId("board-tools").replaceChildren(...this.#tools());
  }

  #tools() {
    if (this.mode === "random") {
      return [make("button", { type: "button", class: "button", click: () => { this.laid = shuffled(this.laid.length); this.draw(); } }, t("page-board-again"))];
    }
    if (this.mode === "lay") return [];
    const brushes = COLOURS.map((colour) => {
      const radio = make("input", { type: "radio", name: "brush", value: colour, class: "unseen", change: () => { this.brush = colour; } });
      radio.checked = colour === this.brush;
      return make("label", { class: "brush" }, radio, fieldPicture(colour), make("span", {}, t(`page-power-${colour}`)));
    });
    return [make("p", { class: "small" }, t("page-board-paint-help")),
      make("div", { class: "brushes", role: "radiogroup", "aria-label": t("page-board-brush") }, ...brushes)];
  }

  // -- tableaus ----------------------------------------------------------------------------------

  /** @param {HTMLElement} made */
  #drawTableaus(made) {
    made.replaceChildren(...this.laid.map((tableau, place) => this.#tableau(tableau, place)));
  }

  /** @param {import("./tableaus.js").Tableau} tableau @param {number} place */
  #tableau(tableau, place) {
    const rows = boardOf(this.fronts, [tableau]);
    const grid = make("div", { class: "tableau-fields" }, ...rows.flatMap((row) => [...row].map((colour) => fieldPicture(colour))));
    const name = t("page-board-laid", { number: tableau.number, place: this.size === 4 ? "" : t(`page-board-place-${place}`) });
    const box = make("div", { class: "tableau", "data-place": String(place) }, grid);
    if (this.mode !== "lay") return box;
    const button = (/** @type {string} */ key, /** @type {string} */ path, /** @type {() => void} */ does) => {
      const label = `${t(key)}: ${t("page-board-tableau", { number: tableau.number })}`;
      const icon = svg("svg", { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" }, svg("path", { d: path }));
      return make("button", { type: "button", class: "icon-button", title: t(key), "aria-label": label, "data-tool": key, click: () => {
        does();
        this.draw();
        /** @type {HTMLElement | null} */ (document.querySelector(`[data-place="${place}"] [data-tool="${key}"]`))?.focus();
      } }, icon);
    };
    box.title = name;
    box.append(make("div", { class: "tableau-tools" },
      button("page-board-turn", "M19 12a7 7 0 1 1-2.5-5.4M17 3v4h-4", () => { tableau.turns = (tableau.turns + 1) % 4; }),
      button("page-board-flip", "M12 3v18M8 7l-5 5 5 5M16 7l5 5-5 5", () => { tableau.side = tableau.side === "a" ? "b" : "a"; }),
      this.size === 4
        ? button("page-board-other", "M6 9h12l-3-3M18 15H6l3 3", () => { tableau.number = (tableau.number % 4) + 1; })
        : button("page-board-swap", "M6 9h12l-3-3M18 15H6l3 3", () => this.#swap(place, (place + 1) % 4))));
    this.#draggable(box, grid, place);
    return box;
  }

  /** @param {number} a @param {number} b */
  #swap(a, b) {
    [this.laid[a], this.laid[b]] = [this.laid[b], this.laid[a]];
  }

  /** @param {HTMLElement} box @param {HTMLElement} handle @param {number} place */
  #draggable(box, handle, place) {
    handle.addEventListener("pointerdown", (down) => {
      down.preventDefault();
      const move = (/** @type {PointerEvent} */ e) => {
        box.classList.add("dragged");
        box.style.transform = `translate(${e.clientX - down.clientX}px, ${e.clientY - down.clientY}px)`;
      };
      const up = (/** @type {PointerEvent} */ e) => {
        removeEventListener("pointermove", move);
        removeEventListener("pointerup", up);
        removeEventListener("pointercancel", up);
        box.classList.add("dragged");
        const below = document.elementFromPoint(e.clientX, e.clientY)?.closest("[data-place]");
        const to = below instanceof HTMLElement ? Number(below.dataset.place) : place;
        this.#swap(place, to);
        this.draw();
      };
      addEventListener("pointermove", move);
      addEventListener("pointerup", up);
      addEventListener("pointercancel", up);
    });
  }

  // -- painting ----------------------------------------------------------------------------------

  /** @param {HTMLElement} made */
  #drawPainting(made) {
    const fields = this.painted.flatMap((row, y) => row.map((colour, x) => {
      const name = "abcdefgh"[x] + (this.size - y);
      const field = make("button", { type: "button", class: "paint", "data-x": String(x), "data-y": String(y) }, fieldPicture(colour));
      field.setAttribute("aria-label", `${name}, ${t(`page-field-${colour}`)}`);
      field.addEventListener("click", () => this.#paint(field));
      return field;
    }));
    made.replaceChildren(...fields);
    made.onpointermove = (event) => {
      if (!event.buttons || this.mode !== "paint") return;
      const over = document.elementFromPoint(event.clientX, event.clientY)?.closest(".paint");
      if (over instanceof HTMLElement) this.#paint(over);
    };
    made.onpointerdown = (event) => {
      const over = /** @type {Element} */ (event.target).closest(".paint");
      if (over instanceof HTMLElement) over.releasePointerCapture(event.pointerId);
    };
  }

  /** @param {HTMLElement} field */
  #paint(field) {
    const x = Number(field.dataset.x);
    const y = Number(field.dataset.y);
    this.painted[y][x] = this.brush;
    field.replaceChildren(fieldPicture(this.brush));
    field.setAttribute("aria-label", `${"abcdefgh"[x]}${this.size - y}, ${t(`page-field-${this.brush}`)}`);
  }
}
