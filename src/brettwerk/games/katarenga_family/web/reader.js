// Reads a board as it is typed or drawn at random, on the device: `boards/tableaus.py` does so on the server.

import { DISTINCT, numbered, tableau, turned } from "./arrangement.js";
import { boardOf, read as readTableaus } from "./tableaus.js";

/**
 * @typedef {import("./tableaus.js").Tableau} Tableau
 * @typedef {Record<string, string[]>} Fronts
 */

const ALL = 2n ** 64n;

/** Return a 64-bit hash of a seed, the same on all machines. @param {bigint} seed */
function splitmix(seed) {
  let z = (seed + 0x9e3779b97f4a7c15n) % ALL;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) % ALL;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) % ALL;
  return z ^ (z >> 31n);
}

/** Return the tableaus that a seed draws. @param {bigint} seed @param {boolean} single @returns {Tableau[]} */
function drawn(seed, single) {
  if (single) {
    const value = Number(splitmix(seed) % 32n);
    return [tableau(1 + Math.floor(value / 8), value % 8)];
  }
  const value = Number(splitmix(seed) % BigInt(4 * DISTINCT));
  return turned(numbered(Math.floor(value / 4)), value % 4);
}

/** Return the tableaus that a text names; none if it names other things. @param {string} text @param {boolean} single */
function laidBy(text, single) {
  const chosen = /^(random:|#)\s*([0-9]{1,18})$/.exec(text);
  if (chosen?.[1] === "random:") return drawn(BigInt(chosen[2]), single);
  if (chosen) return single || Number(chosen[2]) >= DISTINCT ? [] : numbered(Number(chosen[2]));
  const laid = /^[1-4]/.test(text) ? readTableaus(text) : [];
  return laid.length === (single ? 1 : 4) ? laid : [];
}

/** @param {string} text @param {string} like @param {unknown} data @returns {string | null} */
export function read(text, like, data) {
  const plain = text.trim().split(/\s+/).join(" ").toLowerCase();
  const laid = laidBy(plain, like.length < 20);
  if (laid.length) return boardOf(/** @type {Fronts} */ (data), laid).join("/");
  const fields = plain.replaceAll(" ", "");
  const fits = fields.length === like.length && [...fields].every((letter, at) => (like[at] === "/" ? letter === "/" : "rygb".includes(letter)));
  return fits ? fields : null;
}

/** Return the first tableau from this seed on that differs from a board by more than a rotation or a reflection. @param {string} text @param {number} seed @param {unknown} data */
export function other(text, seed, data) {
  const fronts = /** @type {Fronts} */ (data);
  const rows = text.split("/");
  const back = rows.map((_, at) => rows.map((row) => row[at]).join(""));
  const same = new Set([rows, back].flatMap((side) => rotations(side)));
  for (let further = BigInt(seed); ; further++) {
    const found = boardOf(fronts, drawn(further, true)).join("/");
    if (!same.has(found)) return found;
  }
}

/** Return the four rotations of rows of fields. @param {string[]} rows @returns {string[]} */
function rotations(rows) {
  const found = [];
  for (let quarter = 0, here = rows; quarter < 4; quarter++) {
    found.push(here.join("/"));
    const from = [...here].reverse();
    here = from.map((_, at) => from.map((row) => row[at]).join(""));
  }
  return found;
}
