// The page of the day's puzzles: which of them are solved here, and for how many days.

import { byId } from "./dom.js";
import { dayStreak, known } from "./streaks.js";
import { t } from "./words.js";

const { day } = JSON.parse(byId("facts").textContent || "{}");
for (const card of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".card"))) {
  const { game = "", puzzle = "" } = card.dataset;
  const mark = /** @type {HTMLElement} */ (card.querySelector(".solved-mark"));
  mark.hidden = !(puzzle in known(game).solved);
}
const days = dayStreak(day);
byId("days").hidden = !days;
byId("days").textContent = days === 1 ? t("puzzles-page-days-one") : t("puzzles-page-days", { days });
