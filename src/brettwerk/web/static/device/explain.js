// What an engine on this device has found, in words and numbers for the page, as in `search/explain.py` and `server/study/words.py`.

import { expected, winShares, winsOf } from "../engine/chances.js";
import { called, joined, t } from "../words.js";

/**
 * @typedef {import("../engine/position.js").Move} Move
 * @typedef {import("../engine/position.js").Position} Position
 * @typedef {import("../engine/report.js").Analysis} Analysis
 * @typedef {import("../engine/report.js").Exact} Exact
 * @typedef {import("../engine/report.js").Line} Line
 */

const SHOWN = 12; // moves of a line
const SHOWN_PROVEN = 40;
// From which expectation (between -1 and 1) on someone is more than even, slightly, clearly ahead.
const MEASURED = 0.05;
const SLIGHTLY = 0.1;
const CLEARLY = 0.35;
const WINNING = 0.8;
const DRAWISH = 0.05; // from which chance on draws are told

/** Return an analysis as the page gets it from the server. @param {number} id @param {Position} position @param {Analysis} found @returns {import("../../types/page").AnalysisMessage} */
export function foundMessage(id, position, found) {
  const [first] = found.lines;
  const exact = found.exact ?? first?.exact ?? null;
  const lines = found.lines.map((line) => lineMessage(position, line));
  const scores = exact?.returns ?? (first ? expectedOf(position, first) : null);
  return {
    t: "found",
    id,
    depth: found.depth,
    nodes: found.nodes,
    seconds: Math.round(1000 * found.seconds) / 1000,
    shares: scores && shownShares(scores),
    words: exact ? exactWords(position, exact, first?.moves ?? []) : lines[0]?.words ?? "",
    exact: exact !== null,
    lines,
  };
}

/** @param {Position} position @param {Line} line */
function lineMessage(position, line) {
  const moves = line.moves.slice(0, line.exact ? SHOWN_PROVEN : SHOWN).map(({ text }) => text);
  return { moves, shares: shownShares(expectedOf(position, line)), words: lineWords(position, line), exact: line.exact !== null };
}

/** @param {Position} position */
const chancesOf = ({ game }) => game.kind.about.engine.chances;

/** Return what each player may expect. @param {Position} position @param {Line} line */
const expectedOf = (position, { exact, score }) => exact?.returns ?? expected(chancesOf(position), score);

/** Return each player's share of the win. @param {number[]} scores */
export const shownShares = (scores) => winShares(scores).map((share) => Math.round(10_000 * share) / 10_000);

/** Say what a line comes to. @param {Position} position @param {Line} line */
function lineWords(position, { exact, score, moves, isBook }) {
  const words = exact ? exactWords(position, exact, moves) : scoreWords(position, score);
  return isBook ? t("words-book", { words }) : words;
}

/** Say how a position of a review stands. @param {Position} position @param {import("../engine/review.js").Look} look */
export function lookWords(position, { analysis, score }) {
  const [best] = analysis.lines;
  if (analysis.exact) return exactWords(position, analysis.exact, best?.moves ?? []);
  return best ? lineWords(position, best) : scoreWords(position, score);
}

/** Say who is ahead: in games out of 100 where chances were measured, else in general. @param {Position} position @param {number[]} score */
function scoreWords(position, score) {
  const chances = chancesOf(position);
  const leader = score.indexOf(Math.max(...score));
  const [lead, who] = [expected(chances, score)[leader], seat(position, leader)];
  if (chances) return lead < MEASURED ? t("words-even") : chanceWords(chances, score, leader, who);
  if (lead < SLIGHTLY) return t("words-even");
  return t(`words-ahead-${lead < CLEARLY ? "slightly" : lead < WINNING ? "clearly" : "winning"}`, { who });
}

/** Say how many of a hundred games with such a position the leader wins. @param {import("../engine/chances.js").Chances} chances @param {number[]} score @param {number} leader @param {string} who */
function chanceWords(chances, score, leader, who) {
  const wins = winsOf(chances, score);
  const games = Math.min(99, Math.round(100 * wins[leader]));
  const drawn = 1 - wins.reduce((sum, chance) => sum + chance, 0);
  if (drawn < DRAWISH) return t(chances.ifEnded ? "words-chances-ended" : "words-chances", { who, games });
  return t("words-chances-drawn", { who, games, drawn: Math.round(100 * drawn) });
}

/** Say what is certain of a position, if anything is. @param {Position} position @param {import("../engine/report.js").Analysis | null} found */
export function certainWords(position, found) {
  return found?.exact ? exactWords(position, found.exact, found.lines[0]?.moves ?? []) : null;
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
