// Chances of winning: what an engine's score has meant in its own games, as in `search/chances.py`.

/**
 * How shares of a win become chances to win: how steeply, how much is left for draws, and whether many games had no end, so that these are the chances in those that have one.
 * @typedef {{slope: number, drawn: number, ifEnded: boolean}} Chances
 */

const LEAST = 1e-6; // of a share, so that nobody is without any chance

/** Return each player's share of the win, given what each may expect. @param {number[]} score */
export function winShares(score) {
  const parts = score.map((part) => Math.max(0, part + 1 / (score.length - 1)));
  const all = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / all);
}

/** Return every player's chance to win with this score of an engine. @param {Chances} chances @param {number[]} score */
export function winsOf({ slope, drawn }, score) {
  const powers = winShares(score).map((share) => Math.max(share, LEAST) ** slope);
  const whole = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => 1 / (1 + Math.exp(-drawn) * (whole - power) / power));
}

/** Return what each player may expect with this score of an engine: the score itself where chances were not measured. @param {Chances | null} chances @param {number[]} score */
export function expected(chances, score) {
  if (!chances) return score;
  const wins = winsOf(chances, score);
  const whole = wins.reduce((sum, chance) => sum + chance, 0);
  return wins.map((chance) => chance - (whole - chance) / (wins.length - 1));
}
