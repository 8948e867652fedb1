// Replays games and tells everything about each position: node positions.mjs <kernels.wasm> < games.json > positions.json
import fs from "node:fs";
import { GameKind } from "../../src/brettwerk/web/static/engine/game.js";
import { cellLinesOf, linesOf, notesOf, readSteps, stepsOf } from "../../src/brettwerk/web/static/engine/explain.js";
import { KernelModule } from "../../src/brettwerk/web/static/engine/module.js";

// Scripts of games lie in their folders, not where pages find them.
const readers = { "games/board/reader.js": "../../src/brettwerk/games/katarenga_family/web/reader.js" };
const kind = await GameKind.of(await KernelModule.of(fs.readFileSync(process.argv[2])), (path) => import(readers[path]));

const shown = (outcome) => outcome && [outcome.winners, outcome.points, outcome.reason, outcome.returns];
const left = (after) => ("winners" in after ? shown(after) : after.text);

// Gestures on any cells: most are no moves.
const touched = ({ game: { kind: { about: { cells } } } }) => cells.flatMap((cell, at) => [`>${cell}`, `.${cell}>${cells[(7 * at + 3) % cells.length]}`]);

function refused(position, gesture) {
  const found = readSteps(position, stepsOf(gesture));
  return found && ("key" in found ? [found.key, found.details] : found.text);
}

function told(position, every) {
  return {
    text: position.text,
    codes: position.legalCodes,
    texts: position.moves.map((move) => move.text),
    done: position.moves.filter((_, at) => at % every === 0).map((move) => [position.gestures(move), Object.values(position.effects(move))]),
    turn: position.turn,
    outcome: shown(position.outcome),
    pieces: position.pieces,
    trays: position.trays,
    last: position.last,
    reach: position.reach,
    in: position.stillIn,
    agreed: shown(position.agreed),
    without: position.stillIn.map((player) => left(position.without(player))),
    resign: position.stillIn.filter((player) => !position.outcome && position.mayResign(player)),
    continuation: position.continuation?.text ?? null,
    lines: position.moves.filter((_, at) => at % every === 0).map((move) => linesOf(position, move)),
    notes: Object.fromEntries(Object.entries(notesOf(position, "")).map(([cell, { key, details }]) => [cell, [key, details]])),
    cellLines: cellLinesOf(position, ""),
    refused: position.outcome ? [] : touched(position).map((gesture) => refused(position, gesture)),
  };
}

function replayed({ options, codes, every, perft }) {
  const game = kind.game(options);
  let position = game.start();
  const found = [told(position, every)];
  for (const code of codes) {
    position = position.play({ code });
    found.push(told(position, every));
  }
  return { ctx: [...game.ctx.view].map(String), chosen: game.chosen, positions: found, perft: position.perft(perft) };
}

const asked = JSON.parse(fs.readFileSync(0, "utf-8"));
const games = asked.games.map(replayed);
const boards = asked.boards.map((given) => kind.game(given).options);
const others = asked.others.map(([given, seed]) => kind.onOtherBoard(kind.game(given), seed).options);
console.log(JSON.stringify({ games, boards, others }));
