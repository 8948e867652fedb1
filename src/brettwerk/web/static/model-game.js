// A model game: walked through move by move, with its comments.

import { embedded } from "./api.js";
import { byId } from "./dom.js";
import { Study } from "./study.js";

/** @type {string[]} */
const moves = embedded("moves");
const list = byId("model-moves");
const buttons = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[data-ply]")]);
const study = new Study(byId("study"));
study.locked = true;
study.draw();
let ply = 0;

/** @param {number} to */
async function goTo(to) {
  ply = Math.min(moves.length, Math.max(0, to));
  for (const button of buttons) button.removeAttribute("aria-current");
  const here = buttons[ply - 1];
  here?.setAttribute("aria-current", "step");
  // The move is said where nothing is remarked, since boards are not read aloud.
  byId("now").textContent = list.querySelector(`[data-of="${ply}"]`)?.textContent || moves[ply - 1] || "";
  // Scroll only the list, never the page.
  list.scrollTop = here ? /** @type {HTMLElement} */ (here.parentElement).offsetTop - list.clientHeight / 3 : 0;
  await study.set(moves.slice(0, ply));
}

const WALKS = /** @type {Record<string, () => number>} */ ({ first: () => 0, previous: () => ply - 1, next: () => ply + 1, last: () => moves.length });
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-walk]"))) {
  button.addEventListener("click", () => goTo(WALKS[button.dataset.walk || "first"]()));
}
buttons.forEach((button, at) => button.addEventListener("click", () => goTo(at + 1)));
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const by = { "[": -1, ",": -1, "]": 1, ".": 1 }[event.key];
  if (!by) return;
  event.preventDefault();
  void goTo(ply + by);
});
