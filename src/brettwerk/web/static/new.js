// A new game: collect seats, options and clock, and let the server make it.

import { embedded } from "./api.js";
import { create } from "./create.js";
import { byId } from "./dom.js";
import { filledIn, fillIn } from "./fields.js";
import { OptionFields } from "./options.js";
import { choicesOf, myGames, myName, noteName, retainChoices } from "./store.js";
import { levelFor } from "./strength.js";
import { t } from "./words.js";

const form = byId("new");
/** @type {import("../types/page").GameFacts} */
const facts = embedded("facts");
const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));
const seats = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-seat]")]);
const query = new URLSearchParams(location.search);
const before = choicesOf(facts.game);
// After a change of the language it is filled in already.
if (!byId("content").dataset.filled) fillIn(form, before.fields);
const options = new OptionFields(form, facts, query.get("board") || before.wished);
const fair = /** @type {HTMLInputElement | null} */ (document.getElementById("fair"));
if (fair && query.has("fair")) fair.checked = query.get("fair") === "1";

/** @param {HTMLElement} seat @param {string} part */
const part = (seat, part) => /** @type {HTMLInputElement} */ (seat.querySelector(`[data-${part}]`));

/** Return who sits there, and for a computer its style. @param {HTMLElement} seat */
const chosenAt = (seat) => part(seat, "kind").value.split("-");
/** @param {HTMLElement} seat */
const kindOf = (seat) => /** @type {"here" | "friend" | "computer"} */ (chosenAt(seat)[0]);
/** @param {HTMLElement} seat */
const styleOf = (seat) => chosenAt(seat)[1] || "";

// The one who plays here mostly has the same name.
const ownName = seats.map((seat) => part(seat, "name")).find((field) => kindOf(/** @type {HTMLElement} */ (field.closest("[data-seat]"))) === "here");
if (ownName && !ownName.value) ownName.value = myName();

/** Store what was chosen, for the next game. */
function noteChoices() {
  if (ownName?.value) noteName(ownName.value);
  retainChoices(facts.game, { fields: filledIn(form), wished: options.wish });
}

const ways = /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-way]"));

/** Let one player sit here, and all others be of this kind. @param {string} kind */
function takeWay(kind) {
  seats.forEach((seat, at) => { part(seat, "kind").value = at ? kind : "here"; });
  show();
}

/** Return the level at which I would win half of my games, by those that I have played on this device. */
function myLevel() {
  return levelFor(myGames().flatMap(({ game, level, result }) => (game === facts.game && level && result ? [{ level, result }] : [])));
}

/** @param {HTMLElement} seat */
const levelOf = (seat) => (part(seat, "level").value === "mine" ? myLevel() : Number(part(seat, "level").value));

/** Say about a computer how strong it will be, and what it is like. @param {HTMLElement} seat */
function about(seat) {
  const style = styleOf(seat);
  const told = part(seat, "level").value === "mine" ? [t("page-level-mine-is", { level: myLevel() })] : [];
  return [...told, ...(style ? [t(`page-style-${style}-about`)] : [])].join(" ");
}

function show() {
  /** @type {Set<string>} */
  const others = new Set(seats.slice(1).map(kindOf));
  const [first] = seats.map(kindOf);
  for (const way of ways) {
    way.setAttribute("aria-pressed", String(first === "here" && others.size === 1 && others.has(way.dataset.way || "")));
  }
  for (const seat of seats) {
    const kind = kindOf(seat);
    part(seat, "level").hidden = kind !== "computer";
    part(seat, "name").hidden = kind === "computer";
    part(seat, "about").textContent = kind === "computer" ? about(seat) : "";
  }
  const start = byId("start");
  const friends = seats.some((seat) => kindOf(seat) === "friend");
  start.textContent = (friends ? start.dataset.friend : start.dataset.plain) || "";
  byId("own-clock").hidden = clock() !== "own";
}

/** Return the value of the chosen radio button. @param {string} name */
const chosen = (name) =>
  /** @type {HTMLInputElement | null} */ (form.querySelector(`[name="${name}"]:checked`))?.value || "";

const clock = () => chosen("clock");

function clockText() {
  if (clock() !== "own") return clock();
  const more = Number(field("seconds").value) || 0;
  return `${Number(field("minutes").value) || 1}${more ? `+${more}` : ""}`;
}

/** @returns {import("../types/page").GameRequest} */
function gameRequest() {
  const begins = field("begins").value;
  return {
    game: facts.game,
    options: options.value,
    seats: seats.map((seat) => {
      const kind = kindOf(seat);
      return kind === "computer" ? { kind, level: levelOf(seat), style: styleOf(seat) } : { kind, name: part(seat, "name").value };
    }),
    clock: clockText(),
    target: facts.target === null ? null : Number(field("target").value) || facts.target,
    tableau: facts.rounds && field("new-board").checked ? "new" : "keep",
    begins: begins === "lot" ? begins : Number(begins),
    takebacks: field("takebacks").checked,
    fair: Boolean(fair?.checked),
  };
}

/** @param {SubmitEvent} event */
async function start(event) {
  event.preventDefault();
  const button = field("start");
  button.disabled = true;
  byId("fault").textContent = "";
  noteChoices();
  await create(gameRequest(), (message) => {
    byId("fault").textContent = t("page-failed", { message });
    button.disabled = false;
  });
}

for (const way of ways) way.addEventListener("click", () => takeWay(way.dataset.way || ""));
form.addEventListener("change", show);
form.addEventListener("submit", start);
show();
// Once the options are there, a click creates a game instead of reloading this page.
const enable = () => options.ready.then(() => { field("start").disabled = false; });
addEventListener("pageshow", enable);
enable();
