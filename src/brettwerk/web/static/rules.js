// The pages of rules: every example is a board to try.

import { embedded } from "./api.js";
import { Study } from "./study.js";

/** @param {HTMLElement} root */
function wake(root) {
  /** @type {Partial<Record<keyof import("./marks.js").Marks, string[]>> & {lines: string[][]}} */
  const { lines, ...marks } = embedded(/** @type {Element} */ (root.querySelector('[data-study="marks"]')));
  const study = new Study(root, {
    changed: (it) => {
      // Cells of the caption are marked until something has been tried.
      if (it.moves.length) return;
      it.extra = marks;
      it.figure = lines;
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

/** Try a move of the caption, or say why it is illegal. @param {Study} study @param {DOMStringMap} wanted */
async function attempt(study, { move, why }) {
  if (study.moves.length) await study.reset();
  if (move) await study.play(move);
  else if (why) study.refused(why);
}

for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".example"))) wake(root);
