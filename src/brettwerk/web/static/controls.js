// Keys, buttons and forms of the page of a game.

import { hint } from "./actions.js";
import { copy } from "./ask.js";
import { byId, make } from "./dom.js";
import { setting } from "./store.js";
import { colour } from "./describe.js";
import { linkOf } from "./links.js";
import { isSite } from "./places.js";
import { called, t } from "./words.js";

/** @typedef {import("./game.js").GamePage} GamePage */

/** @param {GamePage} page */
export function wire(page) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-step]"))) {
    button.addEventListener("click", () => step(page, button.dataset.step || ""));
  }
  addEventListener("keydown", (event) => key(page, event));
  byId("type").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (byId("typed"));
    if (field.value.trim()) page.play(field.value.trim());
    field.value = "";
  });
  if (page.session) wireDevice(page, page.session);
  else wireShared(page);
  const rounds = /** @type {HTMLSelectElement} */ (byId("rounds"));
  rounds.addEventListener("change", () => page.lookAt(Number(rounds.value), Infinity));
  addEventListener("chosen", () => { if (page.ready) page.draw(); });
  naming(page);
}

/** @param {GamePage} page */
function wireShared(page) {
  byId("watch").addEventListener("click", () => copy(linkOf(page.id), (text) => page.note(text)));
  for (const ending of ["svg", "png"]) {
    const link = /** @type {HTMLAnchorElement} */ (byId(`picture-${ending}`));
    link.addEventListener("click", () => { link.href = picture(page, ending); });
  }
}

/** Records and pictures of a game on this device are made here; it is handed to the server when somebody invites others. @param {GamePage} page @param {import("./device/session.js").DeviceSession} session */
function wireDevice(page, session) {
  for (const link of document.querySelectorAll('[id^="record-"], [id^="picture-"]')) {
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      const { save } = await import("./device/export.js");
      await save(page, session, link.id);
    });
  }
  if (isSite) return;
  const button = byId("watch");
  button.textContent = t("page-device-invite");
  button.addEventListener("click", () => session.invite((message) => page.note(message)));
}

/** @param {GamePage} page @param {string} ending */
function picture(page, ending) {
  const dark = document.documentElement.dataset.theme === "dark"
    || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  const { ply } = page;
  const query = new URLSearchParams({
    round: String(page.state.round), ply: String(ply), theme: dark ? "dark" : "light", flipped: page.flipped ? "1" : "0",
  });
  return `/api/games/${page.id}/picture.${ending}?${query}`;
}

/** @param {GamePage} page @param {string} which */
function step(page, which) {
  if (!page.ready) return;
  /** @type {Record<string, number | null>} */
  const plies = { first: 0, previous: page.ply - 1, next: page.ply + 1, last: null };
  const to = plies[which];
  page.look(to === undefined ? null : to);
}

/** @param {GamePage} page @param {KeyboardEvent} event */
function key(page, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|TEXTAREA|SELECT/.test(target.tagName)) return;
  if (!page.ready || document.querySelector("dialog[open], :popover-open")) return;
  // People who dictate, or hit keys by mistake, can turn these off.
  if (event.key.length === 1 && !setting("keys")) return;
  /** @type {Record<string, () => void>} */
  const does = {
    Escape: () => page.back(),
    "[": () => step(page, "previous"),
    "]": () => step(page, "next"),
    f: () => page.turn(),
    h: () => hint(page),
    m: () => { if (!byId("type").hidden) byId("typed").focus(); },
  };
  const found = does[event.key];
  if (!found) return;
  event.preventDefault();
  found();
}

/** Offer a name field for everyone who plays at this screen. @param {GamePage} page */
function naming(page) {
  const box = byId("naming");
  document.querySelector("details.more")?.addEventListener("toggle", () => {
    box.replaceChildren(...(page.ready ? page.me.map((person) => nameForm(page, person)) : []));
  });
}

/** @param {GamePage} page @param {number} person */
function nameForm(page, person) {
  const { state } = page.live;
  const id = `my-name-${person}`;
  const field = make("input", { id, maxlength: "30", autocomplete: "off", value: state.people[person].name });
  const label = page.me.length > 1 ? t("page-name-of", { seat: called("seat", colour(state, person)) }) : t("page-your-name");
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    page.command("name", { text: field.value, person });
  };
  return make("form", { submit: save }, make("label", { for: id }, label),
    make("div", { class: "row tight" }, field, make("button", { class: "button", type: "submit" }, t("page-save"))));
}
