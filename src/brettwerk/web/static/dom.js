// Small helpers for making elements.

/**
 * An element with attributes and contents.
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
 * An SVG element.
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

/** The element of this id, which must be there. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`No element ${id}`);
  return found;
}

/** Change a text, but only if it says something else: what stays is neither drawn nor read again. @param {Element} element @param {string} text */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A small drawn piece. @param {string} seat @param {boolean} flat */
export function pieceIcon(seat, flat) {
  const shape = seat === "barricade" ? "peg" : flat ? "disc" : "marble";
  return svg("svg", { viewBox: "-50 -50 100 100", class: "piece-icon", "aria-hidden": "true" },
    svg("use", { href: `#bw-page-${shape}-${seat}` }));
}

/** Put a text where readers of the screen hear it. @param {string} text @param {HTMLElement} [log] */
export function tell(text, log = byId("told")) {
  log.append(make("span", {}, `${text} `));
  while (log.childElementCount > 12) log.firstElementChild?.remove();
}
