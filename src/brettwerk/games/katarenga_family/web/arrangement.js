// Arrangements: how a board is made of four tableaus, and their numbers; `boards/tableaus.py` says the same in Python.

/** @typedef {import("./tableaus.js").Tableau} Tableau */

export const DISTINCT = 24576;
const ORDERS = [[1, 2, 3, 4], [1, 2, 4, 3], [1, 3, 2, 4], [1, 3, 4, 2], [1, 4, 2, 3], [1, 4, 3, 2]];
// Which place each tableau comes from in a clockwise quarter turn.
const ROTATION = [2, 0, 3, 1];
const SIDES = 8;

/** Return a tableau by the number of its side and rotation, of which there are eight. @param {number} which @param {number} side @returns {Tableau} */
export function tableau(which, side) {
  return { number: which, side: side < 4 ? "a" : "b", turns: side % 4 };
}

/** Return an arrangement by its number. @param {number} number @returns {Tableau[]} */
export function numbered(number) {
  const order = ORDERS[Math.floor(number / SIDES ** 4)];
  return order.map((which, at) => tableau(which, Math.floor(number / SIDES ** (3 - at)) % SIDES));
}

/** Return the number of an arrangement, however it is turned. @param {Tableau[]} laid @returns {number} */
export function numberOf(laid) {
  if (laid[0].number !== 1) return numberOf(turned(laid, 1));
  const order = ORDERS.findIndex((one) => one.every((which, at) => which === laid[at].number));
  return laid.reduce((number, { side, turns }) => SIDES * number + (side === "b" ? 4 : 0) + turns, order);
}

/** Return an arrangement rotated clockwise. @param {Tableau[]} laid @param {number} quarters @returns {Tableau[]} */
export function turned(laid, quarters) {
  if (!quarters) return laid;
  return turned(ROTATION.map((place) => ({ ...laid[place], turns: (laid[place].turns + 1) % 4 })), quarters - 1);
}

/** Return the left-right mirror image of an arrangement. @param {Tableau[]} laid @returns {Tableau[]} */
export function mirrored([a, b, c, d]) {
  return [b, a, d, c].map(({ number, side, turns }) => ({ number, side: side === "b" ? "a" : "b", turns: (5 - turns) % 4 }));
}
