// Reads collections of games in a Web Worker, and answers what was played from a position.

import { Collection } from "./collection.js";
import { GameKind } from "../engine/game.js";
import { KernelModule } from "../engine/module.js";
import { Position } from "../engine/position.js";

/**
 * @typedef {{t: "load", code: WebAssembly.Module, facts: import("../../types/page").DeviceCollection}
 *   | {t: "own", id: number} | {t: "read", id: number, file: string, text: string} | {t: "clear", id: number}
 *   | {t: "ask", id: number, own: boolean, joined: boolean, options: import("../engine/game.js").Options, words: string[], moves: string[]}
 *   | {t: "game", id: number, number: number} | {t: "write", id: number, numbers: number[], format: string}} Request
 */

const BETWEEN_UPDATES = 200; // milliseconds
/** @type {Promise<{make: () => Collection, own: Collection, mine: Collection}> | null} */
let ready = null;

/** @param {GameKind} kind @param {import("../../types/page").DeviceCollection} facts */
async function load(kind, facts) {
  const dialects = await Promise.all(facts.dialects.map(async ({ script, facts: data }) => /** @type {[import("./collection.js").Dialect, unknown]} */ ([await import(new URL(`../${script}`, import.meta.url).href), data])));
  const make = () => new Collection(kind, facts, dialects);
  return { make, own: make(), mine: make() };
}

/** Take all steps, and tell how far they are. @param {number} id @param {Generator<number>} steps */
function run(id, steps) {
  let due = performance.now() + BETWEEN_UPDATES;
  for (const games of steps) {
    if (performance.now() < due) continue;
    due = performance.now() + BETWEEN_UPDATES;
    postMessage({ id, progress: games });
  }
}

/** @param {Exclude<Request, {t: "load"}>} asked */
async function answer(asked) {
  if (!ready) return null;
  const { make, own, mine } = await ready;
  if (asked.t === "clear") ready = Promise.resolve({ make, own, mine: make() });
  if (asked.t === "own") {
    if (!own.games.length) run(asked.id, own.readOwn());
    return { games: own.games.length };
  }
  if (asked.t === "read") {
    run(asked.id, mine.read(asked.text, asked.file));
    return { games: mine.games.map(({ players, date, result, plies, setup }) => ({ players, date, result, plies, setup })), faults: mine.faults };
  }
  if (asked.t === "ask") {
    const collection = asked.own ? own : mine;
    const game = collection.game(asked.options);
    let position = new Position(game, asked.words.map((word) => BigInt(`0x${word}`)), []);
    for (const text of asked.moves) position = position.play(position.find(text) ?? { code: 0 });
    return collection.moves(position, asked.joined);
  }
  if (asked.t === "game") {
    const { game, start, moves } = mine.games[asked.number];
    const begin = start ? new Position(game, start, []) : game.start();
    return { begin: begin.text, moves: moves.map(({ text }) => text) };
  }
  if (asked.t === "write") return mine.write(asked.numbers, asked.format);
  return null;
}

onmessage = async (/** @type {MessageEvent<Request>} */ { data }) => {
  if (data.t === "load") {
    ready = GameKind.of(new KernelModule(data.code)).then((kind) => load(kind, data.facts));
    return;
  }
  try {
    postMessage({ id: data.id, done: await answer(data) });
  } catch (error) {
    postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) });
  }
};
