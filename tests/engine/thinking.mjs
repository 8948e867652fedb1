// Answers questions about positions of a game: node thinking.mjs <kernels.wasm> < questions.json > answers.json
import fs from "node:fs";
import { analyse } from "../../src/brettwerk/web/static/engine/analysis.js";
import { tried } from "../../src/brettwerk/web/static/engine/attempt.js";
import { bookAt } from "../../src/brettwerk/web/static/engine/book.js";
import { GameKind } from "../../src/brettwerk/web/static/engine/game.js";
import { GameEngine } from "../../src/brettwerk/web/static/engine/game-engine.js";
import { choose } from "../../src/brettwerk/web/static/engine/levels.js";
import { KernelModule } from "../../src/brettwerk/web/static/engine/module.js";
import { Position } from "../../src/brettwerk/web/static/engine/position.js";
import { soonestWin, winningLine } from "../../src/brettwerk/web/static/engine/prover.js";
import { expected } from "../../src/brettwerk/web/static/engine/chances.js";
import { review } from "../../src/brettwerk/web/static/engine/review.js";

// Scripts of games lie in their folders, not where pages find them.
const script = (path) => import(`../../src/brettwerk/${path.replace("board/", "katarenga_family/").replace(/[^/]*$/, "web/$&")}`);
const kind = await GameKind.of(await KernelModule.of(fs.readFileSync(process.argv[2])), script);
const { solver, book } = kind.about.engine;
const factory = solver ? (await script(solver)).solver : null;
const bookFile = book ? await bookAt(new URL(`../../src/brettwerk/${book.replace(/[^/]*$/, "data/$&")}`, import.meta.url)) : null;

/** @type {Map<string, GameEngine>} */
const engines = new Map();
const engineOf = (options) => {
  const key = JSON.stringify(options);
  if (!engines.has(key)) {
    if (engines.size > 3) engines.clear();
    const engine = new GameEngine(kind.game(options), factory);
    if (bookFile) engine.open(bookFile);
    engines.set(key, engine);
  }
  return engines.get(key);
};

/** Take all steps at once, and return what comes of them. */
function allSteps(steps) {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const codes = (moves) => moves?.map(({ code }) => code) ?? null;
const told = (exact) => exact && [exact.returns, exact.points, exact.plies];
const lines = (found) => found.map(({ moves, score, exact, value }) => [codes(moves), score, told(exact), value]);

const ASKED = {
  rules: (_, position) => {
    const { legalCodes, outcome } = position;
    return [legalCodes, outcome && [outcome.winners, outcome.points, outcome.reason], position.perft(2)];
  },
  search: ({ searcher }, position, { limit, lines: wanted, without }) => {
    searcher.forget();
    const found = allSteps(searcher.think(position, limit, { lines: wanted, without }));
    return [found.depth, found.nodes, lines(found.lines), told(found.exact)];
  },
  book: ({ book: opened }, position) => opened?.moves(position).map(({ text }) => text) ?? [],
  level: (engine, position, { level, seed, style }) => allSteps(choose(engine, position, level, BigInt(seed), 1, style)).text,
  analyse: (engine, position, { limit, lines: wanted }) => {
    const found = allSteps(analyse(engine, position, limit, wanted));
    return [lines(found.lines), told(found.exact), expected(engine.facts.chances, found.lines[0].score)];
  },
  solve: ({ solving }, position, { nodes, sliced }) => {
    const found = solving?.isPromising(position) ? allSteps(solving.begin().solve(position, nodes, sliced)) : null;
    return found && [found.returns, found.points, found.plies, codes(found.line)];
  },
  prove: ({ prover }, position, { player, plies, nodes, sliced }) => {
    prover.forget();
    prover.isSliced = sliced;
    const soonest = allSteps(soonestWin(prover, position, player, plies, nodes));
    const line = soonest ? allSteps(winningLine(prover, position, player, soonest, 10 * nodes)) : null;
    return [soonest, codes(line)];
  },
  try: ({ prover }, position, { goal, solution, moves }) => {
    prover.isSliced = false;
    return allSteps(tried(prover, position, goal, solution, moves));
  },
  review: (engine, position, { moves, nodes, book }) => {
    const { judgements, turning, moments } = allSteps(review(engine, position, moves, { nodes, book }));
    return [judgements.map(({ ply, move, player, loss, kind: grade, better }) => [ply, move, player, loss, grade, better]), turning, moments];
  },
};

const questions = JSON.parse(fs.readFileSync(0, "utf-8"));
const answers = questions.map((question) => {
  const engine = engineOf(question.options);
  const history = question.history.map((key) => key.map(BigInt));
  return ASKED[question.ask](engine, new Position(engine.game, question.state.map(BigInt), history), question);
});
process.stdout.write(JSON.stringify(answers));
