// One's own mistakes as puzzles: kept by reviews on this device, and practised until they are found.

import { arrowOf } from "./arrows.js";
import { byId } from "./dom.js";
import { dropMistake, isAsGood, ownMistakes } from "./retry.js";
import { Study } from "./study.js";
import { t } from "./words.js";

const { game = "" } = byId("practice").dataset;
const study = new Study(byId("study"), { made: (move) => judge(move) });
let all = ownMistakes().filter((one) => one.game === game);
let at = 0;

/** @param {string} text @param {string} [kind] */
function say(text, kind = "") {
  byId("verdict").textContent = text;
  byId("verdict").className = `verdict ${kind}`;
}

async function show() {
  const one = all[at];
  byId("task").textContent = one ? t("practice-task", { number: at + 1, count: all.length, played: one.played }) : t("practice-none");
  for (const id of ["next", "show", "drop"]) byId(id).hidden = !one;
  byId("practice").classList.toggle("none", !one);
  study.locked = !one;
  study.draw();
  say("");
  if (one && !(await study.load({ ...one.where, moves: one.moves }))) say(t("page-device-unknown"));
}

/** @param {string} move */
async function judge(move) {
  const one = all[at];
  study.locked = true;
  const isRight = await isAsGood(one, move, study.position).catch(() => false);
  if (isRight) {
    say(t(move === one.better[0] ? "study-review-retry-right" : "study-review-retry-as-good"), "right");
    byId("next").focus();
    return;
  }
  say(t("practice-wrong", { move }), "wrong");
  await study.takeBack();
  study.locked = false;
  study.draw();
}

byId("next").addEventListener("click", () => { at = (at + 1) % Math.max(1, all.length); void show(); });
byId("show").addEventListener("click", async () => {
  const one = all[at];
  await study.set(one.moves);
  const arrow = arrowOf(study.gestureOf(one.better[0]));
  study.arrows = arrow ? [arrow] : [];
  study.locked = false;
  study.draw();
  say(t("practice-better", { line: one.better.slice(0, 6).join(" ") }));
});
byId("drop").addEventListener("click", () => {
  dropMistake(all[at]);
  all = all.filter((_, number) => number !== at);
  at = Math.min(at, Math.max(0, all.length - 1));
  void show();
});
void show();
