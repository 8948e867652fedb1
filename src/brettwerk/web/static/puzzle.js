// Puzzles, one after the other: moves are tried on the board, and the server judges them.

import { embedded, request } from "./api.js";
import { Challenge } from "./challenge.js";
import { byId, make } from "./dom.js";
import { at } from "./places.js";
import { daily } from "./daily.js";
import { broken, daySolved, dayStreak, known, solved } from "./streaks.js";
import { Study } from "./study.js";
import { t } from "./words.js";

const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 650;
/** @type {import("../types/page").PuzzleFacts} */
const facts = embedded("facts");
const { game, all } = facts;
let { puzzle } = facts;
const query = new URLSearchParams(location.search);
/** Whether this puzzle has had neither help nor a wrong move. */
let alone = true;
/** Counts what the reader does; answers to an earlier action are ignored. */
let action = 0;

const study = new Study(byId("puzzle"), { made: judge });
study.notNow = () => t("puzzles-page-off");
const part = (/** @type {string} */ id) => /** @type {HTMLButtonElement} */ (byId(id));
const wait = () => new Promise((done) => setTimeout(done, PAUSE));

// -- trying ----------------------------------------------------------------------------------------

/** Judge the move that was made. */
async function judge() {
  const now = ++action;
  const { moves } = study;
  study.locked = true;
  study.draw();
  say("note", t("puzzles-page-asking"));
  /** @type {import("../types/page").PuzzleVerdict | null} */
  const verdict = await ask("", { moves });
  if (now !== action) return;
  if (!verdict) {
    await study.takeBack();
    study.locked = false;
    return;
  }
  await follow(moves, verdict.moves, now);
  if (now !== action) return;
  if (verdict.done) finish(verdict.sentence);
  else if (!verdict.right) fail(verdict.sentence, moves.slice(0, -1));
  else if (verdict.known) goOn(verdict.sentence);
  else {
    await again(moves.slice(0, -1));
    say("note", verdict.sentence);
  }
}

/** Show the answers of the others, one by one. @param {string[]} moves @param {string[]} answers @param {number} now */
async function follow(moves, answers, now) {
  for (let count = 1; count <= answers.length; count++) {
    await wait();
    if (now !== action) return;
    await study.set([...moves, ...answers.slice(0, count)]);
  }
}

/** @param {string} sentence */
function goOn(sentence) {
  say("right", sentence);
  study.locked = false;
  study.draw();
}

const challenge = new Challenge(game, all, {
  show,
  over: (sentence) => {
    action++; // what is still asked for is not shown any more
    study.locked = true;
    study.draw();
    say("note", sentence);
    part("hint").disabled = part("solution").disabled = true;
    part("next").focus();
  },
});

/** @param {string} sentence */
function finish(sentence) {
  solved(game, puzzle.id, alone);
  if (challenge.mode) {
    void challenge.judged(true);
    return;
  }
  showThemes();
  if (puzzle.id === facts.daily) daySolved(facts.day);
  say("done", sentence);
  part("hint").disabled = part("solution").disabled = true;
  part("next").classList.add("primary");
  part("next").focus();
  showScores();
}

/** @param {string} sentence @param {string[]} before the moves to go on from */
function fail(sentence, before) {
  spoil();
  if (challenge.mode) {
    void challenge.judged(false);
    return;
  }
  say("wrong", sentence);
  part("again").hidden = false;
  part("again").onclick = () => again(before);
  part("again").focus();
}

/** @param {string[]} moves */
async function again(moves) {
  action++;
  const back = document.activeElement === part("again");
  part("again").hidden = true;
  if (back) part("hint").focus();
  say("", "");
  await study.set(moves);
  study.locked = false;
  study.draw();
}

function spoil() {
  alone = false;
  if (!(puzzle.id in known(game).solved)) broken(game);
  showScores();
}

// -- helping ---------------------------------------------------------------------------------------

part("hint").onclick = async () => {
  /** @type {import("../types/page").PuzzleHint | null} */
  const found = await ask("/hint");
  if (!found) return;
  spoil();
  if (study.moves.length) await again([]);
  study.hint = found.cells;
  study.draw();
  say("note", found.sentence);
};

part("solution").onclick = async () => {
  /** @type {import("../types/page").PuzzleSolution | null} */
  const found = await ask("/solution");
  if (!found) return;
  spoil();
  const now = ++action;
  study.locked = true;
  part("again").hidden = false;
  part("again").onclick = () => again([]);
  say("note", t("puzzles-page-shown", { moves: found.moves.join(", ") }));
  await study.set([]);
  await follow([], found.moves, now);
};

// -- one after the other ---------------------------------------------------------------------------

part("next").onclick = async () => {
  const [id, allDone] = following();
  if (await show(id) && allDone) say("note", t("puzzles-page-all-done"));
};

/** Show another puzzle, and return whether that was possible. @param {string} id */
async function show(id) {
  const asked = action;
  /** @type {import("../types/page").PuzzleTask | null} */
  const found = await ask("", undefined, id);
  if (!found || asked !== action) return false;
  const now = ++action;
  puzzle = found;
  alone = true;
  history.replaceState(null, "", at(`/puzzles/${game}?p=${puzzle.id}`));
  study.turned = puzzle.flipped;
  await study.load({ position: puzzle.position });
  if (now !== action) return false;
  study.locked = false;
  study.draw();
  showPuzzle();
  return true;
}

/** Return the next unsolved puzzle of the chosen grade, and whether all are solved. @returns {[string, boolean]} */
function following() {
  const grade = Number(/** @type {HTMLSelectElement} */ (byId("which")).value);
  const theme = /** @type {HTMLSelectElement} */ (byId("theme")).value;
  const fitting = all.filter(([, its, themes]) => (!grade || its === grade) && (!theme || themes.includes(theme))).map(([id]) => id);
  const here = all.findIndex(([id]) => id === puzzle.id);
  const later = all.slice(here + 1).map(([id]) => id).filter((id) => fitting.includes(id));
  const inTurn = [...later, ...fitting.filter((id) => !later.includes(id))];
  const done = known(game).solved;
  const open = inTurn.filter((id) => !(id in done));
  return [open.find((id) => id !== puzzle.id) ?? open[0] ?? inTurn[0] ?? puzzle.id, !open.length];
}

// -- drawing ---------------------------------------------------------------------------------------

function showPuzzle() {
  byId("task").textContent = puzzle.task;
  const dots = [1, 2, 3, 4, 5].map((n) => make("span", { class: n <= puzzle.grade ? "dot full" : "dot" }));
  byId("grade").replaceChildren(make("span", { class: "grade", "data-grade": String(puzzle.grade) },
    make("span", { class: "dots", "aria-hidden": "true" }, ...dots), ` ${t("puzzles-page-grade", { grade: puzzle.grade })}`));
  byId("daily").hidden = puzzle.id !== facts.daily;
  byId("analysis").setAttribute("href", at(puzzle.analysis));
  part("again").hidden = byId("themes").hidden = true;
  part("hint").disabled = part("solution").disabled = false;
  part("next").classList.remove("primary");
  const before = puzzle.id in known(game).solved;
  say(before ? "note" : "", before ? t("puzzles-page-solved-before") : "");
  showScores();
}

/** Tell what there was to see, once it has been seen. */
function showThemes() {
  const themes = all.find(([id]) => id === puzzle.id)?.[2] ?? [];
  byId("themes").hidden = !themes.length;
  byId("themes").textContent = `${t("puzzles-page-themes")}: ${themes.map((theme) => facts.themes[theme]).join(", ")}`;
}

function showScores() {
  const { solved: done, run, best } = known(game);
  const count = all.filter(([id]) => id in done).length;
  byId("progress").textContent = t("puzzles-page-progress", { solved: count, count: all.length });
  byId("run").hidden = !best;
  byId("run").textContent = t("puzzles-page-run", { run, best });
  const days = dayStreak(facts.day);
  byId("days").hidden = !days;
  byId("days").textContent = t("puzzles-page-days", { count: days });
}

/** @param {string} kind @param {string} sentence */
function say(kind, sentence) {
  const verdict = byId("verdict");
  verdict.dataset.kind = kind;
  verdict.textContent = sentence;
}

/**
 * Ask the server, and say what it refuses.
 * @template T
 * @param {string} what @param {object} [question] @param {string} [id]
 * @returns {Promise<T | null>}
 */
function ask(what, question, id = puzzle.id) {
  return request(`/api/puzzles/${game}/${id}${what}`, question, (text) => say("note", text));
}

/** Show the puzzle of the address, if the page began with another one: it may have been made long ago. */
async function fromAddress() {
  const today = new Date().toISOString().slice(0, 10);
  if (facts.day !== today && !query.has("day")) {
    facts.daily = await daily(game, all.map(([id]) => id), today) ?? facts.daily;
    facts.day = today;
  }
  const wanted = query.get("p") ?? "";
  const id = all.some(([one]) => one === wanted) ? wanted : facts.daily;
  if (id !== puzzle.id) await show(id);
}

byId("acts").hidden = byId("which-one").hidden = false;
showPuzzle();
await fromAddress();
// A link to more puzzles than that of the day opens the next one at once.
if (location.hash === "#more") part("next").click();
