// What this device stores about puzzles: which are solved, how many in a row, on which days.

import { recall, retain } from "./store.js";

/**
 * Puzzles of a game: those solved, with true for those without help; the current and the best streak.
 * @typedef {{solved: Record<string, boolean>, run: number, best: number}} Known
 */

/** @param {string} game @returns {Known} */
export function known(game) {
  const { solved = {}, run = 0, best = 0 } = /** @type {Partial<Known>} */ (recall(`puzzles-${game}`) || {});
  return { solved, run: Number(run) || 0, best: Number(best) || 0 };
}

/** Store that a puzzle has been solved. @param {string} game @param {string} id @param {boolean} alone without any help */
export function solved(game, id, alone) {
  const now = known(game);
  const again = id in now.solved;
  now.solved[id] = now.solved[id] || alone;
  if (alone && !again) now.run++;
  now.best = Math.max(now.best, now.run);
  retain(`puzzles-${game}`, now);
}

/** End the streak after a wrong move or a look at the solution. @param {string} game */
export function broken(game) {
  const now = known(game);
  if (!now.run) return;
  now.run = 0;
  retain(`puzzles-${game}`, now);
}

/** Return the most puzzles solved in a challenge. @param {string} game @param {string} mode */
export function recorded(game, mode) {
  const found = /** @type {Record<string, number>} */ (recall(`puzzle-records-${game}`) || {});
  return Number(found[mode]) || 0;
}

/** Store how many puzzles were solved in a challenge, if never more were. @param {string} game @param {string} mode @param {number} score */
export function record(game, mode, score) {
  const found = /** @type {Record<string, number>} */ (recall(`puzzle-records-${game}`) || {});
  if (score > recorded(game, mode)) retain(`puzzle-records-${game}`, { ...found, [mode]: score });
}

/** @returns {string[]} the days on which a puzzle of the day was solved, sorted */
function daysSolved() {
  const found = recall("puzzle-days");
  return Array.isArray(found) ? found.filter((day) => typeof day === "string").sort() : [];
}

/** Store that the puzzle of a day has been solved. @param {string} day */
export function daySolved(day) {
  retain("puzzle-days", [...new Set([...daysSolved(), day])].sort().slice(-400));
}

/** Return how many days in a row, up to this or the last, had their puzzle solved. @param {string} day */
export function dayStreak(day) {
  const days = new Set(daysSolved());
  let at = Date.parse(`${day}T00:00:00Z`);
  const text = () => new Date(at).toISOString().slice(0, 10);
  if (!days.has(text())) at -= 86_400_000;
  let count = 0;
  for (; days.has(text()); at -= 86_400_000) count++;
  return count;
}
