// The puzzles of the day: which are solved, and for how many days in a row.

import { embedded } from "./api.js";
import { byId } from "./dom.js";
import { dayStreak, known } from "./streaks.js";
import { t } from "./words.js";

/** @type {import("../types/page").PuzzlesFacts} */
const { day } = embedded("facts");
for (const card of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".card"))) {
  const { game = "", puzzle = "" } = card.dataset;
  const mark = /** @type {HTMLElement} */ (card.querySelector(".solved-mark"));
  mark.hidden = !(puzzle in known(game).solved);
}
const days = dayStreak(day);
byId("days").hidden = !days;
byId("days").textContent = t("puzzles-page-days", { count: days });
