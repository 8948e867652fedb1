// Searches positions where scripts run, for `brettwerk bench --backends`: in Node, told by lines, or in a browser, told by requests.

/** The time used, of the processor where it is known. */
const seconds = typeof process === "undefined" ? () => performance.now() / 1000 : () => process.cpuUsage().user / 1e6;

const LEAST = 0.1; // seconds, since clocks of processors are coarse

/** Return what searches, with the engine's scripts at an address. */
async function searcherAt(base, bytesOf) {
  const load = (name) => import(new URL(name, base).href);
  const [{ KernelModule }, { GameKind }, { AlphaBetaSearcher }, { TreeSearcher }, { Position }] = await Promise.all(
    ["module.js", "game.js", "alphabeta.js", "mcts.js", "position.js"].map(load));
  const searchers = new Map();
  const made = async (module, megabytes) => {
    // The usual options need none of the scripts that read others.
    const kind = await GameKind.of(await KernelModule.of(await bytesOf(module)), async () => ({}));
    const { score } = kind.about.engine;
    const game = kind.game();
    return { game, searcher: score ? new AlphaBetaSearcher(game, score, megabytes) : new TreeSearcher(game, megabytes) };
  };
  return async ({ module, states, nodes, megabytes }) => {
    if (!searchers.has(module)) searchers.set(module, await made(module, megabytes));
    const { game, searcher } = searchers.get(module);
    let found = 0;
    const began = seconds();
    do {
      for (const state of states) {
        searcher.forget();
        const steps = searcher.think(new Position(game, state.map(BigInt), []), { nodes }, {});
        let step = steps.next();
        while (!step.done) step = steps.next();
        found += step.value.nodes;
      }
    } while (seconds() - began < LEAST);
    return { nodes: found, seconds: seconds() - began };
  };
}

async function inNode() {
  const { readFile } = await import("node:fs/promises");
  const { createInterface } = await import("node:readline");
  const search = await searcherAt(process.argv[2], readFile);
  for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(await search(JSON.parse(line))));
}

async function inBrowser() {
  const search = await searcherAt(new URL("/engine/", location.href), async (module) => (await fetch(`/module?${module}`)).arrayBuffer());
  for (;;) {
    const task = await (await fetch("/task")).json();
    await fetch("/found", { method: "POST", body: JSON.stringify(await search(task)) });
  }
}

await (typeof process === "undefined" ? inBrowser() : inNode());
