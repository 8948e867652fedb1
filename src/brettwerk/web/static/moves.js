// The list of moves, a column for each player, and which of them is shown.

import { make, pieceIcon } from "./dom.js";
import { colour, shortName } from "./describe.js";
import { t } from "./words.js";

/**
 * @typedef {import("../types/page").StateMessage} StateMessage
 * @typedef {import("../types/page").Frame} Frame
 */

/**
 * @param {HTMLElement} list
 * @param {StateMessage} state
 * @param {Frame[]} frames
 * @param {number} shown the ply that is shown
 * @param {number[]} me
 * @param {(ply: number) => void} goTo
 */
export function drawMoves(list, state, frames, shown, me, goTo) {
  list.style.setProperty("--players", String(state.people.length));
  if (!frames.length) {
    list.replaceChildren(heads(state, me), make("li", { class: "none" }, [t("page-moves-none"), list.dataset.about].join(" ")));
    return;
  }
  const focused = list.contains(document.activeElement);
  const columns = frames.map(({ by }) => state.people[by].seat);
  const all = frames.map((frame, at) => moveButton(frame, at + 1, columns[at], shown, goTo));
  list.replaceChildren(heads(state, me), ...rowsOf(columns).map((row, at) =>
    make("li", {}, make("span", { class: "number" }, `${at + 1}.`), ...row.map((ply) => all[ply]))));
  // One tab stop for all moves; arrow keys lead to the others.
  const now = all[Math.max(0, shown - 1)];
  now.setAttribute("tabindex", "0");
  list.onkeydown = (event) => key(event, columns, shown, goTo);
  if (focused) now.focus({ preventScroll: true });
  // Scroll only the list, never the page.
  const row = /** @type {HTMLElement} */ (now.parentElement);
  list.scrollTop = row.offsetTop - list.clientHeight / 2;
}

/** Name the player of each column. @param {StateMessage} state @param {number[]} me */
function heads(state, me) {
  const people = state.people.map((_, person) => person).sort((a, b) => state.people[a].seat - state.people[b].seat);
  return make("li", { class: "heads" }, ...people.map((person) =>
    make("span", { class: "head" }, pieceIcon(colour(state, person)), make("span", {}, shortName(state, person, me)))));
}

/** Put moves into rows, one of each player: who is out leaves a gap. @param {number[]} columns */
function rowsOf(columns) {
  /** @type {number[][]} */
  const rows = [];
  columns.forEach((column, at) => {
    if (at && column > columns[at - 1]) rows[rows.length - 1].push(at);
    else rows.push([at]);
  });
  return rows;
}

/** @param {Frame} frame @param {number} ply @param {number} column @param {number} shown @param {(ply: number) => void} goTo */
function moveButton(frame, ply, column, shown, goTo) {
  const button = make("button", { type: "button", class: "move", tabindex: "-1", click: () => goTo(ply) }, frame.text);
  button.style.gridColumn = String(column + 2);
  if (frame.lot) {
    button.title = t("page-lot");
    button.append(make("span", { class: "lot" }, ` (${t("page-lot")})`));
  }
  if (ply === shown) button.setAttribute("aria-current", "step");
  return button;
}

/** @param {KeyboardEvent} event @param {number[]} columns @param {number} shown @param {(ply: number) => void} goTo */
function key(event, columns, shown, goTo) {
  const column = columns[shown - 1];
  /** @type {Record<string, number>} */
  const to = {
    ArrowLeft: shown - 1, ArrowRight: shown + 1,
    ArrowUp: columns.lastIndexOf(column, shown - 2) + 1, ArrowDown: columns.indexOf(column, shown) + 1,
    Home: 1, End: columns.length,
  };
  const ply = to[event.key];
  if (ply === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (ply >= 1 && ply <= columns.length) goTo(ply);
}

/** Draw the choice of rounds, if there is more than one. @param {HTMLSelectElement} select @param {number} shown @param {number} latest */
export function drawRounds(select, shown, latest) {
  select.hidden = latest < 2;
  if (select.options.length !== latest) {
    select.replaceChildren(...Array.from({ length: latest }, (_, i) =>
      make("option", { value: String(i + 1) }, t("page-round", { number: i + 1 }))));
  }
  select.value = String(shown);
}
