// A position in which a better move was missed, tried again: every move that is as good is right.

import { engineOf, positionOf } from "./device/answers.js";
import { shownShares } from "./device/explain.js";
import { recall, retain } from "./store.js";

const AS_GOOD = 0.05; // by how much of the win a move may be worse than the best
const MOST = 200; // mistakes that are kept

/**
 * What was better, what each could expect with it, and who was to move.
 * @typedef {{better: string[], shares: number[], player: number}} Missed
 * A mistake that is kept to practise: where its moves begin, and those that led there.
 * @typedef {Missed & {game: string, where: import("./study.js").Where, moves: string[], played: string}} OwnMistake
 */

/** Return whether a move that led to a position is as good as the best one. @param {Missed} missed @param {string} move @param {string} position the text of the position after it */
export async function isAsGood({ better, shares, player }, move, position) {
  if (move === better[0]) return true;
  const after = await positionOf(position);
  const found = await (await engineOf(after)).review(after, []);
  return found !== null && shownShares(found.looks[0].score)[player] >= shares[player] - AS_GOOD;
}

/** Return the mistakes that are kept on this device. @returns {OwnMistake[]} */
export function ownMistakes() {
  const found = recall("own-mistakes");
  return Array.isArray(found) ? found : [];
}

/** @param {OwnMistake} one */
const nameOf = ({ game, where, moves }) => JSON.stringify([game, where, moves]);

/** Keep a mistake to practise. @param {OwnMistake} mistake */
export function keepMistake(mistake) {
  retain("own-mistakes", [mistake, ...ownMistakes().filter((one) => nameOf(one) !== nameOf(mistake))].slice(0, MOST));
}

/** Keep a mistake no longer. @param {OwnMistake} mistake */
export function dropMistake(mistake) {
  retain("own-mistakes", ownMistakes().filter((one) => nameOf(one) !== nameOf(mistake)));
}
