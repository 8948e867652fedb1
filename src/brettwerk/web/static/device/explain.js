// What an engine on this device has found, in words and numbers for the page, as in `search/explain.py` and `server/study/words.py`.

import { called, joined, t } from "../words.js";

/**
 * @typedef {import("../engine/position.js").Move} Move
 * @typedef {import("../engine/position.js").Position} Position
 * @typedef {import("../engine/report.js").Analysis} Analysis
 * @typedef {import("../engine/report.js").Exact} Exact
 * @typedef {import("../engine/report.js").Line} Line
 * @typedef {{name: string, size: number} | null} Unit what a game counts leads in, and what one is worth in thousandths of a logit
 */

const SHOWN = 12; // moves of a line
const SHOWN_PROVEN = 40;
// From which expectation (between -1 and 1) on someone is more than even, slightly, clearly ahead.
const SLIGHTLY = 0.1;
const CLEARLY = 0.35;
const WINNING = 0.8;
const SURE = 1 - 1e-9;

/** Return an analysis as the page gets it from the server. @param {number} id @param {Position} position @param {Analysis} found @param {Unit} unit @returns {import("../../types/page").AnalysisMessage} */
export function foundMessage(id, position, found, unit) {
  const [first] = found.lines;
  const exact = found.exact ?? first?.exact ?? null;
  const lines = found.lines.map((line) => lineMessage(position, line, unit));
  const scores = exact?.returns ?? first?.score ?? null;
  return {
    t: "found",
    id,
    depth: found.depth,
    nodes: found.nodes,
    seconds: Math.round(1000 * found.seconds) / 1000,
    shares: scores && winShares(scores),
    words: exact ? exactWords(position, exact, first?.moves ?? []) : lines[0]?.words ?? "",
    exact: exact !== null,
    lines,
  };
}

/** @param {Position} position @param {Line} line @param {Unit} unit */
function lineMessage(position, line, unit) {
  const moves = line.moves.slice(0, line.exact ? SHOWN_PROVEN : SHOWN).map(({ text }) => text);
  return { moves, shares: winShares(line.score), words: lineWords(position, line, unit), exact: line.exact !== null };
}

/** Return each player's share of the win. @param {number[]} scores */
function winShares(scores) {
  const least = 1 / (scores.length - 1);
  const parts = scores.map((score) => Math.max(0, score + least));
  const sum = parts.reduce((a, b) => a + b, 0);
  return parts.map((part) => Math.round((10_000 * part) / sum) / 10_000);
}

/** Say what a line comes to. @param {Position} position @param {Line} line @param {Unit} unit */
function lineWords(position, { exact, value, score, moves }, unit) {
  if (exact) return exactWords(position, exact, moves);
  const leader = score.indexOf(Math.max(...score));
  if (value !== null) return aheadWords(Math.abs(value), seat(position, value >= 0 ? position.turn : leader), unit);
  const bounded = Math.min(Math.max(score[leader], -SURE), SURE);
  return aheadWords(Math.max(0, Math.round(1000 * Math.log((1 + bounded) / (1 - bounded)))), seat(position, leader), null);
}

/** Say how far ahead a player is. @param {number} value @param {string} who @param {Unit} unit */
function aheadWords(value, who, unit) {
  const expected = Math.tanh(value / 2000);
  if (expected < SLIGHTLY) return t("words-even");
  if (unit && value / unit.size < 0.75) return t("words-less", { who, one: t(`unit-${unit.name}`, { count: 1 }) });
  if (unit) return t("words-about", { who, many: t(`unit-${unit.name}`, { count: Math.round(value / unit.size) }) });
  return t(`words-ahead-${expected < CLEARLY ? "slightly" : expected < WINNING ? "clearly" : "winning"}`, { who });
}

/** Say what a proven result is; `line` is how it may come about. @param {Position} position @param {Exact} exact @param {Move[]} line */
function exactWords(position, { returns, points, plies }, line) {
  const winners = returns.flatMap((gain, player) => (gain > 0 ? [player] : []));
  if (!winners.length) return t(plies === 0 ? "words-drawn" : "words-draw");
  const who = joined(winners.map((winner) => seat(position, winner)));
  if (winners.length > 1) return t("words-share", { who });
  const moves = ownMoves(position, winners[0], plies, line);
  const words = moves ? t("words-wins-in", { who, count: moves }) : t(moves === null ? "words-wins" : "words-won", { who });
  return points?.[winners[0]] ? t("words-points", { words, count: points[winners[0]] }) : words;
}

/** Return how many moves of the winner it takes. @param {Position} position @param {number} winner @param {number | null} plies @param {Move[]} line */
function ownMoves(position, winner, plies, line) {
  if (!plies) return plies;
  if (line.length >= plies) {
    let own = 0;
    for (const move of line.slice(0, plies)) {
      if (position.turn === winner) own++;
      position = position.play(move);
    }
    return Math.max(1, own);
  }
  const seated = position.stillIn;
  const wait = (seated.indexOf(winner) - seated.indexOf(position.turn) + seated.length) % seated.length;
  return Math.max(1, Math.floor((plies - wait + seated.length - 1) / seated.length));
}

/** @param {Position} position @param {number} player */
const seat = ({ game }, player) => called("seat", game.kind.about.seats[player]);
