// What was found about a position: a bar with everyone's share, the best lines, the depth.

import { make, say } from "./dom.js";
import { called, count, percent, t } from "./words.js";

const NARROW = 0.16;

/** Describe everyone's share. @param {string[]} seats @param {number[]} shares */
export const describeShares = (seats, shares) =>
  seats.map((seat, i) => `${called("seat", seat)} ${percent(shares[i])}`).join(", ");

/** Tell whether two play, so that what one gains the other loses. @param {string[]} seats */
export const forTwo = (seats) => seats.length === 2;

/**
 * Draw the bar: each part as wide as a player's share, labelled with words.
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
    say(/** @type {HTMLElement} */ (part.firstElementChild), shares && share >= NARROW ? percent(share) : "");
  });
  bar.classList.toggle("unknown", !shares);
  bar.setAttribute("aria-label", shares ? [describeShares(seats, shares), words].filter(Boolean).join(". ") : t("study-bar-unknown"));
}

/**
 * Draw the best lines. Rows and buttons stay in place, so that they can be clicked.
 * @param {HTMLElement} list
 * @param {import("../types/page").AnalysisMessage | null} found
 * @param {string[]} seats
 */
export function drawLines(list, found, seats) {
  const lines = found?.lines || [];
  fit(list, lines.length, () => make("li", {}, make("p", { class: "line-head" }), make("p", { class: "line-moves" })));
  lines.forEach((line, number) => drawLine(/** @type {HTMLElement} */ (list.children[number]), line, number, seats));
}

/** Add or remove children until there are as many as wanted. @param {Element} box @param {number} wanted @param {() => Element} another */
function fit(box, wanted, another) {
  while (box.childElementCount > wanted) box.lastElementChild?.remove();
  while (box.childElementCount < wanted) box.append(another());
}

/** @param {HTMLElement} row @param {import("../types/page").LineMessage} line @param {number} number @param {string[]} seats */
function drawLine(row, line, number, seats) {
  const [head, moves] = row.children;
  row.className = line.exact ? "found-line is-exact" : "found-line";
  const told = JSON.stringify([line.exact, line.shares, line.words]);
  if (row.dataset.told !== told) {
    row.dataset.told = told;
    head.replaceChildren(...headOf(line, number, seats));
  }
  fit(moves, line.moves.length, () => make("button", { type: "button", class: moves.childElementCount ? "move" : "move best" }));
  line.moves.forEach((move, i) => say(moves.children[i], move));
}

/** @param {import("../types/page").LineMessage} line @param {number} number @param {string[]} seats */
function headOf(line, number, seats) {
  const head = [make("span", { class: "line-rank", "aria-hidden": "true" }, String(number + 1))];
  if (line.exact) head.push(make("span", { class: "exact" }, t("study-exact")));
  else if (line.shares) head.push(make("span", { class: "line-shares", title: describeShares(seats, line.shares) }, line.shares.map((share) => Math.round(share * 100)).join(" : ")));
  if (line.words) head.push(make("span", { class: "line-words" }, line.words));
  return head;
}

/**
 * Play a line up to the move that is clicked, as it read when the pointer came down.
 * @param {HTMLElement} list
 * @param {(moves: string[]) => void} follow
 */
export function wireLines(list, follow) {
  /** @type {{button: Element, moves: string[]} | null} */
  let pressed = null;
  list.addEventListener("pointerdown", (event) => { pressed = touched(event); });
  list.addEventListener("click", (event) => {
    const now = touched(event);
    // A click by keyboard has no pointer.
    if (now) follow(event.detail && pressed?.button === now.button ? pressed.moves : now.moves);
    pressed = null;
  });
}

/** Return the button of an event, and the moves up to it. @param {Event} event */
function touched(event) {
  const button = /** @type {Element} */ (event.target).closest("button");
  const all = [...(button?.parentElement?.children || [])];
  return button && { button, moves: all.slice(0, all.indexOf(button) + 1).map((one) => one.textContent || "") };
}

/** Describe how much was searched. @param {import("../types/page").AnalysisMessage | null} found */
export function effort(found) {
  if (!found?.nodes) return "";
  const rate = found.seconds > 0.2 ? count(Math.round(found.nodes / found.seconds / 1000)) : "";
  const told = { depth: found.depth, nodes: count(found.nodes), rate };
  return rate ? t("study-effort-rate", told) : t("study-effort", told);
}
