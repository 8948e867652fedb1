// Reads files of games as the page does: `node collection.mjs WEB GAME FACTS FILES…`, and writes what was found as JSON.

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [web, game, factsFile, askedFile, ...files] = process.argv.slice(2);
const from = (path) => import(pathToFileURL(`${web}/${path}`).href);
const { Collection } = await from("device/collection.js");
const { decoded } = await from("device/game-texts.js");
const { GameKind } = await from("engine/game.js");
const { KernelModule } = await from("engine/module.js");

const { wasm, scripts, facts } = JSON.parse(await readFile(factsFile, "utf8"));
const kind = await GameKind.of(await KernelModule.of(await readFile(wasm)), () => null);
const dialects = await Promise.all(scripts.map(async ([script, data]) => [await import(pathToFileURL(script).href), data]));
const collection = new Collection(kind, facts, dialects);
const begun = process.cpuUsage();
for (const file of files) {
  const bytes = await readFile(file);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  for (const _ of collection.read(decoded(buffer), file)) void _;
}
const { user } = process.cpuUsage(begun);
const asked = JSON.parse(await readFile(askedFile, "utf8"));
const answers = asked.map(({ options, moves, joined }) => {
  const start = performance.now();
  let position = collection.game(options).start();
  for (const text of moves) position = position.play(position.find(text));
  const found = collection.moves(position, joined).map(({ move, same, games, strength }) => [move, same, games, strength]);
  return { found, milliseconds: performance.now() - start };
});
const games = collection.games.map(({ moves: made, result, plies, players, game: { options } }) => ({ moves: made.map(({ text }) => text), result, plies, players, setup: options.setup }));
const written = Object.fromEntries(["pgn", ...facts.dialects.flatMap(({ formats }) => formats)].map((format) => [format, collection.write(games.map((_, at) => at), format)]));
console.log(JSON.stringify({ game, games, faults: collection.faults, answers, written, seconds: user / 1e6, memory: process.memoryUsage().heapUsed }));
