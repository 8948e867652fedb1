// An engine in JavaScript, written from docs/how-to/engine.md alone. It plays the move that leaves
// its opponent the fewest answers, and asks `brettwerk referee` for the rules.
//
//     brettwerk match drei "mine=command:node examples/engine.mjs" random --games 10

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const command = process.env.BRETTWERK ?? "brettwerk";
const referee = spawn(command, ["referee"], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: referee.stdout })[Symbol.asyncIterator]();

/** Ask the referee about the game of a request after some more moves. */
async function ask({ game, options, position, moves = [] }, more = []) {
  const question = { game, options, position, moves: [...moves, ...more] };
  referee.stdin.write(JSON.stringify(question) + "\n");
  return JSON.parse((await answers.next()).value);
}

/** The number of answers that a move leaves; a move that wins leaves none, one that loses many. */
async function answersTo(request, move, player) {
  const { legal, outcome } = await ask(request, [move]);
  if (!outcome) return legal.length;
  return outcome.returns[player] > 0 ? -1 : Infinity;
}

async function best(request) {
  const { legal, to_move: player } = await ask(request);
  const counts = await Promise.all(legal.map((move) => answersTo(request, move, player)));
  return legal[counts.indexOf(Math.min(...counts))];
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  console.log(JSON.stringify({ best: await best(request), id: request.id }));
}
referee.stdin.end();
