// Sheets of the atlas made on the device, from a file with all of them: `atlas.py` and `atlas_page.py` do so on the server.

import { mirrored, numberOf, turned } from "../board/arrangement.js";

/**
 * @typedef {import("../../katarenga_family/web/tableaus.js").Tableau} Tableau
 * How a first move ends: for White, and the moves of the whole game.
 * @typedef {{field: string, end: "won" | "drawn" | "lost" | "illegal", plies: number}} First
 */

const ILLEGAL = 254;
const FIELDS = 64;
const LONGEST = 16;
// Boards with the front of tableau 1 up: of each order of tableaus the first half.
const FRONTS = 2048;

/** Return the sheet of a board however it lies, and where on it each field of the board is. @param {Tableau[]} laid @returns {[number, (cell: number) => number]} */
export function sheetOf(laid) {
  for (const isMirrored of [false, true]) {
    for (let quarters = 0; quarters < 4; quarters++) {
      const image = turned(isMirrored ? mirrored(laid) : laid, quarters);
      if (image[0].number !== 1 || image[0].side !== "a") continue;
      const number = numberOf(image);
      return [Math.floor(number / (2 * FRONTS)) * FRONTS + (number % FRONTS), (cell) => placed(cell, isMirrored, quarters)];
    }
  }
  throw new RangeError("A board has tableau 1.");
}

/** Return where a cell comes to lie when the board is mirrored and turned clockwise. @param {number} cell @param {boolean} isMirrored @param {number} quarters */
function placed(cell, isMirrored, quarters) {
  let [x, y] = [cell % 8, Math.floor(cell / 8)];
  if (isMirrored) x = 7 - x;
  for (let turn = 0; turn < quarters; turn++) [x, y] = [y, 7 - x];
  return 8 * y + x;
}

/** Return what every first move leads to, by cell. @param {Uint8Array} sheets @param {Tableau[]} laid @returns {First[]} */
export function firstMoves(sheets, laid) {
  const [sheet, place] = sheetOf(laid);
  return Array.from({ length: FIELDS }, (_, cell) => {
    const end = sheets[FIELDS * sheet + place(cell)];
    const field = `${"abcdefgh"[cell % 8]}${1 + Math.floor(cell / 8)}`;
    if (end === ILLEGAL) return { field, end: "illegal", plies: 0 };
    return { field, end: end === 0 ? "drawn" : end % 2 ? "won" : "lost", plies: end || LONGEST };
  });
}
