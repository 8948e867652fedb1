// Small helpers for making elements.

/**
 * Make an element with attributes and contents.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | boolean | EventListener | undefined>} [attributes]
 * @param {...(Node | string)} inside
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (typeof value === "string") element.setAttribute(key, value);
  }
  element.append(...inside);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an SVG element.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} inside
 */
export function svg(name, attributes = {}, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...inside);
  return element;
}

/** Return the element of this id, which must exist. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`No element ${id}`);
  return found;
}

/** Change a text if it differs, so that it is neither redrawn nor read again needlessly. @param {Element} element @param {string} text */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Give a file to the user. @param {Blob} content @param {string} name */
export function saveFile(content, name) {
  const address = URL.createObjectURL(content);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Return the reference to a piece in the drawing of a board. @param {string} piece */
export const shapeOf = (piece) => `#${document.querySelector(`[data-shape-of="${piece}"]`)?.id}`;

/** Make a small picture of a piece. @param {string} piece */
export const pieceIcon = (piece) =>
  svg("svg", { viewBox: "-50 -50 100 100", class: "piece-icon", "aria-hidden": "true" }, svg("use", { href: shapeOf(piece) }));

/** Make an icon of the page's (icons.html). @param {string} name */
export const icon = (name) =>
  svg("svg", { class: "icon", viewBox: "0 0 24 24", width: 18, height: 18, "aria-hidden": "true" }, svg("use", { href: `#icon-${name}` }));

/** Announce a text to screen readers. @param {string} text @param {HTMLElement} [log] */
export function announce(text, log = byId("told")) {
  log.append(make("span", {}, `${text} `));
  while (log.childElementCount > 12) log.firstElementChild?.remove();
}
