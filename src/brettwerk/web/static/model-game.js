// A model game: walked through move by move, with its comments.

import { embedded } from "./api.js";
import { byId } from "./dom.js";
import { Study } from "./study.js";

/** @type {string[]} */
const moves = embedded("moves");
const items = /** @type {HTMLElement[]} */ ([...byId("model-moves").children]);
const study = new Study(byId("study"));
study.locked = true;
let ply = 0;

/** @param {number} to */
async function goTo(to) {
  ply = Math.min(moves.length, Math.max(0, to));
  items.forEach((item, at) => item.classList.toggle("here", at === ply - 1));
  const here = items[ply - 1];
  byId("now").textContent = here ? [moves[ply - 1], here.querySelector("p")?.textContent].filter(Boolean).join(": ") : "";
  here?.scrollIntoView({ block: "nearest" });
  await study.set(moves.slice(0, ply));
}

const WALKS = /** @type {Record<string, () => number>} */ ({ first: () => 0, previous: () => ply - 1, next: () => ply + 1, last: () => moves.length });
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-walk]"))) {
  button.addEventListener("click", () => goTo(WALKS[button.dataset.walk || "first"]()));
}
items.forEach((item, at) => item.querySelector("button")?.addEventListener("click", () => goTo(at + 1)));
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const by = { "[": -1, ",": -1, "]": 1, ".": 1 }[event.key];
  if (!by) return;
  event.preventDefault();
  void goTo(ply + by);
});
