// A step of a first lesson: a move is made, the server says whether it was right, and why not.

import { arrowOf } from "./arrows.js";
import { byId } from "./dom.js";
import { noteStep, stepsDone } from "./store.js";
import { Study } from "./study.js";
import { t } from "./words.js";

const { game = "", step = "" } = byId("lesson").dataset;
const marks = JSON.parse(byId("marks").textContent || "{}");
const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 700;

/** @type {string[]} the moves that were right, with the answers to them */
let kept = [];

const study = new Study(byId("study"), {
  made: () => judge(),
  changed: (it) => {
    if (it.moves.length) return;
    it.extra = marks;
    it.draw();
  },
});

/** @param {object} question @returns {Promise<any>} what the server says; null if it refuses */
async function ask(question) {
  try {
    const answer = await fetch(`/api/lessons/${game}/${step}`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question),
    });
    const found = await answer.json();
    if (answer.ok) return found;
    tellVerdict(found.message, "");
  } catch {
    tellVerdict(t("page-no-server"), "");
  }
  return null;
}

async function judge() {
  lock(true);
  const verdict = await ask({ moves: study.moves });
  if (!verdict) {
    offer("again");
    return;
  }
  if (verdict.done) {
    tellVerdict(verdict.say, "right");
    noteStep(game, step);
    ticks();
    offer("next");
  } else if (verdict.right) {
    tellVerdict(verdict.say, "right");
    await pause();
    await study.set([...study.moves, ...verdict.answers]);
    kept = study.moves;
    lock(false);
  } else {
    tellVerdict(verdict.say, "wrong");
    offer("again");
    if (!verdict.refuted) return;
    const made = study.moves;
    await pause();
    if (study.moves === made || study.moves.join() === made.join()) await study.set([...made, verdict.refuted]);
  }
}

const pause = () => new Promise((done) => { setTimeout(done, PAUSE); });

/** @param {boolean} on */
function lock(on) {
  study.locked = on;
  study.draw();
}

/** @param {string} text @param {string} kind */
function tellVerdict(text, kind) {
  const box = byId("verdict");
  box.textContent = text;
  box.className = `verdict ${kind}`;
}

/** What can be done now. @param {"again" | "next" | ""} what */
function offer(what) {
  byId("again").hidden = what !== "again";
  byId("next").hidden = what !== "next";
  byId("hint").hidden = what === "next";
  const hub = document.getElementById("hub");
  if (hub) hub.hidden = what !== "next";
  // Whoever plays by keys goes on by keys; a button that was pressed may be gone by now.
  const here = document.activeElement;
  if (what && (here === document.body || byId("study").contains(here))) byId(what).focus({ preventScroll: true });
  if (what) byId("lesson-told").scrollIntoView({ block: "nearest" });
}

async function again() {
  const inside = document.activeElement === byId("again");
  await study.set(kept);
  lock(false);
  tellVerdict("", "");
  if (inside) study.board.goTo(study.board.focus);
  offer("");
}

async function hint() {
  if (study.locked) await again();
  const found = await ask({ moves: study.moves, hint: true });
  if (!found) return;
  const arrow = arrowOf(study.way(found.move));
  study.arrows = arrow ? [arrow] : [];
  study.draw();
  tellVerdict(t("lessons-hint", { move: found.move }), "");
}

/** Which steps have been done, in the list above. */
function ticks() {
  const done = new Set(stepsDone(game));
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
ticks();
