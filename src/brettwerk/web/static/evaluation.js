// What was found about a position: a bar with everyone's share, the best lines, how deep it was looked.

import { make, say } from "./dom.js";
import { count, percent, t } from "./words.js";

const NARROW = 0.16;

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
    say(/** @type {HTMLElement} */ (part.firstElementChild), shares && share >= NARROW ? percent(share) : "");
  });
  bar.classList.toggle("unknown", !shares);
  bar.setAttribute("aria-label", shares ? [sharesTold(seats, shares), words].filter(Boolean).join(". ") : t("study-bar-unknown"));
}

/**
 * The best lines. Rows and buttons stay where they are while more is found, so that they can be touched.
 * @param {HTMLElement} list
 * @param {import("./thinking.js").Found | null} found
 * @param {string[]} seats
 */
export function drawLines(list, found, seats) {
  const lines = found?.lines || [];
  fit(list, lines.length, () => make("li", {}, make("p", { class: "line-head" }), make("p", { class: "line-moves" })));
  lines.forEach((line, number) => drawLine(/** @type {HTMLElement} */ (list.children[number]), line, number, seats));
}

/** As many children as wanted: those that are there stay. @param {Element} box @param {number} wanted @param {() => Element} another */
function fit(box, wanted, another) {
  while (box.childElementCount > wanted) box.lastElementChild?.remove();
  while (box.childElementCount < wanted) box.append(another());
}

/** @param {HTMLElement} row @param {import("./thinking.js").Line} line @param {number} number @param {string[]} seats */
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

/** @param {import("./thinking.js").Line} line @param {number} number @param {string[]} seats */
function headOf(line, number, seats) {
  const head = [make("span", { class: "line-rank", "aria-hidden": "true" }, String(number + 1))];
  if (line.exact) head.push(make("span", { class: "exact" }, t("study-exact")));
  else if (line.shares) head.push(make("span", { class: "line-shares", title: sharesTold(seats, line.shares) }, line.shares.map((share) => Math.round(share * 100)).join(" : ")));
  if (line.words) head.push(make("span", { class: "line-words" }, line.words));
  return head;
}

/**
 * A touch of a move plays its line up to it, as it read when it was touched.
 * @param {HTMLElement} list
 * @param {(moves: string[]) => void} follow
 */
export function wireLines(list, follow) {
  /** @type {{button: Element, moves: string[]} | null} */
  let pressed = null;
  list.addEventListener("pointerdown", (event) => { pressed = touched(event); });
  list.addEventListener("click", (event) => {
    const now = touched(event);
    // A click by keys has no pointer that came down before it.
    if (now) follow(event.detail && pressed?.button === now.button ? pressed.moves : now.moves);
    pressed = null;
  });
}

/** The button that was touched, and the moves up to it. @param {Event} event */
function touched(event) {
  const button = /** @type {Element} */ (event.target).closest("button");
  const all = [...(button?.parentElement?.children || [])];
  return button && { button, moves: all.slice(0, all.indexOf(button) + 1).map((one) => one.textContent || "") };
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
