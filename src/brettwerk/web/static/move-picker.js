// Choosing a move step by step: every touch narrows the legal moves until one is left.

/**
 * A step is a sign and a cell: `.` take up, `>` set down, `!` take away, `+` put something more.
 * @typedef {{text: string, steps: string[]}} Entry
 */

const STEP = /[.>!+][^.>!+]+/g;

export class Picker {
  /** @param {string[][]} moves each the text of a move and its gestures */
  constructor(moves) {
    /** @type {Entry[]} */
    this.entries = [];
    /** @type {Map<string, string>} */
    this.drags = new Map();
    this.pass = "";
    for (const [text, ...gestures] of moves) {
      for (const gesture of gestures) {
        if (gesture.startsWith("~")) this.drags.set(gesture, text);
        else if (gesture) this.entries.push({ text, steps: gesture.match(STEP) || [] });
        else this.pass = text;
      }
    }
    /** @type {string[]} */
    this.path = [];
  }

  /** The steps so far as one text. */
  get gesture() {
    return this.path.join("");
  }

  #fitting() {
    return this.entries.filter(({ steps }) => this.path.every((step, i) => steps[i] === step));
  }

  /** Return what can come next: for each cell the sign of the step. @returns {Map<string, string>} */
  next() {
    const at = this.path.length;
    const found = new Map();
    for (const { steps } of this.#fitting()) {
      if (steps.length > at) found.set(steps[at].slice(1), steps[at][0]);
    }
    return found;
  }

  /** Return the cells with which a move can begin. */
  first() {
    return new Map(this.entries.map(({ steps }) => [steps[0].slice(1), steps[0][0]]));
  }

  /** Return the move that the steps so far make, and whether more steps are possible. */
  done() {
    const at = this.path.length;
    const fitting = at ? this.#fitting() : [];
    const whole = fitting.find(({ steps }) => steps.length === at);
    return whole ? { text: whole.text, more: fitting.some(({ steps }) => steps.length > at) } : null;
  }

  /**
   * Touch a cell: make the next step, begin again, or put the last piece down again.
   * @param {string} cell
   */
  touch(cell) {
    const sign = this.next().get(cell);
    if (sign) {
      this.path.push(sign + cell);
      return true;
    }
    if (this.path.length && this.path[this.path.length - 1].slice(1) === cell) {
      this.path.pop();
      return true;
    }
    const begin = this.path.every((step) => step[0] === ".") && this.first().get(cell);
    if (!begin) return false;
    this.path = [begin + cell];
    return true;
  }

  /** Drag a piece onto a cell, and return the move if that makes one. @param {string} from @param {string} to */
  drag(from, to) {
    const alone = this.path.length < 2;
    const shoved = alone && this.drags.get(`~${from}>${to}`);
    if (shoved) return shoved;
    const picked = this.path.map((step) => step.slice(1));
    if (picked.length > 1 && picked[0] === from) this.path.reverse();
    if (!picked.includes(from)) {
      this.path = [];
      if (!this.touch(from)) return null;
    }
    if (this.next().get(to)) this.touch(to);
    return null;
  }

  back() {
    return this.path.pop() !== undefined;
  }
}
