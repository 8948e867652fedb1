// What was found about a position: a bar with everyone's share, the best lines, how deep it was looked.

import { make } from "./dom.js";
import { count, t } from "./words.js";

const NARROW = 0.16;

/** @param {number} share */
export const percent = (share) => `${Math.round(share * 100)} %`;

/** Everyone's share in words. @param {string[]} seats @param {number[]} shares */
export const sharesTold = (seats, shares) =>
  seats.map((seat, i) => `${t(`seat-${seat}`)} ${percent(shares[i])}`).join(", ");

/**
 * The bar: as wide for each as what they may expect; told by words and not by colour alone.
 * @param {HTMLElement} bar
 * @param {string[]} seats
 * @param {number[] | null} shares
 * @param {string} words
 */
export function drawBar(bar, seats, shares, words) {
  if (bar.childElementCount !== seats.length) {
    bar.replaceChildren(...seats.map((seat) => make("span", { class: `part seat-${seat}` }, make("span", { class: "part-text" }))));
  }
  const parts = /** @type {HTMLElement[]} */ ([...bar.children]);
  parts.forEach((part, i) => {
    const share = shares ? shares[i] : 1 / seats.length;
    part.style.flexGrow = String(Math.max(0.0001, share));
    const text = /** @type {HTMLElement} */ (part.firstElementChild);
    text.textContent = shares && share >= NARROW ? percent(share) : "";
  });
  bar.classList.toggle("unknown", !shares);
  bar.setAttribute("aria-label", shares ? [sharesTold(seats, shares), words].filter(Boolean).join(". ") : t("study-bar-unknown"));
}

/**
 * The best lines; a touch of a move plays the line up to it.
 * @param {HTMLElement} list
 * @param {import("./thinking.js").Found | null} found
 * @param {string[]} seats
 * @param {(moves: string[]) => void} follow
 */
export function drawLines(list, found, seats, follow) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const kept = list.contains(focused) ? focused?.dataset.at : undefined;
  list.replaceChildren(...(found?.lines || []).map((line, number) => row(line, number, seats, follow)));
  if (kept) /** @type {HTMLElement | null} */ (list.querySelector(`[data-at="${kept}"]`))?.focus();
}

/** @param {import("./thinking.js").Line} line @param {number} number @param {string[]} seats @param {(moves: string[]) => void} follow */
function row(line, number, seats, follow) {
  const moves = line.moves.map((move, i) => make("button", {
    type: "button", class: i ? "move" : "move best", "data-at": `${number}-${i}`, click: () => follow(line.moves.slice(0, i + 1)),
  }, move));
  const head = [make("span", { class: "line-rank", "aria-hidden": "true" }, String(number + 1))];
  if (line.exact) head.push(make("span", { class: "exact" }, t("study-exact")));
  else if (line.shares) head.push(make("span", { class: "line-shares", title: sharesTold(seats, line.shares) }, line.shares.map((share) => Math.round(share * 100)).join(" : ")));
  if (line.words) head.push(make("span", { class: "line-words" }, line.words));
  return make("li", { class: line.exact ? "found-line is-exact" : "found-line" },
    make("p", { class: "line-head" }, ...head), make("p", { class: "line-moves" }, ...moves));
}

/** How much was looked at. @param {import("./thinking.js").Found | null} found */
export function effort(found) {
  if (!found) return "";
  if (found.plain) return t("study-plain");
  if (!found.nodes) return "";
  const rate = found.seconds > 0.2 ? count(Math.round(found.nodes / found.seconds / 1000)) : "";
  const told = { depth: found.depth, nodes: count(found.nodes), rate };
  return rate ? t("study-effort-rate", told) : t("study-effort", told);
}
