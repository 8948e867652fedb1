// Somebody tries a puzzle on this device: the verdict on a move, and what is said of it, as in `puzzles/describe.py`.

import { called, of, t } from "../words.js";
import { Refused } from "./refused.js";
import { refusal } from "./refusal.js";

/**
 * @typedef {import("../engine/attempt.js").Verdict} Verdict
 * @typedef {import("../engine/position.js").Position} Position
 * @typedef {import("../../types/page").DevicePuzzle} DevicePuzzle
 * @typedef {import("../../types/page").PuzzleVerdict} PuzzleVerdict
 */

/** Judge the last of these moves. @param {import("../engine/engine.js").Engine} engine @param {DevicePuzzle} puzzle @param {Position} start @param {string[]} given @returns {Promise<PuzzleVerdict>} */
export async function judge(engine, puzzle, start, given) {
  let position = start;
  const moves = given.map((text) => {
    const move = position.find(text);
    if (!move) throw refusal(position, text);
    position = position.play(move);
    return move.text;
  });
  const { plies, amount, solution } = puzzle;
  const kind = /** @type {import("../engine/attempt.js").Goal["kind"]} */ (puzzle.kind);
  const verdict = await engine.tried(start, { goal: { kind, plies, amount }, solution }, moves);
  if (!verdict) throw new Refused("page-device-unknown");
  const { right, done, known } = verdict;
  return { right, done, known, moves: verdict.moves, sentence: words(puzzle, start, moves, verdict) };
}

/** @param {DevicePuzzle} puzzle @param {Position} start @param {string[]} moves @param {Verdict} verdict */
function words(puzzle, start, moves, verdict) {
  if (!verdict.known) return t(verdict.right ? "puzzles-said-unproven" : "puzzles-said-wrong");
  let end = start;
  for (const text of [...moves, ...verdict.moves]) end = end.play(/** @type {import("../engine/position.js").Move} */ (end.find(text)));
  const answers = verdict.moves.join(", ");
  if (!verdict.right) return `${t("puzzles-said-wrong")} ${why(puzzle, start.turn, end, answers)}`;
  if (!verdict.done) return t("puzzles-said-right", { answers });
  return t(end.outcome === null && !puzzle.plies ? "puzzles-said-settled" : "puzzles-said-done");
}

/** Say why a move misses the goal: what the answer does to it. @param {DevicePuzzle} puzzle @param {number} player @param {Position} end @param {string} answers */
function why({ kind, amount }, player, end, answers) {
  const winners = end.outcome?.winners ?? [];
  if (winners.length && !winners.includes(player)) return t("puzzles-lost", { who: called("seat", end.game.kind.about.seats[winners[0]]), answers });
  if (!answers) return t(`puzzles-why-${kind}-not`);
  return of(end.game.name, `puzzles-why-${kind}${kind === "take" && amount > 1 ? "-more" : ""}`, { answers });
}
