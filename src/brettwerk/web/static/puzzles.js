// The puzzles of the day: which are solved, and for how many days in a row.

import { embedded } from "./api.js";
import { daily } from "./daily.js";
import { byId } from "./dom.js";
import { at } from "./places.js";
import { dayStreak, known } from "./streaks.js";
import { language, t } from "./words.js";

/** @type {import("../types/page").PuzzlesFacts} */
const facts = embedded("facts");
const today = new Date().toISOString().slice(0, 10);
const cards = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".card"));

/** Show the puzzle of today on a card of an earlier day: the page may have been made long ago. @param {HTMLElement} card */
async function renew(card) {
  const { game = "" } = card.dataset;
  /** @type {import("../types/page").DevicePuzzle[]} */
  const all = await (await fetch(at(`/data/${language}/puzzles/${game}.json`))).json();
  const id = await daily(game, all.map(({ task }) => task.id), today);
  const found = all.find(({ task }) => task.id === id)?.task;
  if (!found) return;
  card.dataset.puzzle = found.id;
  for (const link of card.querySelectorAll("a[href*='?p=']")) link.setAttribute("href", at(`/puzzles/${game}?p=${found.id}`));
  // The picture is of the other puzzle.
  const picture = /** @type {HTMLElement | null} */ (card.querySelector(".card-picture"));
  if (picture) picture.hidden = true;
  const about = card.querySelector(".card-about");
  if (about) about.textContent = found.task;
  const grade = card.querySelector(".grade");
  grade?.querySelectorAll(".dot").forEach((dot, number) => dot.classList.toggle("full", number < found.grade));
  if (grade?.lastChild) grade.lastChild.textContent = ` ${t("puzzles-page-grade", { grade: found.grade })}`;
}

function draw() {
  for (const card of cards) {
    const { game = "", puzzle = "" } = card.dataset;
    const mark = /** @type {HTMLElement} */ (card.querySelector(".solved-mark"));
    mark.hidden = !(puzzle in known(game).solved);
  }
  offerNext();
  const days = dayStreak(facts.day);
  byId("days").hidden = !days;
  byId("days").textContent = t("puzzles-page-days", { count: days });
}

/** Let the large button lead to the first puzzle of the day that is not solved. */
function offerNext() {
  const link = /** @type {HTMLAnchorElement | null} */ (document.getElementById("next-puzzle"));
  const next = [...cards].find((card) => !((card.dataset.puzzle || "") in known(card.dataset.game || "").solved));
  if (link) link.hidden = !next;
  if (!link || !next) return;
  const { game = "", puzzle = "" } = next.dataset;
  link.href = at(`/puzzles/${game}?p=${puzzle}`);
  link.textContent = `${t("puzzles-page-daily")}: ${t(`${game}-title`)}`;
}

draw();
if (facts.day !== today && !new URLSearchParams(location.search).has("day")) {
  facts.day = today;
  await Promise.all([...cards].map(renew));
  draw();
}
