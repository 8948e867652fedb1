// A game's engine: computer players, analyses, hints, reviews and puzzles, in a Web Worker if there are any, and else here.

import { GameKind } from "./game.js";
import { posted, TaskRunner } from "./tasks.js";

/**
 * @typedef {import("./attempt.js").Verdict} Verdict
 * @typedef {import("./levels.js").Choice} Choice
 * @typedef {import("./position.js").Move} Move
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./report.js").Analysis} Analysis
 * @typedef {import("./report.js").Limit} Limit
 * @typedef {import("./review.js").Review} Review
 * @typedef {import("./tasks.js").Found} Found
 * @typedef {import("./tasks.js").Task} Task
 * @typedef {import("./worker.js").Answer} Answer
 * @typedef {{signal?: AbortSignal}} Stoppable
 */
/** @template T @typedef {(found: T) => void} Tell */

const PATIENCE = 15; // milliseconds until a stopped task is answered, whether or not the worker has heard
const REPLACED_AFTER = 500; // milliseconds until a worker that does not stop is replaced: it may only be waiting for a busy processor
const HINT_SECONDS = 1;
const MOVE_SECONDS = 3; // within which a computer player is to move, on slow devices too

/** What does tasks: a worker, or the thread that asks. @typedef {{run: (task: Task, tell: Tell<Found>, signal?: AbortSignal) => Promise<Found | null>, close: () => void}} Runner */

export class Engine {
  /** @param {GameKind} kind @param {Runner} runner */
  constructor(kind, runner) {
    this.kind = kind;
    this._runner = runner;
    /** The end of the task asked for last: tasks are done one after the other. @type {Promise<unknown>} */
    this._last = Promise.resolve();
  }

  /**
   * Make the engine of a game; it has a worker of its own if there are workers here. Without one, `load` may say how scripts of games are found.
   * @param {GameKind} kind @param {{worker?: boolean, load?: import("./tasks.js").LoadSolver}} [options]
   */
  static async of(kind, { worker = typeof Worker !== "undefined", load } = {}) {
    return new Engine(kind, worker ? new WorkerRunner(kind.module.code) : new LocalRunner(await TaskRunner.of(kind, load)));
  }

  /** Load a game by the address of its module, and make its engine. @param {URL | string} address @param {{worker?: boolean}} [options] */
  static async load(address, options) {
    return Engine.of(await GameKind.load(address), options);
  }

  /**
   * Choose the move of a computer player, the same that the server chooses from this seed. On a device that is too slow for `seconds` it
   * looks at fewer positions, and `effort` says what share; without a limit (`seconds: null`) it never does.
   * @param {Position} position @param {number} level @param {Stoppable & {seed?: number | bigint, seconds?: number | null, style?: string}} [options]
   * @returns {Promise<Choice | null>} null if it was stopped
   */
  async choose(position, level, { seed = 0, seconds = MOVE_SECONDS, style, signal } = {}) {
    const task = { task: /** @type {const} */ ("choose"), position: posted(position), level, seed, seconds: seconds ?? undefined, style };
    return /** @type {Choice | null} */ (await this._run(task, () => {}, signal));
  }

  /**
   * Analyse a position, and tell whenever more is known. With `seconds` alone exact results come as soon as they are proven; with a number
   * of nodes or a depth the answer is the same on every machine.
   * @param {Position} position @param {Stoppable & Limit & {lines?: number}} options @param {Tell<Analysis>} [tell]
   * @returns {Promise<Analysis | null>} what was found until it was stopped
   */
  async analyse(position, { lines = 1, signal, seconds, nodes, depth }, tell = () => {}) {
    const limit = seconds === undefined && nodes === undefined && depth === undefined ? { seconds: HINT_SECONDS } : { seconds, nodes, depth };
    const task = { task: /** @type {const} */ ("analyse"), position: posted(position), lines, limit };
    return /** @type {Analysis | null} */ (await this._run(task, (found) => tell(/** @type {Analysis} */ (found)), signal));
  }

  /** Find a good move, for somebody who asks for help. @param {Position} position @param {Stoppable} [options] @returns {Promise<Move | null>} */
  async hint(position, { signal } = {}) {
    const found = await this.analyse(position, { seconds: HINT_SECONDS, signal });
    return found?.lines[0]?.moves[0] ?? null;
  }

  /**
   * Review a game: its first position and its moves, of which the first `opening` were drawn.
   * @param {Position} start @param {string[]} moves @param {Stoppable & {nodes?: number, opening?: number, book?: number}} [options] @param {Tell<Review>} [tell]
   * @returns {Promise<Review | null>}
   */
  async review(start, moves, { signal, nodes, opening, book } = {}, tell = () => {}) {
    const task = { task: /** @type {const} */ ("review"), position: posted(start), moves, nodes, opening, book };
    return /** @type {Review | null} */ (await this._run(task, (found) => tell(/** @type {Review} */ (found)), signal));
  }

  /** Judge the last of the moves with which somebody tries a puzzle. @param {Position} start @param {{goal: import("./attempt.js").Goal, solution: string[]}} puzzle @param {string[]} moves @param {Stoppable} [options] @returns {Promise<Verdict | null>} */
  async tried(start, { goal, solution }, moves, { signal } = {}) {
    const task = { task: /** @type {const} */ ("try"), position: posted(start), goal, solution, moves };
    return /** @type {Verdict | null} */ (await this._run(task, () => {}, signal));
  }

  /** End the engine and its worker; a task that runs returns what was found, the others null. */
  close() {
    this._runner.close();
  }

  /** @param {Task} task @param {Tell<Found>} tell @param {AbortSignal} [signal] @returns {Promise<Found | null>} */
  _run(task, tell, signal) {
    const done = this._last.then(() => (signal?.aborted ? null : this._runner.run(task, tell, signal)));
    this._last = done.catch(() => {});
    return done;
  }
}

/** Does tasks in this thread, with pauses. @implements {Runner} */
class LocalRunner {
  /** @param {TaskRunner} runner */
  constructor(runner) {
    this._runner = runner;
    this._isClosed = false;
  }

  /** @param {Task} task @param {Tell<Found>} tell @param {AbortSignal} [signal] */
  async run(task, tell, signal) {
    if (this._isClosed) return null;
    const stop = () => this._runner.stop();
    signal?.addEventListener("abort", stop);
    try {
      return await this._runner.run(task, tell);
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  close() {
    this._isClosed = true;
    this._runner.stop();
  }
}

/** Does tasks in a worker, which is replaced when it dies or does not stop in time. @implements {Runner} */
class WorkerRunner {
  /** @param {WebAssembly.Module} code */
  constructor(code) {
    this._code = code;
    this._id = 0;
    /** @type {Worker | null} */
    this._worker = null;
    /** Until the worker has stopped or been replaced: it does one task at a time. @type {Promise<void>} */
    this._free = Promise.resolve();
    this._isClosed = false;
    /** End the task that runs, with what was found. */
    this._leave = () => {};
  }

  /** @param {Task} task @param {Tell<Found>} tell @param {AbortSignal} [signal] @returns {Promise<Found | null>} */
  async run(task, tell, signal) {
    await this._free;
    if (signal?.aborted || this._isClosed) return null;
    try {
      return await this._try(task, tell, signal);
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error;
      return this._try(task, tell, signal);
    }
  }

  close() {
    this._isClosed = true;
    this._terminate();
    this._leave();
  }

  _terminate() {
    this._worker?.terminate();
    this._worker = null;
  }

  /** @param {Task} task @param {Tell<Found>} tell @param {AbortSignal} [signal] @returns {Promise<Found | null>} */
  _try(task, tell, signal) {
    const worker = (this._worker ??= this._started());
    const id = ++this._id;
    /** @type {Found | null} */
    let last = null;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const end = () => listening.abort();
    this._free = new Promise((resolve) => { listening.signal.addEventListener("abort", () => resolve()); });
    return new Promise((resolve, reject) => {
      this._leave = () => {
        end();
        resolve(last);
      };
      worker.addEventListener("message", (/** @type {MessageEvent<Answer>} */ { data }) => {
        if (data.id !== id) return;
        if ("found" in data) return signal?.aborted ? undefined : tell((last = data.found));
        end();
        if ("error" in data) reject(new Error(data.error));
        else resolve(data.done);
      }, options);
      const died = () => {
        end();
        this._terminate();
        reject(new WorkerError("The worker of the engine has failed, and failed again."));
      };
      worker.addEventListener("error", died, options);
      worker.addEventListener("messageerror", died, options);
      signal?.addEventListener("abort", () => {
        worker.postMessage({ t: "stop" });
        setTimeout(() => resolve(last), PATIENCE);
        setTimeout(() => {
          if (listening.signal.aborted) return;
          this._terminate();
          end();
        }, REPLACED_AFTER);
      }, options);
      worker.postMessage({ t: "run", id, task });
    });
  }

  _started() {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.postMessage({ t: "load", code: this._code });
    return worker;
  }
}

class WorkerError extends Error {}
