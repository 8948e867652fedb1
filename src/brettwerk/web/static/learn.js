// The hub: the progress in each game's first lesson.

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

draw();
addEventListener("pageshow", (event) => { if (event.persisted) draw(); });
