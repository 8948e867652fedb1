// The page of progress: everything comes from this device, which can export and delete it.

import { embedded } from "./api.js";
import { ask } from "./ask.js";
import { byId, make } from "./dom.js";
import { exported, forgetAll, myGames, stepsDone } from "./store.js";
import { dayStreak, known } from "./streaks.js";
import { count, t } from "./words.js";

/** @typedef {import("../types/page").ProgressFacts} Facts */

/** @type {Facts[]} */
const facts = embedded("facts");

/** Return a sentence whose number is large. @param {number} number @param {string} key */
function figure(number, key) {
  const [before, after] = t(key, { count: number }).split(count(number));
  return make("li", {}, before, make("b", {}, count(number)), after);
}

/** @param {string[]} cells */
const row = ([first, ...others]) => make("tr", {}, make("th", { scope: "row" }, first), ...others.map((cell) => make("td", {}, cell)));

/** @param {Element} place @param {HTMLElement[]} rows */
const fill = (place, rows) => place.querySelector("tbody")?.replaceChildren(...rows);

function draw() {
  const games = myGames();
  const solved = facts.map(({ game }) => Object.keys(known(game).solved).length);
  const steps = facts.map(({ game, steps: all }) => Math.min(stepsDone(game).length, all));
  const sum = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);
  byId("figures").replaceChildren(
    figure(games.length, "page-figure-games"), figure(games.filter(({ result }) => result === "won").length, "page-figure-won"),
    figure(sum(solved), "page-figure-puzzles"), figure(sum(steps), "page-figure-steps"),
    figure(dayStreak(new Date().toISOString().slice(0, 10)), "page-figure-days"));
  drawLevels(games);
  fill(byId("games"), facts.map(({ game, steps: all, puzzles }, at) => row([
    t(`${game}-title`), count(games.filter((one) => one.game === game).length),
    all ? `${steps[at]} / ${all}` : "–", puzzles ? `${solved[at]} / ${puzzles}` : "–", puzzles ? count(known(game).best) : "–",
  ])));
  const file = new Blob([JSON.stringify(exported(), null, 1)], { type: "application/json" });
  /** @type {HTMLAnchorElement} */ (byId("export")).href = URL.createObjectURL(file);
}

/** Show the results against computers. @param {import("./store.js").Mine[]} games */
function drawLevels(games) {
  const played = games.filter(({ result, level }) => result && level);
  const levels = [...new Set(played.map(({ level }) => Number(level)))].sort((a, b) => a - b);
  byId("levels").hidden = !levels.length;
  fill(byId("levels"), levels.map((level) => row([count(level), ...["won", "drawn", "lost"].map((how) =>
    count(played.filter((one) => one.level === level && one.result === how).length))])));
}

/** Delete what this device keeps, the games that are played on it, too. */
async function deleteAll() {
  const { DeviceGames } = await import("./device/games.js");
  await (await DeviceGames.open())?.clear();
  forgetAll();
  draw();
}

byId("delete").addEventListener("click", () => ask(t("page-progress-sure"), [
  { text: t("page-progress-yes"), danger: true, does: () => void deleteAll() }, { text: t("page-no") },
]));
draw();
