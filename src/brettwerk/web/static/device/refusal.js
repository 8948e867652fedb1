// What is wrong with a move that somebody wants to make, and what a move does; in keys, not in words.

import { cellsOf, readSteps } from "../engine/explain.js";
import { Refused } from "./refused.js";

/**
 * @typedef {import("../engine/position.js").Position} Position
 * @typedef {import("../engine/explain.js").Sentence} Sentence
 */

/** Return why a text is no legal move here, as something to throw. @param {Position} position @param {string} text */
export function refusal(position, text) {
  if (position.outcome) return new Refused("game-over");
  const why = readSteps(position, cellsOf(position, text));
  const { key, details } = why && "key" in why ? why : notAMove(position, text);
  return new Refused(key, details);
}

/** Say that a text is no move; a game may have words of its own for that. @param {Position} position @param {string} text @returns {Sentence} */
export const notAMove = ({ game }, text) => ({ key: `${game.name}-not-a-move`, details: { move: text } });

/** Return what a move does, without what it does not. @param {Position} before @param {import("../engine/position.js").Move} move */
export const effectsOf = (before, move) => Object.fromEntries(Object.entries(before.effects(move)).filter(([, cells]) => cells.length));
