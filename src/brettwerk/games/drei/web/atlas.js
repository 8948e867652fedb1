// Browsing the atlas without leaving the page: what forms and links ask for is put in its place.

import { byId } from "../../dom.js";
import { isSite } from "../../places.js";
import { t } from "../../words.js";

/** On a static site the device makes the sheets. */
const device = isSite ? await import("./atlas-device.js") : null;
const atlas = byId("atlas");
const told = byId("atlas-told");
let asked = 0;

/** The four choices of a tableau. */
const tableaus = () => /** @type {HTMLSelectElement[]} */ ([...atlas.querySelectorAll("[data-tableau]")]);

/** What each place had before it was changed. @type {string[]} */
let before = [];

function ready() {
  before = tableaus().map((one) => one.value);
}

/**
 * Show another board; what had the focus keeps it.
 * @param {string} address
 * @param {boolean} [again] whether the address is there already, because someone went back
 */
async function turnTo(address, again = false) {
  const mine = ++asked;
  const shown = device ? await made(address, () => mine === asked) : await fetched(address, () => mine === asked);
  if (!shown) return;
  if (!again) history.pushState(null, "", shown);
  told.textContent = byId("atlas-summary").textContent?.trim() || "";
  ready();
}

/** Show a board as the server tells it, and return its address. @param {string} address @param {() => boolean} isWanted whether nothing else has been asked for since */
async function fetched(address, isWanted) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) {
    location.assign(address);
    return "";
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.getElementById("atlas");
  if (!isWanted() || !found) return "";
  const focused = document.activeElement?.id;
  atlas.replaceChildren(...found.childNodes);
  if (focused) document.getElementById(focused)?.focus();
  document.title = page.title;
  return answer.url;
}

/** Show a board that the device makes, and return its address; or say why there is none. @param {string} address @param {() => boolean} isWanted */
async function made(address, isWanted) {
  if (!device) return "";
  const laid = device.wanted(address);
  try {
    if (laid && (await device.fill(atlas, laid, isWanted))) return device.addressOf(laid);
    if (!laid) refuse(device.refusal(address));
  } catch {
    refuse(t("page-no-server"));
  }
  return "";
}

/** Say why no other board is shown. @param {string} why */
function refuse(why) {
  told.textContent = why;
  byId("atlas-summary").replaceChildren(why);
}

/** @param {HTMLFormElement} form */
function ask(form) {
  const wishes = new URLSearchParams();
  for (const [name, value] of new FormData(form)) wishes.set(name, String(value));
  void turnTo(`${form.action}?${wishes}`);
}

/** A tableau lies in one place only: the place that had it takes what lay here. @param {HTMLSelectElement} chosen */
function swap(chosen) {
  const all = tableaus();
  const here = all.indexOf(chosen);
  const other = all.find((one) => one !== chosen && one.value === chosen.value);
  if (other) other.value = before[here];
}

atlas.addEventListener("change", (event) => {
  const changed = /** @type {Element} */ (event.target);
  const form = changed.closest("form");
  if (!(changed instanceof HTMLSelectElement) || !form) return;
  if (changed.matches("[data-tableau]")) swap(changed);
  ask(form);
});
atlas.addEventListener("submit", (event) => {
  event.preventDefault();
  ask(/** @type {HTMLFormElement} */ (event.target));
});
atlas.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a[data-turn]");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void turnTo(link.href);
});
atlas.classList.add("alive"); // what is chosen is shown at once
addEventListener("popstate", () => void turnTo(location.href, true));
ready();
if (device && (location.hash || location.search)) void turnTo(location.href, true);
