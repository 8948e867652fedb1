// The players above and below the board: names, clocks, scores, what lies beside the board.

import { make, pieceIcon } from "./dom.js";
import { play as sound } from "./sound.js";
import { drawLeft, drawTrays } from "./trays.js";
import { colour, shortName } from "./describe.js";
import { called, t, tenths } from "./words.js";

const URGENT = 20;

/**
 * Draw the strips: our own player below, the others above.
 * @param {import("../types/page").StateMessage} state
 * @param {{top: HTMLElement, bottom: HTMLElement}} strips
 * @param {number[]} me
 * @param {boolean} flipped
 * @param {import("../types/page").Tray[]} trays
 * @param {import("../types/page").Pieces} pieces
 */
export function drawPeople(state, strips, me, flipped, trays, pieces) {
  const below = bottomPerson(state, me, flipped);
  const all = state.people.map((_, p) => p);
  const others = all.filter((p) => p !== below)
    .sort((a, b) => state.people[a].seat - state.people[b].seat);
  const draw = (/** @type {number} */ p) => chip(state, p, me, trays, pieces);
  strips.top.replaceChildren(...others.map(draw));
  strips.bottom.replaceChildren(draw(below));
}

/** @param {import("../types/page").StateMessage} state @param {number[]} me @param {boolean} flipped */
function bottomPerson(state, me, flipped) {
  if (state.people.length > 2) {
    return me.length === 1 ? me[0] : state.people.findIndex((one) => one.seat === 0);
  }
  return state.people.findIndex((one) => one.seat === (flipped ? 1 : 0));
}

/** @param {import("../types/page").StateMessage} state @param {number} person @param {number[]} me @param {import("../types/page").Tray[]} trays @param {import("../types/page").Pieces} pieces */
function chip(state, person, me, trays, pieces) {
  const one = state.people[person];
  const seat = colour(state, person);
  const classes = ["chip"];
  if (state.turn === person) classes.push("turn");
  if (!one.in) classes.push("out");
  const name = shortName(state, person, me);
  const words = [make("span", { class: "chip-name" }, name)];
  const seatName = called("seat", seat);
  const presence = presenceOf(one, state);
  const details = [name === seatName ? "" : seatName, one.in ? "" : t("page-out"), presence].filter(Boolean);
  const beside = [...details.map((text) => make("span", {}, text)), ...(one.in ? drawLeft(state.game, seat, trays, pieces) : []), ...drawTrays(state.game, seat, trays)];
  if (beside.length) words.push(make("span", { class: "chip-state" }, ...beside));
  const inside = [pieceIcon(seat), make("span", { class: "chip-words" }, ...words)];
  if (state.turn === person) inside.push(make("span", { class: "chip-turn", "aria-hidden": "true" }));
  if (state.scores) inside.push(score(state, person));
  if (state.clock) inside.push(make("span", { class: "clock", "data-person": String(person), role: "timer", "aria-label": `${name}: ${t("page-time-left")}` }));
  return make("div", { class: classes.join(" "), "data-person": String(person) }, ...inside);
}

/** @param {import("../types/page").PersonMessage} one @param {import("../types/page").StateMessage} state */
function presenceOf(one, state) {
  if (one.kind === "computer" || state.outcome) return "";
  if (!one.joined) return t("page-not-joined");
  return one.online ? "" : t("page-away");
}

/** @param {import("../types/page").StateMessage} state @param {number} person */
function score(state, person) {
  const points = state.scores?.[person];
  return make("span", { class: "score", title: t("page-score", { count: points }) },
    t("page-score-short", { points, target: state.target }));
}

/** Format the time on a clock, with tenths when little is left. @param {number} seconds */
export function shownTime(seconds) {
  if (seconds < 10) return `0:${tenths(seconds)}`;
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** @type {Set<string>} who has been warned, in which round */
const warned = new Set();

/** Warn once in a round that little time is left. @param {number} round @param {number} person */
function warn(round, person) {
  const key = `${round}:${person}`;
  if (!warned.has(key)) sound("low");
  warned.add(key);
}

/** Show the time everyone has left now. @param {import("../types/page").StateMessage} state @param {number} since milliseconds @param {number[]} me */
export function tick(state, since, me) {
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clock[data-person]"))) {
    const person = Number(clock.dataset.person);
    const running = state.clock?.running === person;
    const left = (state.clock?.left[person] ?? 0) - (running ? since / 1000 : 0);
    const text = shownTime(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("running", running);
    const urgent = running && left < URGENT;
    if (urgent && left > 0 && me.includes(person)) warn(state.round, person);
    clock.classList.toggle("urgent", urgent);
  }
}
