// Analyses saved on this device, opened from texts, and downloaded as records.

import { request, send } from "./api.js";
import { copy } from "./ask.js";
import { byId, make, saveFile } from "./dom.js";
import { at } from "./places.js";
import { read, write } from "./store.js";
import { formatTime, t } from "./words.js";

const MOST = 100;
const WAITING = "analysis-pasted";

/**
 * @typedef {{name: string, game: string, begin: string, moves: import("./tree.js").Ply[], at: number}} SavedAnalysis
 * @typedef {import("./analysis.js").Analysis} Analysis
 */

/** @returns {SavedAnalysis[]} */
function all() {
  try {
    const found = JSON.parse(read("analyses") || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {SavedAnalysis[]} list */
const keep = (list) => write("analyses", JSON.stringify(list.slice(0, MOST)));

/** @param {Analysis} analysis */
export function wireSavedAnalyses(analysis) {
  byId("paste").addEventListener("submit", (event) => {
    event.preventDefault();
    bring(analysis, /** @type {HTMLTextAreaElement} */ (byId("pasted")).value);
  });
  byId("keep").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (byId("keep-name"));
    const lasting = keep([entry(analysis, field.value.trim()), ...all()]);
    field.value = "";
    say(t(lasting ? "study-kept" : "study-not-kept"));
    list(analysis);
  });
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-export]"))) {
    button.addEventListener("click", () => take(analysis, button.dataset.export || ""));
  }
  byId("copy-position").addEventListener("click", () => copy(analysis.study.position, say));
  list(analysis);
  fromOtherPage(analysis);
}

/** @param {string} text */
const say = (text) => { byId("bring-note").textContent = text; };

/** @param {Analysis} analysis @param {string} name @returns {SavedAnalysis} */
function entry(analysis, name) {
  const { game, study, tree } = analysis;
  return { name: name || formatTime(Date.now()), game, begin: study.state.begin, moves: tree.moves(), at: Date.now() };
}

/** @param {Analysis} analysis */
function list(analysis) {
  const mine = all();
  byId("kept").replaceChildren(...mine.map((one) => {
    const open = make("button", { type: "button", class: "button quiet", click: () => show(analysis, one) }, one.name);
    const forget = make("button", {
      type: "button", class: "icon-button", "aria-label": t("study-forget", { name: one.name }), title: t("study-forget", { name: one.name }),
      click: () => { keep(all().filter(({ at }) => at !== one.at)); list(analysis); byId("keep-name").focus(); },
    }, "×");
    return make("li", {}, open, make("span", { class: "small" }, t(`${one.game}-title`)), forget);
  }));
}

/** Ask the server what a pasted text says, and show it. @param {Analysis} analysis @param {string} text */
export async function bring(analysis, text) {
  /** @type {import("../types/page").AnalysisTreeMessage | null} */
  const found = await request("/api/study/read", { text }, say);
  if (found) await show(analysis, found);
}

/** @param {Analysis} analysis @param {{game: string, begin: string, moves: import("./tree.js").Ply[], ply?: number | null}} found */
async function show(analysis, found) {
  if (found.game !== analysis.game) {
    sessionStorage.setItem(WAITING, JSON.stringify(found));
    location.assign(at(`/analysis/${found.game}`));
    return;
  }
  const could = await analysis.open({ position: found.begin }, found.moves, found.ply ?? 0);
  say(could ? t("study-brought") : "");
  if (could) byId("study").scrollIntoView({ block: "nearest" });
}

/** Show what was opened on the page of another game. @param {Analysis} analysis */
async function fromOtherPage(analysis) {
  const waiting = sessionStorage.getItem(WAITING);
  if (!waiting) return;
  sessionStorage.removeItem(WAITING);
  await analysis.ready;
  await show(analysis, JSON.parse(waiting));
}

/** Download the record. @param {Analysis} analysis @param {string} ending */
async function take(analysis, ending) {
  const { study, tree, game } = analysis;
  const found = await send("/api/study/record", { begin: study.state.begin, moves: tree.moves(), ending }, say);
  if (found) saveFile(await found.blob(), `${game}.${ending}`);
}
