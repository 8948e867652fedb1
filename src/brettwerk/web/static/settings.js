// The settings of this device, on every page: they take effect at once, and are stored. The language takes a new page.

import { filledIn, fillIn } from "./fields.js";
import { inLanguage } from "./places.js";
import { choice, choose, set, setting } from "./store.js";

/**
 * @typedef {Parameters<typeof choice>[0]} Choice
 * @typedef {Parameters<typeof setting>[0]} Switch
 */

const FORMS = "fields";

/** Tell the page what was chosen. @param {string} key @param {string} value */
const tell = (key, value) => dispatchEvent(new CustomEvent("chosen", { detail: { [key]: value } }));

for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-setting]"))) {
  const name = /** @type {Switch} */ (box.dataset.setting);
  box.checked = setting(name);
  box.addEventListener("change", () => {
    set(name, box.checked);
    tell(`set-${name}`, box.checked ? "1" : "0");
  });
}

for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-choice]"))) {
  const name = /** @type {Choice} */ (field.dataset.choice);
  if (field.type === "radio") field.checked = field.value === choice(name);
  else field.value = choice(name);
  field.addEventListener("change", () => {
    choose(name, field.value);
    if (name === "speed") set("motion", field.value !== "off");
    tell(name === "theme" ? name : `set-${name}`, field.value);
  });
}

// -- another language, the same page ---------------------------------------------------------------

const content = /** @type {HTMLElement} */ (document.querySelector("main"));

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.lang"))) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const address = inLanguage(link);
    try {
      localStorage.setItem("language", link.hreflang);
      sessionStorage.setItem(FORMS, JSON.stringify({ path: address.pathname, fields: filledIn(content) }));
    } catch {
      // Without storage the fields are empty again.
    }
    if (address.href === location.href) location.reload();
    else location.replace(address); // the way back leads to another page, not to another language
  });
}

try {
  const { path, fields } = JSON.parse(sessionStorage.getItem(FORMS) || "{}");
  sessionStorage.removeItem(FORMS);
  if (path === location.pathname) {
    fillIn(content, fields);
    content.dataset.filled = "1";
  }
} catch {
  // There is nothing to fill in.
}
