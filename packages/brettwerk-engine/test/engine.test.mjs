import assert from "node:assert/strict";
import test from "node:test";
import { Engine } from "../../../src/brettwerk/web/static/engine/engine.js";
import { posted, TaskRunner } from "../../../src/brettwerk/web/static/engine/tasks.js";
import { effortFor } from "../../../src/brettwerk/web/static/engine/levels.js";
import { GameKind } from "../../../src/brettwerk/web/static/engine/game.js";
import { moduleOf } from "./games.mjs";

// Scripts of games lie in their folders, not where pages find them.
const load = (path) => import(`../../../src/brettwerk/${path.replace("board/", "katarenga_family/").replace(/[^/]*$/, "web/$&")}`);

async function engineOf(name) {
  const kind = await GameKind.of(await moduleOf(name), load);
  return Engine.of(kind, { worker: false, load });
}

test("a level chooses the same move from a seed, and says how much it looked at", async () => {
  const engine = await engineOf("isolation");
  const position = engine.kind.game().start();
  const first = await engine.choose(position, 3, { seed: 7, seconds: null });
  assert.ok(position.find(first.move.text));
  assert.equal(first.effort, 1);
  assert.deepEqual(await engine.choose(position, 3, { seed: 7n, seconds: null }), first);
  const texts = new Set();
  for (let seed = 0; seed < 8; seed++) texts.add((await engine.choose(position, 1, { seed })).move.text);
  assert.ok(texts.size > 1);
  await assert.rejects(engine.choose(position, 11), /no level 11/);
});

test("a slow device looks at fewer positions, and says so", async () => {
  const engine = await engineOf("katarenga");
  const position = engine.kind.game().start();
  const { move, effort } = await engine.choose(position, 10, { seconds: 0.001 });
  assert.ok(effort > 0 && effort < 0.2, `${effort}`);
  assert.ok(position.find(move.text));
});

test("an analysis tells more and more, and ends with what it has found when it is stopped", async () => {
  const engine = await engineOf("katarenga");
  const position = engine.kind.game().start();
  const stop = new AbortController();
  const depths = [];
  const found = await engine.analyse(position, { seconds: 600, lines: 3, signal: stop.signal }, ({ depth, lines }) => {
    assert.equal(lines.length, 3);
    assert.equal(new Set(lines.map(({ moves }) => moves[0].text)).size, 3);
    assert.deepEqual(lines.map(({ value }) => value), lines.map(({ value }) => value).sort((a, b) => b - a));
    depths.push(depth);
    if (depth >= 5) stop.abort();
  });
  assert.deepEqual(depths, [...depths].sort((a, b) => a - b));
  assert.ok(found.depth >= 5 && depths[0] === 1);
  assert.equal(await engine.analyse(position, { nodes: 10, signal: stop.signal }), null); // stopped before it began
});

test("an engine that is closed keeps nobody waiting", async () => {
  const workers = [];
  globalThis.Worker = class extends EventTarget {
    constructor() { super(); workers.push(this); }
    postMessage() {}
    terminate() { this.isTerminated = true; }
  };
  try {
    const kind = await GameKind.of(await moduleOf("isolation"), load);
    const engine = await Engine.of(kind);
    const position = kind.game().start();
    const tasks = [engine.choose(position, 1), engine.hint(position)];
    while (!workers.length) await new Promise(setImmediate);
    engine.close();
    assert.deepEqual(await Promise.all(tasks), [null, null]);
    assert.equal(workers.length, 1);
    assert.ok(workers[0].isTerminated);
  } finally {
    delete globalThis.Worker;
  }
});

test("where a solver is asked first, its time is planned for", () => {
  const engine = { facts: { levels: [{ nodes: 1_000_000, exact: true }] }, speed: 500_000, solving: { isPromising: ({ late }) => late } };
  const [early, late] = [false, true].map((now) => effortFor(engine, { late: now }, 1, 3).next().value);
  assert.equal(early, 1);
  assert.ok(late > 0.8 && late < 1, `${late}`);
});

test("exact results come from the solver, a glance first", async () => {
  const engine = await engineOf("bedraengnis");
  const told = [];
  const found = await engine.analyse(engine.kind.game().start(), { seconds: 60, lines: 2 }, (more) => told.push(more));
  assert.deepEqual([found.lines[0].moves[0].text, found.exact.points, found.lines.length], ["d1", [7, 0], 2]);
  assert.ok(told.some(({ exact }) => !exact) || told[0].lines.length);
  const hint = await engine.hint(engine.kind.game().start());
  assert.equal(hint.text, "d1");
});

test("three players are analysed by tree search, each with a share", async () => {
  const engine = await engineOf("triapon");
  const { lines } = await engine.analyse(engine.kind.game().start(), { nodes: 3000, lines: 2 });
  assert.equal(lines.length, 2);
  for (const { score } of lines) assert.ok(Math.abs(score.reduce((sum, part) => sum + part, 0)) < 1e-9 && score.length === 3);
});

test("a review tells each position, and where the game turned", async () => {
  const engine = await engineOf("isolation");
  let position = engine.kind.game().start();
  const start = position;
  const moves = [];
  while (!position.outcome) {
    moves.push(position.moves[0].text);
    position = position.play(position.moves[0]);
  }
  let told = 0;
  const found = await engine.review(start, moves, { nodes: 2000 }, ({ looks }) => assert.equal(looks.length, ++told));
  assert.equal(told, moves.length + 1);
  assert.deepEqual(found.looks[moves.length].score, position.outcome.returns);
  assert.ok(found.turning === null || found.judgements[found.turning - 1].loss >= 0.3);
});

test("a hundred games need no more memory than a few", async () => {
  const kind = await GameKind.of(await moduleOf("isolation"), load);
  const runner = await TaskRunner.of(kind, load);
  const play = async (seed) => {
    for (let position = kind.game().start(); !position.outcome; ) {
      const { move } = await runner.run({ task: "choose", position: posted(position), level: 2 + seed % 5, seed });
      position = position.play(move);
    }
  };
  for (let seed = 0; seed < 5; seed++) await play(seed);
  const before = runner.memory;
  for (let seed = 5; seed < 100; seed++) await play(seed);
  assert.ok(before > 0);
  assert.equal(runner.memory, before);
});
