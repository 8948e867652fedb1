// The atlas on a static site: the page is filled in with what the device makes of a board.

import { DISTINCT, mirrored, numbered, numberOf, turned } from "../board/arrangement.js";
import { boardOf, read, written } from "../board/tableaus.js";
import { embedded } from "../../api.js";
import { byId, make } from "../../dom.js";
import { at } from "../../places.js";
import { add, t } from "../../words.js";
import { firstMoves } from "./sheet.js";

/**
 * @typedef {import("./sheet.js").First} First
 * @typedef {import("./sheet.js").Tableau} Tableau
 */

const HOME = "/known/drei/atlas";
const LAST = DISTINCT - 1;
/** @type {{words: Record<string, string>, fronts: Record<string, string[]>, fields: Record<string, string[]>, chips: Record<string, string>}} */
const facts = embedded("atlas-facts");
add(facts.words);
/** @type {Promise<Uint8Array> | null} */
let loading = null;

/** Load all sheets, once. */
function sheets() {
  loading ??= load().catch((error) => {
    loading = null; // so that the next one tries again
    throw error;
  });
  return loading;
}

async function load() {
  const answer = await fetch(at(`${HOME}.bin`));
  if (!answer.ok || !answer.body) throw new Error(String(answer.status));
  const plain = answer.body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/** Return the board that an address asks for; null if it asks for none. @param {string} address @returns {Tableau[] | null} */
export function wanted(address) {
  const { hash, searchParams } = new URL(address, location.href);
  const text = hash.slice(1) || searchParams.get("number");
  if (text === null && !searchParams.has("tableau-0")) return numbered(0); // where the page begins
  if (text === "random") return numbered(Math.floor(Math.random() * DISTINCT));
  if (text !== null && /^\d{1,8}$/.test(text)) return Number(text) <= LAST ? numbered(Number(text)) : null;
  const words = text?.split("-") ?? [0, 1, 2, 3].map((place) => ["tableau", "side", "turns"].map((name) => searchParams.get(`${name}-${place}`) ?? "").join(""));
  const laid = read(words.join(" "));
  return laid.length === 4 ? laid : null;
}

/** Return where a board is found. @param {Tableau[]} laid */
export const addressOf = (laid) => `${location.pathname}#${written(laid).replaceAll(" ", "-")}`;

/** Return the sentence about an address that asks for no board. @param {string} address */
export function refusal(address) {
  const { hash, searchParams } = new URL(address, location.href);
  return t("drei-atlas-number", { given: searchParams.get("number") ?? hash.slice(1), last: String(LAST) });
}

/** Show a board in place of the one that the page has, if it is still wanted then. @param {HTMLElement} atlas @param {Tableau[]} laid @param {() => boolean} isWanted */
export async function fill(atlas, laid, isWanted) {
  const moves = firstMoves(await sheets(), laid);
  if (!isWanted()) return false;
  const board = boardOf(facts.fronts, laid);
  const number = numberOf(laid);
  const title = t("drei-atlas-title", { number: String(number) });
  document.title = document.title.replace(atlas.querySelector("h1")?.textContent || "", title);
  /** @type {HTMLElement} */ (atlas.querySelector("h1")).textContent = title;
  picture(atlas, moves, board, laid);
  summary(atlas, moves, number);
  links(atlas, laid, number);
  form(laid, number);
  table(atlas, moves, board.join("/"));
  return true;
}

/** @param {First[]} moves @param {string} end */
const ending = (moves, end) => moves.filter((move) => move.end === end);

/** @param {HTMLElement} atlas @param {First[]} moves @param {string[]} board @param {Tableau[]} laid */
function picture(atlas, moves, board, laid) {
  const drawing = /** @type {SVGElement} */ (atlas.querySelector(".atlas-picture svg"));
  const title = /** @type {Element} */ (drawing.querySelector("title"));
  title.textContent = t("drei-atlas-picture", { board: written(laid) });
  moves.forEach(({ field, end, plies }, cell) => {
    const colour = board[7 - Math.floor(cell / 8)][cell % 8];
    const chip = end === "illegal" ? "" : facts.chips[end === "drawn" ? "drawn=" : `${end}${plies}`];
    /** @type {Element} */ (drawing.querySelector(`[data-cell=${field}]`)).innerHTML = facts.fields[colour][chip ? 1 : 0] + chip;
  });
}

/** Say how many first moves win, and the shortest games. @param {HTMLElement} atlas @param {First[]} moves @param {number} number */
function summary(atlas, moves, number) {
  const counts = Object.fromEntries(["won", "drawn", "lost"].map((end) => [end, ending(moves, end).length]));
  const told = [t("drei-atlas-counts", { number: String(number), ...counts })];
  for (const [end, key] of [["won", "drei-atlas-soonest"], ["lost", "drei-atlas-loses"]]) {
    const all = ending(moves, end);
    const plies = Math.min(...all.map((move) => move.plies));
    if (all.length) told.push(t(key, { plies, fields: all.filter((move) => move.plies === plies).map(({ field }) => field).join(", ") }));
  }
  byId("atlas-summary").replaceChildren(...told.map((text) => make("p", {}, text)));
  atlas.querySelectorAll(".atlas-legend li").forEach((item, which) => {
    const end = ["won", "drawn", "lost"][which];
    /** @type {Node} */ (item.lastChild).textContent = ` ${t(`drei-atlas-legend-${end}`, { count: counts[end] })}`;
  });
}

/** @param {HTMLElement} atlas @param {Tableau[]} laid @param {number} number */
function links(atlas, laid, number) {
  const around = { previous: numbered((number + LAST) % DISTINCT), next: numbered((number + 1) % DISTINCT), turn: turned(laid, 1), mirror: mirrored(laid) };
  for (const [which, other] of Object.entries(around)) byId(`atlas-${which}`).setAttribute("href", addressOf(other));
  /** @type {Element} */ (atlas.querySelector("a.primary")).setAttribute("href", at(`/new/drei?board=${encodeURIComponent(written(laid))}&fair=1`));
  /** @type {Element} */ (atlas.querySelector(".known-command code")).textContent = `brettwerk atlas show --board '${written(laid)}'`;
}

/** @param {Tableau[]} laid @param {number} number */
function form(laid, number) {
  const set = (/** @type {string} */ id, /** @type {string | number} */ value) => { /** @type {HTMLInputElement} */ (byId(id)).value = String(value); };
  set("atlas-number", number);
  laid.forEach((one, place) => {
    set(`tableau-${place}`, one.number);
    set(`side-${place}`, one.side);
    set(`turns-${place}`, one.turns);
  });
}

/** @param {HTMLElement} atlas @param {First[]} moves @param {string} board */
function table(atlas, moves, board) {
  atlas.querySelectorAll("tbody tr").forEach((row, y) => {
    row.querySelectorAll("td").forEach((cell, x) => {
      const { field, end, plies } = moves[8 * (7 - y) + x];
      const label = t(`drei-atlas-${end}`, { field, plies });
      const analysis = new URLSearchParams({ o: JSON.stringify({ board }), m: field });
      cell.className = end;
      cell.replaceChildren(end === "illegal"
        ? make("span", { "aria-label": label, role: "img" }, "–")
        : make("a", { href: `${at("/analysis/drei")}#${analysis}`, title: label, "aria-label": label }, t(`drei-atlas-letter-${end}`) + (end === "drawn" ? "" : plies)));
    });
  });
}
