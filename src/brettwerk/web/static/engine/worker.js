// The engine in a Web Worker: gets the code of a game's module, then tasks one at a time.

import { GameKind } from "./game.js";
import { KernelModule } from "./module.js";
import { TaskRunner } from "./tasks.js";

/**
 * @typedef {{t: "load", code: WebAssembly.Module} | {t: "run", id: number, task: import("./tasks.js").Task} | {t: "stop"}} Request
 * @typedef {{id: number, found: import("./tasks.js").Found} | {id: number, done: import("./tasks.js").Found | null} | {id: number, error: string}} Answer
 */

/** @type {Promise<TaskRunner> | null} */
let runner = null;

/** @param {Answer} answer */
const tell = (answer) => postMessage(answer);

/** @param {number} id @param {import("./tasks.js").Task} task */
async function run(id, task) {
  try {
    const done = await (await /** @type {Promise<TaskRunner>} */ (runner)).run(task, (found) => tell({ id, found }));
    tell({ id, done });
  } catch (error) {
    tell({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

onmessage = (/** @type {MessageEvent<Request>} */ { data }) => {
  if (data.t === "load") runner = GameKind.of(new KernelModule(data.code)).then((kind) => TaskRunner.of(kind));
  else if (data.t === "run") void run(data.id, data.task);
  else void runner?.then((loaded) => loaded.stop());
};
