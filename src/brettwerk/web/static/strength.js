// “At my strength”: the level of the computer against which somebody would win about half of their games. The same as `search/strength.py`.

const FIRST = 4; // what is assumed of somebody who has not played yet
const SPREAD = 3; // how far from that they may well be, in levels
const STEEPNESS = 0.7; // of the chance to win, a level: 67 of 100 games against the level below one's own
const COUNTED = 6; // games: somebody who learns is another player soon
const STRENGTHS = Array.from({ length: 16 }, (_, at) => at - 2); // some are weaker or stronger than any level
const [LOWEST, HIGHEST] = [1, 10];
const POINTS = { won: 1, drawn: 0.5, lost: 0 };

/** @typedef {{level: number, result: "won" | "drawn" | "lost"}} Played */

/** Return how likely it is to be of this strength, up to a factor, and to have had these results. @param {number} strength @param {Played[]} played */
function likelihood(strength, played) {
  const prior = Math.exp(-((strength - FIRST) ** 2) / (2 * SPREAD ** 2));
  return played.reduce((product, { level, result }) => {
    const chance = 1 / (1 + Math.exp(-STEEPNESS * (strength - level)));
    return product * chance ** POINTS[result] * (1 - chance) ** (1 - POINTS[result]);
  }, prior);
}

/** Return the level for somebody with these results against computers, the latest first. @param {Played[]} played */
export function levelFor(played) {
  const counted = played.slice(0, COUNTED);
  const weights = STRENGTHS.map((strength) => likelihood(strength, counted));
  const mean = STRENGTHS.reduce((sum, strength, at) => sum + strength * weights[at], 0) / weights.reduce((a, b) => a + b);
  return Math.max(LOWEST, Math.min(HIGHEST, Math.floor(mean + 0.5)));
}
