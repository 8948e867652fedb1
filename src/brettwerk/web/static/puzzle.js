// One puzzle after the other: moves are tried on the board, and the server says what is proven about them.

import { byId, make } from "./dom.js";
import { broken, daySolved, dayStreak, known, solved } from "./streaks.js";
import { Study } from "./study.js";
import { t } from "./words.js";

/**
 * @typedef {{id: string, grade: number, task: string, position: string, flipped: boolean, analysis: string}} Puzzle
 * @typedef {{right: boolean, done: boolean, moves: string[], known: boolean, sentence: string}} Verdict
 */

const PAUSE = 650;
const facts = JSON.parse(byId("facts").textContent || "{}");
/** @type {string} */
const game = facts.game;
/** @type {[string, number][]} */
const all = facts.all;
/** @type {Puzzle} */
let puzzle = facts.puzzle;
/** Whether there was neither help nor a wrong move in this puzzle. */
let alone = true;
/** Grows with everything that ends what goes on: whatever was awaited before means nothing then. */
let moment = 0;

const study = new Study(byId("puzzle"), { made: judge });
study.notNow = () => t("puzzles-page-off");
const part = (/** @type {string} */ id) => /** @type {HTMLButtonElement} */ (byId(id));
const wait = () => new Promise((done) => setTimeout(done, PAUSE));

// -- trying ----------------------------------------------------------------------------------------

/** A move has been made: is it right? */
async function judge() {
  const now = ++moment;
  const { moves } = study;
  study.locked = true;
  study.draw();
  say("note", t("puzzles-page-asking"));
  const verdict = /** @type {Verdict | null} */ (await ask("", { moves }));
  if (now !== moment) return;
  if (!verdict) {
    await study.takeBack();
    study.locked = false;
    return;
  }
  await follow(moves, verdict.moves, now);
  if (now !== moment) return;
  if (verdict.done) finish(verdict.sentence);
  else if (!verdict.right) fail(verdict.sentence, moves.slice(0, -1));
  else if (verdict.known) goOn(verdict.sentence);
  else {
    await again(moves.slice(0, -1));
    say("note", verdict.sentence);
  }
}

/** The moves of the others, one by one. @param {string[]} moves @param {string[]} answers @param {number} now */
async function follow(moves, answers, now) {
  for (let count = 1; count <= answers.length; count++) {
    await wait();
    if (now !== moment) return;
    await study.set([...moves, ...answers.slice(0, count)]);
  }
}

/** @param {string} sentence */
function goOn(sentence) {
  say("right", sentence);
  study.locked = false;
  study.draw();
}

/** @param {string} sentence */
function finish(sentence) {
  solved(game, puzzle.id, alone);
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
  say("wrong", sentence);
  part("again").hidden = false;
  part("again").onclick = () => again(before);
  part("again").focus();
}

/** @param {string[]} moves */
async function again(moves) {
  moment++;
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
  const found = await ask("/hint");
  if (!found) return;
  spoil();
  if (study.moves.length) await again([]);
  study.hint = found.cells;
  study.draw();
  say("note", found.sentence);
};

part("solution").onclick = async () => {
  const found = await ask("/solution");
  if (!found) return;
  spoil();
  const now = ++moment;
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
  const found = await ask("", undefined, id);
  if (!found) return;
  puzzle = found;
  moment++;
  alone = true;
  history.replaceState(null, "", `/puzzles/${game}?p=${puzzle.id}`);
  study.turned = puzzle.flipped;
  study.locked = false;
  await study.load({ position: puzzle.position });
  showPuzzle();
  if (allDone) say("note", t("puzzles-page-all-done"));
};

/** The next puzzle of the chosen grade that has not been solved here; whether all of them have. @returns {[string, boolean]} */
function following() {
  const grade = Number(/** @type {HTMLSelectElement} */ (byId("which")).value);
  const fitting = all.filter(([, its]) => !grade || its === grade).map(([id]) => id);
  const here = all.findIndex(([id]) => id === puzzle.id);
  const later = all.slice(here + 1).map(([id]) => id).filter((id) => fitting.includes(id));
  const inTurn = [...later, ...fitting.filter((id) => !later.includes(id))];
  const done = known(game).solved;
  const open = inTurn.filter((id) => !(id in done));
  return [open.find((id) => id !== puzzle.id) ?? open[0] ?? inTurn[0], !open.length];
}

// -- showing ---------------------------------------------------------------------------------------

function showPuzzle() {
  byId("task").textContent = puzzle.task;
  const dots = [1, 2, 3, 4, 5].map((n) => make("span", { class: n <= puzzle.grade ? "dot full" : "dot" }));
  byId("grade").replaceChildren(make("span", { class: "grade", "data-grade": String(puzzle.grade) },
    make("span", { class: "dots", "aria-hidden": "true" }, ...dots), ` ${t("puzzles-page-grade", { grade: puzzle.grade })}`));
  byId("daily").hidden = puzzle.id !== facts.daily;
  byId("analysis").setAttribute("href", puzzle.analysis);
  part("again").hidden = true;
  part("hint").disabled = part("solution").disabled = false;
  part("next").classList.remove("primary");
  const before = puzzle.id in known(game).solved;
  say(before ? "note" : "", before ? t("puzzles-page-solved-before") : "");
  showScores();
}

function showScores() {
  const { solved: done, run, best } = known(game);
  const count = all.filter(([id]) => id in done).length;
  byId("progress").textContent = t("puzzles-page-progress", { solved: count, count: all.length });
  byId("run").hidden = !best;
  byId("run").textContent = t("puzzles-page-run", { run, best });
  const days = dayStreak(facts.day);
  byId("days").hidden = !days;
  byId("days").textContent = days === 1 ? t("puzzles-page-days-one") : t("puzzles-page-days", { days });
}

/** @param {string} kind @param {string} sentence */
function say(kind, sentence) {
  const verdict = byId("verdict");
  verdict.dataset.kind = kind;
  verdict.textContent = sentence;
}

/** Ask the server; what it refuses is said, and gives null. @param {string} what @param {object} [question] @param {string} [id] */
async function ask(what, question, id = puzzle.id) {
  try {
    const answer = await fetch(`/api/puzzles/${game}/${id}${what}`, question && {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question),
    });
    const found = await answer.json();
    if (answer.ok) return found;
    say("note", found.message);
  } catch {
    say("note", t("page-no-server"));
  }
  return null;
}

byId("acts").hidden = byId("which-one").hidden = false;
showPuzzle();
// Who wants more than the puzzle of the day gets the next one at once.
if (location.hash === "#more") part("next").click();
