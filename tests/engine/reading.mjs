// Reads texts of positions and positions set up by hand: node reading.mjs <kernels.wasm> < asked.json > found.json
import fs from "node:fs";
import { GameKind } from "../../src/brettwerk/web/static/engine/game.js";
import { KernelModule } from "../../src/brettwerk/web/static/engine/module.js";
import { readPosition, setUp } from "../../src/brettwerk/web/static/engine/reading.js";
import { Unreadable } from "../../src/brettwerk/web/static/engine/unreadable.js";

// Scripts of games lie in their folders, not where pages find them.
const readers = { "games/board/reader.js": "../../src/brettwerk/games/katarenga_family/web/reader.js" };
const kind = await GameKind.of(await KernelModule.of(fs.readFileSync(process.argv[2])), (path) => import(readers[path]));

function told(read) {
  try {
    const position = read();
    return { text: position.text, state: position.state.map(String) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { key: error.key, details: error.details };
  }
}

const { texts, setups } = JSON.parse(fs.readFileSync(0, "utf-8"));
const games = new Map();
const game = (options) => {
  const key = JSON.stringify(options);
  if (!games.has(key)) games.set(key, kind.game(options));
  return games.get(key);
};
console.log(JSON.stringify({
  texts: texts.map((text) => told(() => readPosition(kind, text, game))),
  setups: setups.map(({ options, pieces, turn, details }) => told(() => setUp(game(options), pieces, turn, details))),
}));
