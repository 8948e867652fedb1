// Keys, buttons and forms that are on the page from the beginning.

import { hint, linkOf } from "./around.js";
import { copy } from "./ask.js";
import { byId, make } from "./dom.js";
import { set, setting } from "./store.js";
import { colour } from "./talk.js";
import { t } from "./words.js";

/** @typedef {import("./game.js").Play} Play */

/** @param {Play} play */
export function wire(play) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-step]"))) {
    button.addEventListener("click", () => step(play, button.dataset.step || ""));
  }
  addEventListener("keydown", (event) => key(play, event));
  byId("type").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (byId("typed"));
    if (field.value.trim()) play.play(field.value.trim());
    field.value = "";
  });
  byId("watch").addEventListener("click", () => copy(linkOf(play.id), (text) => play.note(text)));
  for (const ending of ["svg", "png"]) {
    const link = /** @type {HTMLAnchorElement} */ (byId(`picture-${ending}`));
    link.addEventListener("click", () => { link.href = picture(play, ending); });
  }
  const rounds = /** @type {HTMLSelectElement} */ (byId("rounds"));
  rounds.addEventListener("change", () => play.lookAt(Number(rounds.value), Infinity));
  settings(play);
  naming(play);
}

/** @param {Play} play @param {string} ending */
function picture(play, ending) {
  const dark = document.documentElement.dataset.theme === "dark"
    || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  const { ply } = play;
  const wishes = new URLSearchParams({
    round: String(play.table.round), ply: String(ply), theme: dark ? "dark" : "light", flipped: play.flipped ? "1" : "0",
  });
  return `/api/games/${play.id}/picture.${ending}?${wishes}`;
}

/** @param {Play} play @param {string} which */
function step(play, which) {
  if (!play.table) return;
  const to = { first: 0, previous: play.ply - 1, next: play.ply + 1, last: null }[which];
  play.look(to === undefined ? null : to);
}

/** @param {Play} play @param {KeyboardEvent} event */
function key(play, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|TEXTAREA|SELECT/.test(target.tagName)) return;
  if (!play.table || document.querySelector("dialog[open]")) return;
  // Who speaks to the computer, or hits keys by mistake, can do without these.
  if (event.key.length === 1 && !setting("keys")) return;
  /** @type {Record<string, () => void>} */
  const does = {
    Escape: () => play.back(),
    "[": () => step(play, "previous"),
    "]": () => step(play, "next"),
    f: () => play.turn(),
    h: () => hint(play),
    m: () => { if (!byId("type").hidden) byId("typed").focus(); },
  };
  const found = does[event.key];
  if (!found) return;
  event.preventDefault();
  found();
}

/** @param {Play} play */
function settings(play) {
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-setting]"))) {
    const name = /** @type {"confirm"} */ (box.dataset.setting);
    box.checked = setting(name);
    box.addEventListener("change", () => {
      set(name, box.checked);
      if (play.table) play.draw();
    });
  }
}

/** A field for the name of everyone who is played here. @param {Play} play */
function naming(play) {
  const box = byId("naming");
  document.querySelector("details.more")?.addEventListener("toggle", () => {
    box.replaceChildren(...(play.live.table ? play.me.map((person) => nameForm(play, person)) : []));
  });
}

/** @param {Play} play @param {number} person */
function nameForm(play, person) {
  const { table } = play.live;
  const id = `my-name-${person}`;
  const field = make("input", { id, maxlength: "30", autocomplete: "off", value: table.people[person].name });
  const label = play.me.length > 1 ? t("page-name-of", { seat: t(`seat-${colour(table, person)}`) }) : t("page-your-name");
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    play.act("name", { text: field.value, person });
  };
  return make("form", { submit: save }, make("label", { for: id }, label),
    make("div", { class: "row tight" }, field, make("button", { class: "button", type: "submit" }, t("page-save"))));
}
