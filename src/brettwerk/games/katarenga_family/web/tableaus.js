// The tableaus of a board: turning, turning over, and how a board is written.

/** @typedef {{number: number, side: "a" | "b", turns: number}} Tableau */

/** @param {string[]} rows */
const transposed = (rows) => [...rows[0]].map((_, x) => rows.map((row) => row[x]).join(""));

/** Turn a quarter clockwise. @param {string[]} rows */
const turned = (rows) => transposed([...rows].reverse());

/** Return the fields of a tableau as it lies. @param {Record<string, string[]>} fronts @param {Tableau} tableau */
export function rowsOf(fronts, tableau) {
  let rows = fronts[tableau.number];
  if (tableau.side === "b") rows = transposed(rows);
  for (let i = 0; i < tableau.turns; i++) rows = turned(rows);
  return rows;
}

/** Return the board of one tableau or four. @param {Record<string, string[]>} fronts @param {Tableau[]} laid */
export function boardOf(fronts, laid) {
  const rows = laid.map((one) => rowsOf(fronts, one));
  if (laid.length === 1) return rows[0];
  const beside = (/** @type {string[]} */ a, /** @type {string[]} */ b) => a.map((row, i) => row + b[i]);
  return [...beside(rows[0], rows[1]), ...beside(rows[2], rows[3])];
}

/** Return a random board. @param {number} count */
export function shuffled(count) {
  const numbers = [1, 2, 3, 4];
  for (let i = 3; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [numbers[i], numbers[j]] = [numbers[j], numbers[i]];
  }
  return numbers.slice(0, count).map((number) => /** @type {Tableau} */ ({
    number, side: Math.random() < 0.5 ? "a" : "b", turns: Math.floor(Math.random() * 4),
  }));
}

/** @param {Tableau[]} laid */
export const written = (laid) => laid.map((one) => `${one.number}${one.side}${one.turns}`).join(" ");

/** Parse tableaus such as `1a0 3b2 4a1 2b3`; empty if malformed. @param {string} text @returns {Tableau[]} */
export function read(text) {
  const words = text.trim().split(/\s+/);
  const numbers = new Set(words.map((word) => word[0]));
  if (numbers.size < words.length || !words.every((word) => /^[1-4][ab][0-3]$/.test(word))) return [];
  return words.map((word) => ({ number: Number(word[0]), side: word[1] === "a" ? "a" : "b", turns: Number(word[2]) }));
}
