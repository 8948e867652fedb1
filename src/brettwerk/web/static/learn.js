// The hub: the progress in each game's first lesson.

import { at } from "./places.js";
import { stepsDone } from "./store.js";
import { t } from "./words.js";

function draw() {
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-progress]"))) {
    const total = Number(box.dataset.total);
    const done = Math.min(stepsDone(box.dataset.progress || "").length, total);
    box.hidden = !done;
    box.classList.toggle("whole", done === total);
    const text = done === total ? t("lessons-whole") : t("lessons-progress", { done, count: total });
    const bar = /** @type {HTMLElement | null} */ (box.querySelector(".progress-bar span"));
    if (bar) bar.style.width = `${(100 * done) / total}%`;
    const words = box.querySelector(".progress-words");
    if (words) words.textContent = text;
  }
  const list = /** @type {HTMLElement | null} */ (document.querySelector("[data-steps]"));
  const done = new Set(stepsDone(list?.dataset.steps || ""));
  const items = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-steps] [data-step]"));
  for (const item of items) {
    const yes = done.has(item.dataset.step || "");
    item.classList.toggle("done", yes);
    const words = item.querySelector(".step-done");
    if (words) words.textContent = yes ? t("lessons-done") : "";
  }
  const next = [...items].find((item) => !done.has(item.dataset.step || ""));
  const go = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-go]"));
  const link = next?.querySelector("a");
  if (go && link && done.size) {
    go.href = link.href;
    go.textContent = t("lessons-continue");
  }
}

/** Let the large button lead to the lesson that has begun, or to the first that has not. */
function offerNext() {
  const link = /** @type {HTMLAnchorElement | null} */ (document.getElementById("next-lesson"));
  const lessons = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-progress]"))].map(({ dataset }) =>
    ({ game: dataset.progress || "", done: stepsDone(dataset.progress || "").length, total: Number(dataset.total) }));
  const begun = lessons.find(({ done, total }) => done && done < total);
  const next = begun || lessons.find(({ done }) => !done);
  if (!link || !next) return;
  link.href = at(begun ? `/learn/${next.game}` : `/lessons/${next.game}`);
  link.textContent = t(begun ? "page-continue" : "lessons-of", { game: t(`${next.game}-title`) });
}

draw();
offerNext();
addEventListener("pageshow", (event) => { if (event.persisted) { draw(); offerNext(); } });
