// The board: it shows pieces and marks, and reports touched cells. It knows no rules.

import { shapeOf, svg } from "./dom.js";
import { drawAt } from "./drawn.js";
import { drawMarks } from "./marks.js";

const NEAR = 62;
const DRAG_FROM = 12;

/**
 * @typedef {{g: SVGGElement, x: number, y: number, name: string, spot: boolean, field: string}} Cell
 * @typedef {import("../types/page").EffectsMessage} Effects
 * @typedef {import("../types/page").Pieces} Pieces
 * @typedef {{pick: (cell: string) => void, drag: (from: string, to: string) => void,
 *   canDrag: (cell: string) => boolean, point: (cell: string | null) => void, sketch: (from: string, to: string) => void}} Reports
 */

export class Board {
  /** @param {HTMLElement} host @param {Reports} reports */
  constructor(host, reports) {
    this.host = host;
    this.reports = reports;
    /** @type {Map<string, SVGGElement>} */
    this.pieces = new Map();
    /** @type {Pieces} */
    this.shown = {};
    this.moving = true;
    this.focus = "";
    /** The cell whose piece is being dragged. */
    this.dragged = "";
    this.svg = /** @type {SVGSVGElement} */ (host.querySelector("svg"));
    this.game = host.dataset.board || "";
    this.flat = false;
    /** @type {Map<string, Cell>} */
    this.cells = new Map();
    this.under = this.over = this.layer = /** @type {SVGElement} */ (this.svg);
    this.adopt(this.svg);
    host.addEventListener("pointerdown", (event) => this.#down(event));
    // The right mouse button draws here.
    host.addEventListener("contextmenu", (event) => event.preventDefault());
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("pointermove", (event) => this.#hover(event));
    host.addEventListener("pointerleave", () => reports.point(null));
    host.addEventListener("focusin", (event) => this.#focused(event));
    host.addEventListener("focusout", () => reports.point(null));
  }

  /** Take over a drawn board, and make its cells buttons. @param {SVGSVGElement} drawing */
  adopt(drawing) {
    this.svg = drawing;
    this.flat = drawing.dataset.flat === "1";
    this.svg.setAttribute("role", "presentation");
    this.svg.removeAttribute("aria-label");
    this.cells.clear();
    for (const g of drawing.querySelectorAll("[data-cell]")) {
      const { cell = "", x, y, spot, field = "" } = /** @type {SVGGElement} */ (g).dataset;
      g.setAttribute("role", "button");
      g.setAttribute("tabindex", "-1");
      this.cells.set(cell, {
        g: /** @type {SVGGElement} */ (g), x: Number(x), y: Number(y), name: cell,
        spot: spot === "1", field,
      });
    }
    this.#layers();
    const first = this.cells.has(this.focus) ? this.focus : this.#reading()[0].name;
    this.#roving(first);
  }

  #layers() {
    const layer = (/** @type {string} */ name) =>
      /** @type {SVGElement} */ (this.svg.querySelector(`[data-layer="${name}"]`));
    this.under = layer("under");
    this.over = layer("over");
    this.layer = layer("pieces");
    for (const one of [this.under, this.over, this.layer]) one.setAttribute("aria-hidden", "true");
    // The pieces of the picture are replaced by our own.
    this.layer.replaceChildren();
  }

  /** Replace the drawing, for example by the board turned around. @param {string} text */
  redraw(text) {
    const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const shown = this.shown;
    this.host.replaceChildren(drawing);
    this.pieces.clear();
    this.shown = {};
    this.adopt(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (drawing)));
    this.show(shown);
  }

  // -- pieces ------------------------------------------------------------------------------------

  /** Show these pieces at once. @param {Pieces} wanted */
  show(wanted) {
    for (const [cell, element] of [...this.pieces]) {
      if (wanted[cell] === element.dataset.piece) continue;
      element.remove();
      this.pieces.delete(cell);
    }
    for (const [cell, piece] of Object.entries(wanted)) {
      if (!this.pieces.has(cell)) this.#put(cell, piece);
    }
    this.shown = { ...wanted };
    this.#held();
  }

  /** Show these pieces after a move with these effects, gliding. @param {Effects} did @param {Pieces} wanted */
  glide(did, wanted) {
    if (!this.moving) {
      this.show(wanted);
      return;
    }
    for (const cell of did.taken || []) this.#fade(cell, pushOf(did, cell));
    const moved = (did.moved || []).map(([from, to]) => ({ to, element: this.pieces.get(from), from }));
    for (const { from } of moved) this.pieces.delete(from);
    for (const { to, element } of moved) {
      if (!element) continue;
      this.pieces.set(to, element);
      this.#place(element, to);
    }
    for (const [cell, piece] of did.placed || []) {
      if (!this.pieces.has(cell)) this.#put(cell, piece).classList.add("fresh");
    }
    this.show(wanted);
  }

  /** @param {string} cell @param {string} piece */
  #put(cell, piece) {
    const element = /** @type {SVGGElement} */ (svg("g", { class: "piece" }, svg("use", { href: shapeOf(piece) })));
    element.dataset.piece = piece;
    this.#place(element, cell);
    this.layer.append(element);
    this.pieces.set(cell, element);
    return element;
  }

  /** @param {SVGGElement} element @param {string} name */
  #place(element, name) {
    const cell = this.cells.get(name);
    if (cell) element.style.transform = `translate(${cell.x}px, ${cell.y}px)`;
  }

  /** Let a piece vanish; one that is pushed rolls out first. @param {string} name @param {string} pushed from where it is pushed, if it is */
  #fade(name, pushed) {
    const element = this.pieces.get(name);
    if (!element) return;
    this.pieces.delete(name);
    const [from, cell] = [this.cells.get(pushed), this.cells.get(name)];
    if (from && cell) {
      element.classList.add("rolled");
      element.style.transform = `translate(${2.4 * cell.x - 1.4 * from.x}px, ${2.4 * cell.y - 1.4 * from.y}px)`;
    } else element.classList.add("gone");
    setTimeout(() => element.remove(), from ? 800 : 350);
  }

  #held() {
    for (const [name, cell] of this.cells) cell.g.classList.toggle("held", name in this.shown);
  }

  // -- marks and names ---------------------------------------------------------------------------

  /** @param {import("./marks.js").Marks} marks @param {import("./arrows.js").Arrow[]} [arrows] @param {string[][]} [lines] */
  mark(marks, arrows = [], lines = []) {
    drawMarks(this, marks, arrows, lines);
    for (const [name, cell] of this.cells) {
      cell.g.classList.toggle("can", marks.can.has(name));
      cell.g.classList.toggle("drag", marks.drag.has(name));
    }
    for (const [name, piece] of this.pieces) piece.classList.toggle("spared", marks.spared.has(name));
  }

  /** Label the cells for screen readers. @param {(cell: Cell) => string} name */
  label(name) {
    for (const cell of this.cells.values()) {
      const text = name(cell);
      if (cell.g.getAttribute("aria-label") !== text) cell.g.setAttribute("aria-label", text);
    }
  }

  // -- input -------------------------------------------------------------------------------------

  /** Return the cell at a point of the window. @param {{clientX: number, clientY: number}} point */
  at({ clientX, clientY }) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    let best = null;
    let distance = NEAR;
    for (const cell of this.cells.values()) {
      const away = Math.hypot(cell.x - x, cell.y - y);
      if (away < distance) [best, distance] = [cell.name, away];
    }
    return best;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const from = this.at(event);
    if (!from || event.button === 1) return;
    let drawing = event.button === 2;
    if (drawing || event.pointerType !== "mouse") {
      drawAt(this, event, from, { begin: () => { drawing = true; }, done: this.reports.sketch });
    }
    if (drawing) return;
    const begin = { x: event.clientX, y: event.clientY };
    const draggable = this.reports.canDrag(from);
    const element = this.pieces.get(from);
    let dragging = false;
    if (draggable) event.preventDefault();
    const move = (/** @type {PointerEvent} */ e) => {
      if (!draggable || !element || drawing) return;
      const far = Math.hypot(e.clientX - begin.x, e.clientY - begin.y);
      if (!dragging && far < DRAG_FROM) return;
      dragging = true;
      this.dragged = from;
      element.classList.add("dragged");
      const matrix = this.svg.getScreenCTM();
      if (!matrix) return;
      const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(matrix.inverse());
      element.style.transform = `translate(${p.x}px, ${p.y}px)`;
      this.reports.point(this.at(e));
    };
    const up = (/** @type {PointerEvent} */ e) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      element?.classList.remove("dragged");
      this.dragged = "";
      const to = e.type === "pointerup" && !drawing ? this.at(e) : null;
      if (dragging && element) {
        this.#place(element, from);
        if (to && to !== from) this.reports.drag(from, to);
      } else if (to === from) {
        this.#roving(from);
        this.reports.pick(from);
      }
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType === "mouse" && !event.buttons) this.reports.point(this.at(event));
  }

  // -- keys --------------------------------------------------------------------------------------

  /** @param {FocusEvent} event */
  #focused(event) {
    const cell = /** @type {Element} */ (event.target).closest("[data-cell]");
    const name = cell instanceof SVGElement ? cell.dataset.cell || "" : "";
    if (name) {
      this.#roving(name);
      this.reports.point(name);
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.reports.pick(this.focus);
      return;
    }
    const direction = DIRECTIONS[event.key];
    const order = this.#reading();
    const next = direction ? this.#towards(direction)
      : event.key === "Home" ? order[0]
      : event.key === "End" ? order[order.length - 1] : null;
    if (direction || next) event.preventDefault();
    if (next) next.g.focus();
  }

  /** Return the nearest cell in a direction, preferring those straight ahead. @param {[number, number]} direction */
  #towards([dx, dy]) {
    const here = this.cells.get(this.focus);
    let best = null;
    let least = Infinity;
    for (const cell of here ? this.cells.values() : []) {
      const x = cell.x - /** @type {Cell} */ (here).x;
      const y = cell.y - /** @type {Cell} */ (here).y;
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy - y * dx);
      if (ahead < 20 || aside > ahead * 1.05) continue;
      const cost = ahead + 1.2 * aside;
      if (cost < least) [best, least] = [cell, cost];
    }
    return best;
  }

  /** Return the cells in reading order. */
  #reading() {
    return [...this.cells.values()].sort((a, b) => a.y - b.y || a.x - b.x);
  }

  /** Make this cell the one that Tab reaches; arrow keys lead to the others. @param {string} name */
  #roving(name) {
    this.cells.get(this.focus)?.g.setAttribute("tabindex", "-1");
    this.focus = name;
    this.cells.get(name)?.g.setAttribute("tabindex", "0");
  }

  /** Focus a cell. @param {string} name */
  goTo(name) {
    this.#roving(name);
    this.cells.get(name)?.g.focus();
  }
}

/** Return the cell from which a row pushes what was taken, "" if nothing does. @param {Effects} did @param {string} taken */
function pushOf({ moved = [] }, taken) {
  return (moved.length > 1 && moved.find(([, to]) => to === taken)?.[0]) || "";
}

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Return the pieces after a move. @param {Pieces} pieces @param {Effects} did */
export function after(pieces, did) {
  const next = { ...pieces };
  for (const cell of did.taken || []) delete next[cell];
  const moved = did.moved || [];
  const carried = moved.map(([from]) => pieces[from]);
  for (const [from] of moved) delete next[from];
  moved.forEach(([, to], i) => { if (carried[i]) next[to] = carried[i]; });
  for (const [cell, piece] of did.placed || []) next[cell] = piece;
  return next;
}

