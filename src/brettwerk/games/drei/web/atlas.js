// Browsing the atlas without leaving the page: what forms and links ask for is put in its place.

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
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
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) {
    location.assign(address);
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.getElementById("atlas");
  if (mine !== asked || !found) return;
  const focused = document.activeElement?.id;
  atlas.replaceChildren(...found.childNodes);
  document.title = page.title;
  if (!again) history.pushState(null, "", answer.url);
  if (focused) document.getElementById(focused)?.focus();
  told.textContent = byId("atlas-summary").textContent?.trim() || "";
  ready();
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
