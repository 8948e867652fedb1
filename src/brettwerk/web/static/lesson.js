// A step of a first lesson: the server says whether a move was right, and why not.

import { embedded, request } from "./api.js";
import { arrowOf } from "./arrows.js";
import { byId } from "./dom.js";
import { noteStep, stepsDone } from "./store.js";
import { Study } from "./study.js";
import { t } from "./words.js";

const { game = "", step = "", kept = "" } = byId("lesson").dataset;
/** @type {Partial<Record<keyof import("./marks.js").Marks, string[]>> & {lines: string[][]}} */
const { lines, ...marks } = embedded("marks");
const resign = document.getElementById("resign");
const playOut = document.getElementById("play-out");
const STRONG = 8; // the level of the computer against which a step is played out
const RESIGN = "resign"; // as in `learn/lessons.py`
const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 700;

/** @type {string[]} the right moves so far, with the answers to them */
let accepted = [];
/** Counts how often a move was taken back: what refutes it is not shown any more then. */
let tries = 0;

/** Whether the step is done and played out against a computer. */
let playingOut = false;
/** The seat of the reader. */
let reader = 0;

const study = new Study(byId("study"), {
  made: () => (playingOut ? answer() : judge()),
  changed: (it) => {
    if (it.moves.length) return;
    it.extra = marks;
    it.figure = lines;
    it.draw();
  },
});

/** @template T @param {import("../types/page").LessonAttempt} attempt @returns {Promise<T | null>} */
function ask(attempt) {
  return request(`/api/lessons/${game}/${step}`, attempt, (text) => showVerdict(text, ""));
}

/** Have the last move judged, or that the reader resigns. @param {string[]} [instead] */
async function judge(instead = []) {
  lock(true);
  /** @type {import("../types/page").LessonVerdict | null} */
  const verdict = await ask({ moves: [...study.moves, ...instead] });
  if (!verdict) {
    offer("again");
    return;
  }
  if (verdict.done) {
    showVerdict(verdict.say, "right");
    noteStep(kept, step);
    ticks();
    offer("next");
  } else if (verdict.right) {
    showVerdict(verdict.say, "right");
    await pause();
    await study.set([...study.moves, ...verdict.answers]);
    accepted = study.moves;
    lock(false);
  } else {
    showVerdict(verdict.say, "wrong");
    offer("again");
    if (!verdict.refuted) return;
    const [made, now] = [study.moves, tries];
    await pause();
    if (now === tries && study.moves.join() === made.join()) await study.set([...made, verdict.refuted]);
  }
}

const pause = () => new Promise((done) => { setTimeout(done, PAUSE); });

/** @param {boolean} on */
function lock(on) {
  study.locked = on;
  study.draw();
}

/** @param {string} text @param {string} kind */
function showVerdict(text, kind) {
  const box = byId("verdict");
  box.textContent = text;
  box.className = `verdict ${kind}`;
}

/** Offer what can be done now. @param {"again" | "next" | ""} what */
function offer(what) {
  const here = document.activeElement;
  byId("again").hidden = what !== "again";
  byId("next").hidden = what !== "next";
  byId("hint").hidden = what === "next";
  if (resign) resign.hidden = what !== "";
  if (playOut) playOut.hidden = what !== "next" || playingOut || !study.moves.length || Boolean(study.outcome);
  const hub = document.getElementById("hub");
  if (hub) hub.hidden = what !== "next";
  // Keep the focus for those who use the keyboard; the button they pressed may be gone.
  if (what && (here === document.body || here === resign || byId("study").contains(here))) byId(what).focus({ preventScroll: true });
  if (what) byId("lesson-told").scrollIntoView({ block: "nearest" });
}

async function again() {
  const inside = document.activeElement === byId("again");
  tries++;
  await study.set(accepted);
  lock(false);
  showVerdict("", "");
  if (inside) study.board.goTo(study.board.focus);
  offer("");
}

async function hint() {
  if (study.locked) await again();
  /** @type {import("../types/page").MoveMessage | null} */
  const found = await ask({ moves: study.moves, hint: true });
  if (!found) return;
  if (found.move === RESIGN) {
    showVerdict(t("lessons-hint-resign"), "");
    return;
  }
  const arrow = arrowOf(study.gestureOf(found.move));
  study.arrows = arrow ? [arrow] : [];
  study.draw();
  showVerdict(t("lessons-hint", { move: found.move }), "");
}

// -- playing it out --------------------------------------------------------------------------------

/** Let the computer move for the others until it is the reader's turn again. */
async function answer() {
  lock(true);
  while (study.state.turn !== null && study.state.turn !== reader) {
    const { position } = study;
    /** @type {import("../types/page").MoveMessage | null} */
    const found = await request("/api/study/answer", { position, level: STRONG }, (text) => showVerdict(text, ""));
    if (!found) return;
    await study.set([...study.moves, found.move]);
  }
  if (study.outcome) showVerdict(study.outcome.sentence || "", study.outcome.winners.includes(reader) ? "right" : "");
  else lock(false);
}

function beginPlayingOut() {
  playingOut = true;
  offer("next");
  showVerdict(t("course-playing"), "");
  void answer();
}

/** Tick the steps that have been done in the list. */
function ticks() {
  const done = new Set(stepsDone(kept));
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".lesson-steps a"))) {
    const yes = done.has(link.dataset.step || "");
    link.classList.toggle("done", yes);
    const name = link.querySelector(".unseen");
    if (name && yes && !link.dataset.told) {
      name.append(` ${t("lessons-done")}`);
      link.dataset.told = "1";
    }
  }
}

byId("again").addEventListener("click", again);
byId("hint").addEventListener("click", hint);
reader = study.state.turn ?? 0;
playOut?.addEventListener("click", beginPlayingOut);
resign?.addEventListener("click", () => judge([RESIGN]));
ticks();
