// Applies events to a game on the device and shows it after each: node events.mjs <kernels.wasm> < games.json > messages.json
import fs from "node:fs";
import { GameKind } from "../../src/brettwerk/web/static/engine/game.js";
import { KernelModule } from "../../src/brettwerk/web/static/engine/module.js";
import { Refused } from "../../src/brettwerk/web/static/device/refused.js";
import { applied, newTable } from "../../src/brettwerk/web/static/device/table.js";
import { roundMessage, stateMessage } from "../../src/brettwerk/web/static/device/view.js";

const readers = { "games/board/reader.js": "../../src/brettwerk/games/katarenga_family/web/reader.js" };
const kind = await GameKind.of(await KernelModule.of(fs.readFileSync(process.argv[2])), (path) => import(readers[path]));

function shown({ config, events }) {
  let table = newTable(kind, config);
  const messages = [stateMessage("x", table, 0)];
  for (const event of events) {
    try {
      table = applied(table, event);
      messages.push(stateMessage("x", table, event.at));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      messages.push(error.key);
    }
  }
  const rounds = table.earlier.map((_, at) => roundMessage(table, at + 1));
  return { messages, rounds };
}

console.log(JSON.stringify(JSON.parse(fs.readFileSync(0, "utf-8")).map(shown)));
