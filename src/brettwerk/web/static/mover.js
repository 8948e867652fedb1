// A hand at a board: touches, drags and keys become steps, and steps become moves.
//
// What a game on the server and a board to try things on have in common. Who extends it says
// whether a move may be made now, what becomes of one, and whom to ask about cells.

import { Board, after } from "./board.js";
import { Picker } from "./pick.js";
import { aheadOf, showMarks, showPreview } from "./show.js";
import { drawStep } from "./step.js";
import { setting } from "./store.js";
import { cellName, toldAhead } from "./talk.js";
import { t } from "./words.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Where things are said: what to do next with its buttons, and a note.
 * @typedef {{step: HTMLElement, stepText: HTMLElement, stepButtons: HTMLElement, note: HTMLElement}} Parts
 */

/** A drawing of a board; nothing if it cannot be had now. @param {string} address */
async function drawingAt(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.text() : "";
  } catch {
    return "";
  }
}

export class Mover {
  /** @param {HTMLElement} host with the drawn board in it @param {Parts} parts */
  constructor(host, parts) {
    this.parts = parts;
    /** @type {number[]} who is played here */
    this.me = [];
    /** @type {import("./talk.js").Frame[]} */
    this.frames = [];
    /** @type {Record<string, string>[]} the pieces after each ply */
    this.pieces = [{}];
    /** @type {number | null} the ply that is looked back at */
    this.looking = null;
    /** @type {any} */
    this.table = null;
    this.picker = new Picker([]);
    /** @type {{way: string, notes: Record<string, string>}} */
    this.notes = { way: "", notes: {} };
    /** @type {Map<string, import("./board.js").Effects | null>} what whole moves would do, by their ways; null until it is told */
    this.foreseen = new Map();
    /** @type {string[]} */
    this.hint = [];
    /** @type {import("./arrows.js").Arrow[]} */
    this.arrows = [];
    /** @type {Partial<Record<keyof import("./marks.js").Marks, string[]>>} marks from outside */
    this.extra = {};
    /** @type {string | null} */
    this.pointed = null;
    this.flipped = false;
    this.turned = false;
    this.boardAddress = "";
    this.board = new Board(host, {
      pick: (cell) => this.pick(cell),
      drag: (from, to) => this.drag(from, to),
      canDrag: (cell) => this.mayMove && this.picker.first().get(cell) === ".",
      point: (cell) => this.point(cell),
    });
  }

  // -- what each has of its own ------------------------------------------------------------------

  /** Whether a move can be made now. @returns {boolean} */
  get mayMove() {
    return false;
  }

  /** Make a whole move. @param {string} _text */
  play(_text) {}

  /** Ask about cells after these steps, or why they are no move. @param {string} _way @param {boolean} [_why] */
  explain(_way, _why = false) {}

  /** Show everything as it is now. */
  draw() {}

  /** What is said when a cell is touched though no move can be made. */
  notNow() {
    return "";
  }

  // -- what has been told ------------------------------------------------------------------------

  /** A table with its moves from number `from` on. @param {any} table */
  take(table) {
    this.frames.splice(table.from, Infinity, ...table.frames);
    this.pieces.splice(table.from + 1);
    this.pieces[0] = table.start.pieces;
    for (let at = table.from; at < this.frames.length; at++) {
      this.pieces.push(after(this.pieces[at], this.frames[at]));
    }
    this.table = table;
  }

  /** Another position: the moves that can be made now, and nothing of an old one. @param {string[][]} moves */
  begin(moves) {
    this.picker = new Picker(moves);
    this.hint = [];
    this.notes = { way: "", notes: {} };
    this.foreseen.clear();
    this.note("");
  }

  /** The pieces after so many moves, gliding if it is one move on. @param {number} ply @param {boolean} onwards */
  showPly(ply, onwards) {
    this.board.moving = setting("motion") && !STILL.matches;
    if (onwards && ply) this.board.glide(this.frames[ply - 1], this.pieces[ply]);
    else this.board.show(this.pieces[ply]);
  }

  /** Where the drawing of the board is found. @param {boolean} flipped @param {boolean} [snug] for a narrow screen */
  drawingOf(flipped, snug = false) {
    const { board } = this.table;
    const wishes = [flipped && "flipped=1", snug && "snug=1"].filter(Boolean).join("&");
    return wishes ? `${board}${board.includes("?") ? "&" : "?"}${wishes}` : board;
  }

  /** The board as it lies for us, fetched anew if it lies otherwise. @param {boolean} flipped @param {boolean} [snug] for a narrow screen */
  async lay(flipped, snug = false) {
    this.flipped = flipped;
    const address = this.drawingOf(flipped, snug);
    if (address === this.boardAddress) return;
    this.boardAddress = address;
    const drawing = await drawingAt(address);
    // Meanwhile it may have to lie otherwise again.
    if (this.boardAddress !== address) return;
    if (!drawing) {
      // What lies there is not what should: it is asked for once more with whatever is told next.
      this.boardAddress = "";
      return;
    }
    const kept = this.board.host.contains(document.activeElement) ? this.board.focus : "";
    this.board.redraw(drawing);
    if (kept) this.board.goTo(kept);
    this.draw();
  }

  // -- hands -------------------------------------------------------------------------------------

  /** @param {string} cell */
  pick(cell) {
    if (!this.mayMove) {
      const why = this.table && this.notNow();
      if (why) this.note(why);
      return;
    }
    const waiting = this.confirming();
    if (waiting && waiting.last === cell) {
      this.play(waiting.text);
      return;
    }
    this.note("");
    if (this.picker.touch(cell)) this.#stepped();
    else this.#cannot(cell);
  }

  /** @param {string} from @param {string} to */
  drag(from, to) {
    if (!this.mayMove) return;
    const text = this.picker.drag(from, to);
    if (text) this.play(text);
    else if (this.picker.path.length > 1) this.#stepped();
    else this.#cannot(to);
  }

  #stepped() {
    this.hint = [];
    const done = this.picker.done();
    if (done && !done.more && !setting("confirm")) this.play(done.text);
    else if (setting("reach") || done) this.explain(this.picker.way);
    this.draw();
  }

  /** Ask why not. @param {string} cell */
  #cannot(cell) {
    const next = new Set((this.picker.path.length ? this.picker.next() : this.picker.first()).values());
    const sign = next.has("!") ? "!" : next.has(">") ? ">" : "";
    if (sign) this.explain(this.picker.way + sign + cell, true);
    else this.note(t("page-no-move-from", { cell: this.#called(cell) }));
    this.draw();
  }

  /** @param {string} name */
  #called(name) {
    const cell = this.board.cells.get(name);
    return cell ? cellName(cell) : name;
  }

  /** A whole move that waits to be confirmed. */
  confirming() {
    const done = this.picker.done();
    if (!done || done.more || !setting("confirm")) return null;
    return { text: done.text, last: this.picker.path[this.picker.path.length - 1].slice(1) };
  }

  /**
   * What is worth knowing about cells after these steps, and what they do if they are a whole move.
   * @param {{way: string, notes: Record<string, string>, does?: import("./board.js").Effects}} told
   */
  noted(told) {
    if (told.does) this.foreseen.set(told.way, told.does);
    if (told.way === this.picker.way) {
      this.notes = told;
      this.draw();
    } else if (told.way === aheadOf(this)) this.#foresee();
  }

  /** Show what a row would do that is about to be moved: only the rules know, so they are asked. */
  #foresee() {
    const way = this.mayMove ? aheadOf(this) : "";
    if (!way) return;
    const does = this.foreseen.get(way);
    if (does) {
      showMarks(this);
      this.note(toldAhead(does, this.board.flat));
    } else if (does === undefined) {
      this.foreseen.set(way, null);
      this.explain(way);
    }
  }

  /** One step of the move in the making back; whether there was one. */
  back() {
    const could = this.picker.back();
    if (could) this.draw();
    return could;
  }

  /** The steps so far are no move. @param {string} message */
  refused(message) {
    this.picker.path = [];
    this.note(message);
    this.draw();
  }

  /** @param {string} text */
  note(text) {
    this.parts.note.textContent = text;
  }

  /** @param {string | null} cell */
  point(cell) {
    if (cell === this.pointed) return;
    this.pointed = cell;
    if (!this.table) return;
    showMarks(this);
    const note = cell && setting("reach") ? this.notes.notes[cell] : "";
    if (note) this.note(note);
    this.#foresee();
  }

  // -- showing -----------------------------------------------------------------------------------

  /** The move in the making, on the board and in words. */
  drawMove() {
    drawStep(this, this.confirming());
    showPreview(this);
    showMarks(this);
  }

  /** The ply that is seen. */
  get ply() {
    return this.looking ?? this.frames.length;
  }

  /** The colour that is to move. */
  get seat() {
    const { table } = this;
    return table.seats[table.people[table.turn].seat];
  }

  /** What lies beside the board that is seen. @returns {[string, string, string, number][]} */
  get shelves() {
    return this.ply ? this.frames[this.ply - 1].shelves : this.table.start.shelves;
  }
}
