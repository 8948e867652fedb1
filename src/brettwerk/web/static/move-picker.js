// Choosing a move step by step: every touch narrows the legal moves until one is left.

/**
 * A step is a sign and a cell: `.` take up, `>` set down, `!` take away, `+` put something more.
 * Of two moves with the same steps that of the lower rank is meant; `row` are the pieces that go
 * together, `meant` is how the server names the steps.
 * @typedef {{text: string, steps: string[], rank?: number, row?: string[], meant?: string}} Entry
 * @typedef {{text: string, cells: string[], targets: string[], meant: string}} Row
 */

const STEP = /[.>!+:][^.>!+:]+/g;

export class Picker {
  /** @param {string[][]} moves each the text of a move and its gestures */
  constructor(moves) {
    /** @type {Entry[]} */
    this.entries = [];
    /** @type {Map<string, string>} */
    this.drags = new Map();
    /** @type {Row[]} */
    this.rows = [];
    this.pass = "";
    for (const [text, ...gestures] of moves) {
      const row = gestures.find((gesture) => gesture[0] === ":");
      if (row) this.#addRow(text, row.match(STEP) || []);
      for (const gesture of gestures) {
        const steps = gesture.match(STEP) || [];
        if (gesture[0] === "~") this.drags.set(gesture, text);
        else if (!gesture) this.pass = text;
        // A row stands for the gestures that pick several pieces.
        else if (!row || (gesture !== row && steps[1][0] !== ".")) this.entries.push({ text, steps });
      }
    }
    /** @type {string[]} */
    this.path = [];
  }

  /** Add the ways to touch a row: its ends or all of it, from either end, then a target. @param {string} text @param {string[]} steps */
  #addRow(text, steps) {
    const named = (/** @type {string} */ sign) => steps.filter((step) => step[0] === sign).map((step) => step.slice(1));
    const [cells, targets] = [named(":"), named(">")];
    const last = cells.length - 1;
    const meant = `.${cells[0]}.${cells[last]}>${targets[targets.length - 1]}`;
    this.rows.push({ text, cells, targets, meant });
    for (const order of [cells, [...cells].reverse()]) {
      for (const picks of last > 1 ? [[order[0], order[last]], order] : [order]) {
        targets.forEach((target, at) => {
          const rank = targets.length < 2 ? 0 : Math.abs(2 * at - last) * 2 + Number(cells[at] !== order[last]);
          this.entries.push({ text, steps: [...picks.map((cell) => `.${cell}`), `>${target}`], rank, row: cells, meant });
        });
      }
    }
  }

  /** The steps so far as one text. */
  get gesture() {
    return this.meaning(this.path);
  }

  /** Return steps as the server understands them. @param {string[]} path */
  meaning(path) {
    return this.#whole(path)?.meant ?? path.join("");
  }

  /** @param {string[]} path */
  #fitting(path) {
    return this.entries.filter(({ steps }) => path.every((step, i) => steps[i] === step));
  }

  /** Return the entry that has exactly these steps. @param {string[]} path */
  #whole(path) {
    const whole = path.length ? this.#fitting(path).filter(({ steps }) => steps.length === path.length) : [];
    return whole.sort((a, b) => (a.rank || 0) - (b.rank || 0))[0];
  }

  /** Return what can come next: for each cell the sign of the step. @param {string[]} [path] after other steps @returns {Map<string, string>} */
  next(path = this.path) {
    const at = path.length;
    const found = new Map();
    for (const { steps } of this.#fitting(path)) {
      if (steps.length > at) found.set(steps[at].slice(1), steps[at][0]);
    }
    return found;
  }

  /** Whether something is to be taken away next. */
  get taking() {
    return [...this.next().values()].includes("!");
  }

  /** Return the cells with which a move can begin. */
  first() {
    return new Map(this.entries.map(({ steps }) => [steps[0].slice(1), steps[0][0]]));
  }

  /** Return the cells that are chosen: of a row all between its ends, too. @returns {string[]} */
  chosen() {
    const picks = this.path.filter((step) => step[0] === ".").length;
    const row = this.#fitting(this.path).find(({ steps, row: cells }) => cells && steps[picks][0] !== ".")?.row || [];
    return [...new Set([...this.path.map((step) => step.slice(1)), ...row])];
  }

  /** Return the move that the steps so far make, and whether more steps are possible. */
  done() {
    const whole = this.#whole(this.path);
    return whole ? { text: whole.text, more: this.#fitting(this.path).some(({ steps }) => steps.length > this.path.length) } : null;
  }

  /**
   * Touch a cell: make the next step, begin again, or put the last piece down again or elsewhere.
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
    const last = this.path.length - 1;
    if (this.path[last]?.[0] === ">" && this.next(this.path.slice(0, last)).get(cell) === ">") {
      this.path[last] = `>${cell}`;
      return true;
    }
    const begin = this.path.every((step) => step[0] === ".") && this.first().get(cell);
    if (!begin) return false;
    this.path = [begin + cell];
    return true;
  }

  /**
   * Return the move of a piece that is dragged onto a cell: it shoves others, or takes the chosen row along.
   * @param {string} from @param {string} to
   * @returns {{text: string, meant: string} | null}
   */
  dragged(from, to) {
    const shoved = this.path.length < 2 && this.drags.get(`~${from}>${to}`);
    if (shoved) return { text: shoved, meant: `.${from}>${to}` };
    const chosen = this.path.length > 1 ? this.chosen() : [];
    if (!chosen.includes(from)) return null;
    return this.rows.find(({ cells, targets }) => cells.length === chosen.length && cells.every((cell) => chosen.includes(cell))
      && (targets.length < 2 ? targets[0] : targets[cells.indexOf(from)]) === to) || null;
  }

  /** Drag a piece onto a cell, and return the move if that makes one. @param {string} from @param {string} to */
  drag(from, to) {
    const move = this.dragged(from, to);
    if (move) return move.text;
    if (!this.path.some((step) => step.slice(1) === from)) {
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
