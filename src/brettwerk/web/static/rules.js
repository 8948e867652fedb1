// The pages of rules: every example can be tried where it stands.

import { Study } from "./study.js";

/** @param {HTMLElement} root */
function wake(root) {
  const marks = JSON.parse(root.querySelector('[data-study="marks"]')?.textContent || "{}");
  const study = new Study(root, {
    changed: (it) => {
      // What the caption speaks of is marked as long as nothing has been tried.
      if (it.moves.length) return;
      it.extra = marks;
      it.draw();
    },
  });
  if (root.classList.contains("still")) {
    study.locked = true;
    study.draw();
  }
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll(".try"))) {
    button.addEventListener("click", () => attempt(study, button.dataset));
  }
}

/** A move of the caption: made, or refused with its reason. @param {Study} study @param {DOMStringMap} wish */
async function attempt(study, { move, why }) {
  if (study.moves.length) await study.reset();
  if (move) await study.play(move);
  else if (why) study.refused(why);
}

for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".example"))) wake(root);
