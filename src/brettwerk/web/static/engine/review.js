// A game reviewed: what each may expect after every ply, what was better, and where it turned.

import { analyse } from "./analysis.js";
import { expected } from "./chances.js";
import { quietly } from "./report.js";

/**
 * A position of a game with what was found out about it: `ply` moves after its beginning.
 * @typedef {{ply: number, score: number[], analysis: import("./report.js").Analysis}} Look
 * What a move is called: a mistake by how much less its player may expect, a find where the second best was one, or known from a book.
 * @typedef {"missed-win" | "blunder" | "mistake" | "slip" | "great" | "only" | "book"} Kind
 * A move of a game beside the best one, and how much less its player may expect.
 * @typedef {{ply: number, move: string, player: number, loss: number, kind: Kind | null, better: string[]}} Judgement
 * The looks so far and the moves between them; told when all is done: the ply that decided the game, and those to learn from.
 * @typedef {{looks: Look[], judgements: Judgement[], of: number, turning: number | null, moments: number[]}} Review
 * @typedef {import("./game-engine.js").GameEngine} GameEngine
 * @typedef {import("./position.js").Position} Position
 */

export const NODES = 120_000; // for each position
const [MISTAKE, BLUNDER, WON] = [0.3, 0.7, 0.8];
const MOMENTS = 3;
/** @type {[Kind, number][]} how much less than with the best move a player may expect */
const KINDS = [["blunder", BLUNDER], ["mistake", MISTAKE], ["slip", 0.15]];

/**
 * Review a game: its first position and the texts of its moves, of which the first `opening` were drawn and are not judged, and the first `book` are known, as are those of the opening book.
 * @param {GameEngine} engine @param {Position} start @param {string[]} moves @param {{nodes?: number, opening?: number, book?: number}} [options]
 * @returns {import("./report.js").Steps<Review>}
 */
export function* review(engine, start, moves, { nodes = NODES, opening = 0, book = 0 } = {}) {
  /** @type {Review} */
  let found = { looks: [], judgements: [], of: moves.length + 1, turning: null, moments: [] };
  let position = start;
  for (let ply = 0; ply <= moves.length; ply++) {
    const before = position;
    const player = before.turn;
    if (ply) {
      const move = position.find(moves[ply - 1]);
      if (!move) throw new RangeError(`${moves[ply - 1]} is not legal at ply ${ply}.`);
      position = position.play(move);
    }
    const look = yield* lookAt(engine, position, ply, nodes);
    const isJudged = ply > opening;
    const isKnown = ply <= book || (ply > 0 && isBook(engine, before, moves[ply - 1]));
    const judgements = isJudged ? [...found.judgements, judgement(engine, moves[ply - 1], player, found.looks[ply - 1], look, isKnown)] : found.judgements;
    found = { ...found, looks: [...found.looks, look], judgements };
    yield found;
  }
  return { ...found, turning: turningPly(found, position.outcome?.returns ?? null), moments: momentsOf(found) };
}

/** @param {GameEngine} engine @param {Position} position @param {number} ply @param {number} nodes @returns {import("./report.js").Steps<never, Look>} */
function* lookAt(engine, position, ply, nodes) {
  // Two lines tell only moves; where a solver is asked, a second one would take long.
  const lines = engine.solving?.isPromising(position) ? 1 : 2;
  const analysis = yield* quietly(analyse(engine, position, { nodes }, lines));
  const [best] = analysis.lines;
  const score = position.outcome?.returns ?? analysis.exact?.returns ?? (best ? expectedOf(engine, best) : position.game.kind.about.seats.map(() => 0));
  return { ply, score, analysis };
}

/** Return whether the opening book has a move. @param {GameEngine} engine @param {Position} position @param {string} move */
const isBook = ({ book }, position, move) => book?.moves(position).some(({ text }) => text === move) ?? false;

/** @param {GameEngine} engine @param {import("./report.js").Line} line */
const expectedOf = (engine, { exact, score }) => exact?.returns ?? expected(engine.facts.chances, score);

/** @param {GameEngine} engine @param {string} move @param {number} player @param {Look} before @param {Look} after @param {boolean} isKnown @returns {Judgement} */
function judgement(engine, move, player, before, after, isKnown) {
  const better = before.analysis.lines[0]?.moves.map(({ text }) => text) ?? [];
  const loss = !better.length || better[0] === move ? 0 : Math.max(0, before.score[player] - after.score[player]);
  const isMissed = loss >= MISTAKE && before.score[player] >= WON && after.score[player] > -MISTAKE;
  const mistake = isMissed ? "missed-win" : KINDS.find(([, least]) => loss >= least)?.[0] ?? null;
  const kind = !mistake && isKnown ? "book" : mistake || better[0] !== move ? mistake : findOf(engine, before, player);
  return { ply: after.ply, move, player, loss, kind, better };
}

/** Call the best move by how much worse the second best is. @param {GameEngine} engine @param {Look} before @param {number} player @returns {Kind | null} */
function findOf(engine, { analysis: { lines } }, player) {
  if (lines.length < 2) return null;
  const [first, second] = lines.map((line) => expectedOf(engine, line)[player]);
  const gap = first - second;
  return gap >= BLUNDER ? "great" : gap >= MISTAKE ? "only" : null;
}

/** Return the plies of the gravest mistakes, in the order of the game. @param {Review} found */
function momentsOf({ judgements }) {
  const grave = judgements.filter(({ loss }) => loss >= MISTAKE).sort((a, b) => b.loss - a.loss || a.ply - b.ply);
  return grave.slice(0, MOMENTS).map(({ ply }) => ply).sort((a, b) => a - b);
}

/** Find the mistake that decided the game: the gravest of the others' since the winner's last. @param {Review} found @param {number[] | null} returns */
function turningPly({ judgements, looks }, returns) {
  if (!judgements.length) return null;
  const winners = (returns ?? looks[looks.length - 1].score).flatMap((gain, player) => (gain >= MISTAKE ? [player] : []));
  if (!winners.length) return null;
  const mistakes = judgements.filter(({ loss }) => loss >= MISTAKE);
  const returned = Math.max(0, ...mistakes.filter(({ player }) => winners.includes(player)).map(({ ply }) => ply));
  const decisive = mistakes.filter(({ ply, player }) => ply > returned && !winners.includes(player));
  return decisive.length ? decisive.reduce((gravest, one) => (one.loss > gravest.loss ? one : gravest)).ply : null;
}
