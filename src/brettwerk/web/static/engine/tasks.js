// What an engine can be asked, and how it is done in steps, so that whoever asked can stop it.

import { analyse, live } from "./analysis.js";
import { tried } from "./attempt.js";
import { bookAt } from "./book.js";
import { Game } from "./game.js";
import { GameEngine } from "./game-engine.js";
import { bookMove, choose, effortFor } from "./levels.js";
import { Position } from "./position.js";
import { changed } from "./report.js";
import { review } from "./review.js";

/**
 * A position as it is posted: the options of its game, the words of its state, and the positions before it that may recur.
 * @typedef {{options: import("./game.js").Options, state: bigint[], history: import("./position.js").Key[]}} PostedPosition
 * A move of a level; on a slow device `seconds` makes it look at a smaller share of its positions.
 * @typedef {{task: "choose", position: PostedPosition, level: number, seed: number | bigint, seconds?: number, style?: string}} ChooseTask
 * @typedef {{task: "analyse", position: PostedPosition, lines: number, limit: import("./report.js").Limit}} AnalyseTask
 * @typedef {{task: "review", position: PostedPosition, moves: string[], nodes?: number, opening?: number, book?: number}} ReviewTask
 * @typedef {{task: "try", position: PostedPosition, goal: import("./attempt.js").Goal, solution: string[], moves: string[]}} TryTask
 * @typedef {(path: string) => Promise<{solver: import("./solving.js").SolverFactory}>} LoadSolver
 * @typedef {(path: string) => Promise<import("./book.js").BookFile>} LoadBook
 * @typedef {ChooseTask | AnalyseTask | ReviewTask | TryTask} Task
 * @typedef {import("./report.js").Analysis} Analysis
 * @typedef {import("./levels.js").Choice | import("./report.js").Analysis | import("./review.js").Review | import("./attempt.js").Verdict} Found
 */

const PAUSE_AFTER = 8; // milliseconds

/** Return a position as it is posted. @param {Position} position @returns {PostedPosition} */
export const posted = ({ game, state, history }) => ({ options: game.options, state, history });

/** Does the tasks of one kind of game, one at a time. */
export class TaskRunner {
  /** @param {import("./game.js").GameKind} kind @param {import("./solving.js").SolverFactory | null} solver @param {LoadBook} loadBook */
  constructor(kind, solver, loadBook) {
    this._kind = kind;
    this._solver = solver;
    this._loadBook = loadBook;
    /** @type {import("./book.js").BookFile | null} */
    this._book = null;
    /** @type {GameEngine | null} */
    this._engine = null;
    this._isStopped = false;
  }

  /**
   * Load the solver of a game, if it has one, and return what does its tasks.
   * @param {import("./game.js").GameKind} kind @param {LoadSolver} [load] @param {LoadBook} [loadBook]
   */
  static async of(kind, load = (path) => import(new URL(`../${path}`, import.meta.url).href), loadBook = (path) => bookAt(new URL(`../${path}`, import.meta.url))) {
    const { solver } = kind.about.engine;
    return new TaskRunner(kind, solver ? (await load(solver)).solver : null, loadBook);
  }

  /** The bytes of memory that kernels have taken. */
  get memory() {
    return this._engine?.memory ?? 0;
  }

  /** Stop the task that runs: it returns what it has found so far, or null. */
  stop() {
    this._isStopped = true;
  }

  /** Do a task; `tell` hears whenever more is known. @param {Task} task @param {(found: Found) => void} [tell] @returns {Promise<Found | null>} */
  async run(task, tell = () => {}) {
    this._isStopped = false;
    const engine = this._engineOf(task.position);
    const position = new Position(engine.game, task.position.state, task.position.history);
    if (task.task === "choose" || task.task === "analyse") await engine.solving?.load(position);
    if (task.task !== "try") await this._open(engine);
    const steps = stepsOf(engine, position, task);
    /** @type {Found | null} */
    let found = null;
    for (let paused = performance.now(); ; ) {
      const step = steps.next();
      if (step.done) return step.value;
      if (step.value) tell((found = step.value));
      if (performance.now() - paused >= PAUSE_AFTER) {
        await pause();
        paused = performance.now();
      }
      if (this._isStopped) {
        steps.return(/** @type {never} */ (undefined));
        return found;
      }
    }
  }

  /** Give an engine the opening book of the game, if there is one and it can be had. @param {GameEngine} engine */
  async _open(engine) {
    const { book } = engine.facts;
    if (!book || engine.book) return;
    try {
      this._book ??= await this._loadBook(book);
      engine.open(this._book);
    } catch {
      // Without it the engine thinks for itself.
    }
  }

  /** @param {PostedPosition} position */
  _engineOf({ options }) {
    const isSame = this._engine && JSON.stringify(this._engine.game.options) === JSON.stringify(options);
    if (!this._engine || !isSame) this._engine = new GameEngine(new Game(this._kind, options), this._solver);
    return this._engine;
  }
}

/** @param {GameEngine} engine @param {Position} position @param {Task} task @returns {import("./report.js").Steps<Found>} */
function* stepsOf(engine, position, task) {
  if (task.task === "review") return yield* review(engine, position, task.moves, task);
  if (task.task === "try") {
    engine.prover.isSliced = true;
    return yield* tried(engine.prover, position, task.goal, task.solution, task.moves);
  }
  if (task.task === "choose") {
    const known = bookMove(engine, position, task.level, task.seed, task.style);
    if (known) return { move: known, effort: 1 };
    const effort = task.seconds === undefined ? 1 : yield* effortFor(engine, position, task.level, task.seconds);
    return { move: yield* choose(engine, position, task.level, task.seed, effort, task.style), effort };
  }
  const { limit: { seconds, nodes, depth }, limit, lines } = task;
  const isLive = seconds !== undefined && nodes === undefined && depth === undefined;
  const steps = isLive ? live(engine, position, { seconds, lines }) : analyse(engine, position, limit, lines);
  const known = engine.book?.moves(position).map(({ code }) => code) ?? [];
  const marked = (/** @type {Analysis} */ found) => ({ ...found, lines: found.lines.map((line) => (known.includes(line.moves[0].code) ? { ...line, isBook: true } : line)) });
  return marked(yield* changed(steps, marked));
}

/** Let messages be heard. @returns {Promise<void>} */
function pause() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
