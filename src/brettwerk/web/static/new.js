// A new game: seats, options and clock are gathered, the server makes it, and off we go.

import { byId } from "./dom.js";
import { OptionFields } from "./options.js";
import { remember } from "./store.js";
import { t } from "./words.js";

const form = byId("new");
const facts = JSON.parse(byId("facts").textContent || "{}");
const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));
const seats = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-seat]")]);
const wished = new URLSearchParams(location.search);
const options = new OptionFields(form, facts, wished.get("board") || "");
const fair = /** @type {HTMLInputElement | null} */ (document.getElementById("fair"));
if (fair) fair.checked = wished.get("fair") === "1";

/** @param {HTMLElement} seat @param {string} part */
const part = (seat, part) => /** @type {HTMLInputElement} */ (seat.querySelector(`[data-${part}]`));

function show() {
  for (const seat of seats) {
    const kind = part(seat, "kind").value;
    part(seat, "level").hidden = kind !== "computer";
    part(seat, "name").hidden = kind === "computer";
  }
  const start = byId("start");
  const friends = seats.some((seat) => part(seat, "kind").value === "friend");
  start.textContent = (friends ? start.dataset.friend : start.dataset.plain) || "";
  byId("own-clock").hidden = clock() !== "own";
}

/** The chosen radio button of a name. @param {string} name */
const chosen = (name) =>
  /** @type {HTMLInputElement | null} */ (form.querySelector(`[name="${name}"]:checked`))?.value || "";

const clock = () => chosen("clock");

function clockText() {
  if (clock() !== "own") return clock();
  const more = Number(field("seconds").value) || 0;
  return `${Number(field("minutes").value) || 1}${more ? `+${more}` : ""}`;
}

function wish() {
  const begins = field("begins").value;
  return {
    game: facts.game,
    options: options.value,
    seats: seats.map((seat) => {
      const kind = part(seat, "kind").value;
      return kind === "computer" ? { kind, level: Number(part(seat, "level").value) } : { kind, name: part(seat, "name").value };
    }),
    clock: clockText(),
    target: facts.target === null ? null : Number(field("target").value) || facts.target,
    tableau: facts.rounds && field("tableau-new").checked ? "new" : "keep",
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
  try {
    const answer = await fetch("/api/games", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish()),
    });
    const made = await answer.json();
    if (!answer.ok) throw new Error(made.message);
    const keys = made.seats.filter((/** @type {any} */ seat) => seat.kind === "here").map((/** @type {any} */ seat) => seat.key);
    const friends = made.seats.filter((/** @type {any} */ seat) => seat.kind === "friend")
      .map((/** @type {any} */ { person, key }) => ({ person, key }));
    remember({ id: made.id, game: facts.game, keys, friends, at: Date.now() });
    location.assign(made.address);
  } catch (fault) {
    const message = fault instanceof TypeError ? t("page-no-server") : /** @type {Error} */ (fault).message;
    byId("fault").textContent = t("page-failed", { message });
    button.disabled = false;
  }
}

form.addEventListener("change", show);
form.addEventListener("submit", start);
addEventListener("pageshow", () => { field("start").disabled = false; });
show();
// Only now a click begins a game instead of loading this page once more.
field("start").disabled = false;
