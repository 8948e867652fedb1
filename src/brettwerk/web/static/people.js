// The players above and below the board: names, clocks, scores, what lies beside the board.

import { make, pieceIcon } from "./dom.js";
import { drawShelf } from "./shelves.js";
import { colour, nameOf } from "./talk.js";
import { t, tenths } from "./words.js";

const URGENT = 20;

/**
 * The strips, those at the bottom first those who sit there.
 * @param {import("./talk.js").Table} table
 * @param {{top: HTMLElement, bottom: HTMLElement}} strips
 * @param {number[]} me
 * @param {boolean} flipped
 * @param {boolean} flat
 * @param {[string, string, string, number][]} shelves
 */
export function drawPeople(table, strips, me, flipped, flat, shelves) {
  const below = bottomPerson(table, me, flipped);
  const all = table.people.map((/** @type {unknown} */ _, /** @type {number} */ p) => p);
  const others = all.filter((/** @type {number} */ p) => p !== below)
    .sort((/** @type {number} */ a, /** @type {number} */ b) => table.people[a].seat - table.people[b].seat);
  const draw = (/** @type {number} */ p) => chip(table, p, flat, shelves);
  strips.top.replaceChildren(...others.map(draw));
  strips.bottom.replaceChildren(draw(below));
}

/** @param {import("./talk.js").Table} table @param {number[]} me @param {boolean} flipped */
function bottomPerson(table, me, flipped) {
  if (table.people.length > 2) {
    return me.length === 1 ? me[0] : table.people.findIndex((/** @type {any} */ one) => one.seat === 0);
  }
  return table.people.findIndex((/** @type {any} */ one) => one.seat === (flipped ? 1 : 0));
}

/** @param {import("./talk.js").Table} table @param {number} person @param {boolean} flat @param {[string, string, string, number][]} shelves */
function chip(table, person, flat, shelves) {
  const one = table.people[person];
  const seat = colour(table, person);
  const classes = ["chip"];
  if (table.turn === person) classes.push("turn");
  if (!one.in) classes.push("out");
  const name = nameOf(table, person);
  const words = [make("span", { class: "chip-name" }, name)];
  const seatName = t(`seat-${seat}`);
  const state = stateOf(one, table);
  const details = [name === seatName ? "" : seatName, one.in ? "" : t("page-out"), state.text].filter(Boolean);
  if (details.length) words.push(make("span", { class: "chip-state" }, details.join(" · ")));
  const inside = [pieceIcon(seat, flat), make("span", { class: "chip-words" }, ...words)];
  if (table.turn === person) inside.push(make("span", { class: "chip-turn", "aria-hidden": "true" }));
  const lying = shelves.filter(([owner, , , count]) => owner === seat && count);
  if (lying.length) inside.push(make("span", { class: "chip-shelves" }, ...lying.map((shelf) => drawShelf(shelf, flat))));
  if (table.scores) inside.push(score(table, person));
  if (table.clock) inside.push(make("span", { class: "clock", "data-person": String(person), role: "timer", "aria-label": `${name}: ${t("page-time-left")}` }));
  return make("div", { class: classes.join(" "), "data-person": String(person) }, ...inside);
}

/** @param {any} one @param {import("./talk.js").Table} table */
function stateOf(one, table) {
  if (one.kind === "computer" || table.outcome) return { text: "" };
  if (!one.joined) return { text: t("page-not-joined") };
  return { text: one.online ? "" : t("page-away") };
}

/** @param {import("./talk.js").Table} table @param {number} person */
function score(table, person) {
  const points = table.scores[person];
  return make("span", { class: "score", title: t("page-score", { points }) },
    t("page-score-short", { points, target: table.target }));
}

/** Time as on a clock; tenths when there is little left. @param {number} seconds */
export function shownTime(seconds) {
  if (seconds < 10) return `0:${tenths(seconds)}`;
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Show the time everyone has left now. @param {import("./talk.js").Table} table @param {number} since milliseconds */
export function tick(table, since) {
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clock[data-person]"))) {
    const person = Number(clock.dataset.person);
    const running = table.clock?.running === person;
    const left = (table.clock?.left[person] ?? 0) - (running ? since / 1000 : 0);
    const text = shownTime(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("running", running);
    clock.classList.toggle("urgent", running && left < URGENT);
  }
}
