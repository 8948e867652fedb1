// Input on a board: touches, drags and keys become steps, and steps become moves.
//
// The page of a game and boards to study on extend it: they say whether a move may be made now, what
// becomes of it, and where to ask about cells.

import { drawingAt } from "./api.js";
import { Board, after } from "./board.js";
import { Picker } from "./move-picker.js";
import { gestureAhead, showMarks, showPreview } from "./board-marks.js";
import { drawStep } from "./step-prompt.js";
import { setting } from "./store.js";
import { describeAhead, whyNotFrom } from "./describe.js";
import { toggled } from "./drawn.js";
import { belongsTo, describeLines, linesOfStep, noteOfPointed } from "./lines.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Elements for messages: what to do next with its buttons, and a note.
 * @typedef {{step: HTMLElement, stepText: HTMLElement, stepButtons: HTMLElement, note: HTMLElement}} Parts
 */

/** @template {import("../types/page").BoardState} T what the board shows */
export class BoardInput {
  /** @type {T | null} */ #state = null;

  /** @param {HTMLElement} host with the drawn board in it @param {Parts} parts */
  constructor(host, parts) {
    this.parts = parts;
    /** What was said of the cell at the pointer. */
    this.told = "";
    /** @type {number[]} the people who play at this screen */
    this.me = [];
    /** @type {import("../types/page").Frame[]} */
    this.frames = [];
    /** @type {import("../types/page").Pieces[]} the pieces after each ply */
    this.pieces = [{}];
    /** @type {number | null} the earlier ply that is shown */
    this.looking = null;
    this.picker = new Picker([]);
    /** @type {Map<string, {notes: Record<string, string>, lines: Record<string, string[][]>}>} what there is to say of cells, by the gestures before */
    this.explained = new Map();
    /** @type {Map<string, import("../types/page").EffectsMessage | null>} what whole moves would do, by their gestures; null until the server has answered */
    this.foreseen = new Map();
    /** @type {{gesture: string, lines: string[][]}} lines that the steps so far have closed */
    this.closing = { gesture: "", lines: [] };
    /** @type {string[][]} lines that a page adds */
    this.figure = [];
    /** @type {string[]} */ this.hint = [];
    /** @type {import("./arrows.js").Arrow[]} */
    this.arrows = [];
    /** @type {import("./arrows.js").Arrow[]} what somebody drew here */
    this.drawn = [];
    /** @type {import("./arrows.js").Arrow[]} a move that waits for its turn */
    this.premoved = [];
    /** @type {Partial<Record<keyof import("./marks.js").Marks, string[]>>} marks that a page adds */
    this.extra = {};
    /** @type {string | null} */ this.pointed = null;
    this.flipped = false;
    this.turned = false;
    this.boardAddress = "";
    this.board = new Board(host, {
      pick: (cell) => this.pick(cell),
      drag: (from, to) => this.drag(from, to),
      canDrag: (cell) => this.mayDrag(cell),
      point: (cell) => this.point(cell),
      sketch: (from, to) => this.sketch(from, to),
    });
  }

  // -- for subclasses ----------------------------------------------------------------------------

  /** Whether a move can be made now. @returns {boolean} */
  get mayMove() {
    return false;
  }

  /** Whether cells where lines can be closed are marked, for those who want cells explained. */
  marksLines = false;

  /** Whether the piece on a cell can be dragged now. @param {string} cell */
  mayDrag(cell) {
    return this.mayMove && this.picker.first().get(cell) === ".";
  }

  /** Make a whole move. @param {string} _text */
  play(_text) {}

  /** Ask for notes about cells after these steps, or why they are no move. @param {string} _gesture @param {boolean} [_why] */
  explain(_gesture, _why = false) {}

  /** Draw everything. */
  draw() {}

  /** Return why a touch does nothing now, "" if there is nothing to say. */
  notNow() {
    return "";
  }

  // -- state -------------------------------------------------------------------------------------

  /** Whether the server has sent a state. */
  get ready() {
    return this.#state !== null;
  }

  /** The state that is shown. @returns {T} */
  get state() {
    if (!this.#state) throw new Error("no state yet");
    return this.#state;
  }

  set state(state) {
    this.#state = state;
  }

  /** Notes about cells after the steps so far. */
  get notes() {
    return this.explained.get(this.picker.gesture)?.notes ?? {};
  }

  /** Lines that concern cells after the steps so far. */
  get lines() {
    return this.explained.get(this.picker.gesture)?.lines ?? {};
  }

  /** Take over a state, with its moves from number `from` on. @param {T} state */
  take(state) {
    this.frames.splice(state.from, Infinity, ...state.frames);
    this.pieces.splice(state.from + 1);
    this.pieces[0] = state.start.pieces;
    for (let at = state.from; at < this.frames.length; at++) {
      this.pieces.push(after(this.pieces[at], this.frames[at]));
    }
    this.state = state;
  }

  /** Begin another position with these legal moves. @param {string[][]} moves */
  begin(moves) {
    this.picker = new Picker(moves);
    this.hint = [];
    this.explained.clear();
    this.drawn = [];
    this.foreseen.clear();
    this.note("");
  }

  /** Show the pieces at a ply, gliding if it is one move forward. @param {number} ply @param {boolean} onwards */
  showPly(ply, onwards) {
    this.board.moving = setting("motion") && !STILL.matches;
    if (onwards && ply) this.board.glide(this.frames[ply - 1], this.pieces[ply]);
    else this.board.show(this.pieces[ply]);
  }

  /** Return the address of the drawing of the board. @param {boolean} flipped @param {boolean} [snug] for a narrow screen */
  drawingOf(flipped, snug = false) {
    const { board } = this.state;
    const options = [flipped && "flipped=1", snug && "snug=1"].filter(Boolean).join("&");
    return options ? `${board}${board.includes("?") ? "&" : "?"}${options}` : board;
  }

  /** Lay the board this way round, and fetch its drawing if it lies otherwise. @param {boolean} flipped @param {boolean} [snug] for a narrow screen */
  async lay(flipped, snug = false) {
    this.flipped = flipped;
    const address = this.drawingOf(flipped, snug);
    if (address === this.boardAddress) return;
    this.boardAddress = address;
    const drawing = await drawingAt(address);
    // It may have been laid otherwise again meanwhile.
    if (this.boardAddress !== address) return;
    if (!drawing) {
      // The next message tries again.
      this.boardAddress = "";
      return;
    }
    const focused = this.board.host.contains(document.activeElement) ? this.board.focus : "";
    this.board.redraw(drawing);
    if (focused) this.board.goTo(focused);
    this.draw();
  }

  // -- input -------------------------------------------------------------------------------------

  /** @param {string} cell */
  pick(cell) {
    if (this.drawn.length) this.#sketched([]);
    if (!this.mayMove) {
      const why = this.ready && this.notNow();
      if (why) this.note(why);
      return;
    }
    const waiting = this.confirming();
    if (waiting && waiting.last === cell) {
      this.play(waiting.text);
      return;
    }
    this.note("");
    if (this.picker.touch(cell)) {
      const ahead = linesOfStep(this, cell);
      this.closing = { gesture: this.picker.gesture, lines: ahead.filter((line) => belongsTo(this.board, line, this.seat)) };
      // Those who touch have not pointed before.
      if (this.confirming() && setting("reach")) this.note(describeLines(this.board, ahead, this.ownSeat));
      this.#stepped();
    } else this.#cannot(cell);
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
    else if (setting("reach") || done) this.explain(this.picker.gesture);
    this.draw();
  }

  /** Ask why a touch is no step. @param {string} cell */
  #cannot(cell) {
    const next = new Set((this.picker.path.length ? this.picker.next() : this.picker.first()).values());
    const sign = next.has("!") ? "!" : next.has(">") ? ">" : "";
    // Those who touch do not point: show what the answer is about.
    this.pointed = cell;
    if (sign && !setting("reach")) this.explain(this.picker.gesture);
    if (sign) this.explain(this.picker.gesture + sign + cell, true);
    else this.note(whyNotFrom(this.board, this.seat, cell));
    this.draw();
  }

  /** Draw an arrow or a circle, or remove it. @param {string} from @param {string} to */
  sketch(from, to) {
    this.#sketched(toggled(this.drawn, from, to));
  }

  /** @param {import("./arrows.js").Arrow[]} drawn */
  #sketched(drawn) {
    this.drawn = drawn;
    if (this.ready) showMarks(this);
  }

  /** Return the move that waits to be confirmed. */
  confirming() {
    const done = this.picker.done();
    if (!done || done.more || !setting("confirm")) return null;
    return { text: done.text, last: this.picker.path[this.picker.path.length - 1].slice(1) };
  }

  /** Take over notes about cells after some steps. @param {import("../types/page").Notes | import("../types/page").Explanation} message */
  noted({ way: gesture, notes = {}, does, lines = {} }) {
    if (does) this.foreseen.set(gesture, does);
    this.explained.set(gesture, { notes, lines });
    if (gesture === this.picker.gesture) {
      this.draw();
      this.#explainPointed();
    } else if (gesture === gestureAhead(this)) this.#foresee();
  }

  /** Show what the move at the pointer would do; only the server knows that. */
  #foresee() {
    const gesture = this.mayMove ? gestureAhead(this) : "";
    if (!gesture) return;
    const does = this.foreseen.get(gesture);
    if (does) {
      showMarks(this);
      // A move that waits to be confirmed says so in its prompt.
      if (!this.confirming()) this.note(describeAhead(this.board.game, does));
    } else if (does === undefined) {
      this.foreseen.set(gesture, null);
      this.explain(gesture);
    }
  }

  /** Take back one step of the move, and return whether there was one. */
  back() {
    const could = this.picker.back();
    if (could) this.draw();
    return could;
  }

  /** Forget the steps so far, and say why. @param {string} message */
  refused(message) {
    this.picker.path = [];
    this.note(message);
    this.draw();
  }

  /** @param {string} text */
  note(text) {
    this.parts.note.textContent = text;
    delete this.parts.note.dataset.about;
  }

  /** @param {string | null} cell */
  point(cell) {
    if (cell === this.pointed) return;
    this.pointed = cell;
    // What is over is looked at, not played with.
    if (!this.ready || this.state.round_over) return;
    showMarks(this);
    this.#explainPointed();
    this.#foresee();
  }

  /** Say what there is to say of the cell at the pointer, and no longer what there was of another one. */
  #explainPointed() {
    const note = noteOfPointed(this);
    if (note) {
      this.note(note);
      this.parts.note.dataset.about = "cell";
    } else if (this.told && this.parts.note.textContent === this.told) this.note("");
    this.told = note;
  }

  // -- drawing -----------------------------------------------------------------------------------

  /** Draw the steps so far, on the board and in words. */
  drawMove() {
    drawStep(this, this.confirming());
    showPreview(this);
    showMarks(this);
  }

  /** The ply that is shown. */
  get ply() {
    return this.looking ?? this.frames.length;
  }

  /** The colour of the only one who plays here, "" if that is nobody or several. */
  get ownSeat() {
    const { state, me } = this;
    return me.length === 1 ? state.seats[state.people[me[0]].seat] : "";
  }

  /** The colour to move, "" when the round is over. */
  get seat() {
    const { state } = this;
    return state.turn === null ? "" : state.seats[state.people[state.turn].seat];
  }

  /** What lies beside the board. @returns {import("../types/page").Tray[]} */
  get trays() {
    return this.ply ? this.frames[this.ply - 1].shelves : this.state.start.shelves;
  }
}
