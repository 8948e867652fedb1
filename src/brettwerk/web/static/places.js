// Where things lie: on a server at its root; on a static site anywhere, with a folder for each language.

const home = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=home]"));
/** Where the pages of this language begin. */
const root = new URL(home.href).pathname;

/** Whether this is a static site, which nobody answers. */
export const isSite = "site" in home.dataset;

/** Whether this browser can run the games' modules: then it needs no server for what they can do. */
export const canRun = typeof WebAssembly === "object" && typeof Worker === "function";

/** Return the module of a game; a game without one is left to the server. @param {string} game */
export function moduleAddress(game) {
  if (!home.dataset.modules?.split(" ").includes(game)) throw new Error(`There is no module of “${game}”.`);
  return new URL(`games/${game}/kernels.wasm`, import.meta.url);
}

/** Where everything begins. */
export const base = isSite ? new URL("..", home.href).pathname : root;

/** Return where an address of the server lies; files of a site have their query in their name. @param {string} address */
export function at(address) {
  if (!isSite) return address;
  const { pathname, search, searchParams, hash } = new URL(address, location.origin);
  const file = pathname.match(/^\/(.*)(\.\w+)$/);
  if (!file) return `${root}${pathname.slice(1)}${pathname === "/" ? "" : "/"}${search}${hash}`;
  // As in `places.py`.
  const asked = [...searchParams].flat().join(" ").split(/[^A-Za-z0-9.-]+/).filter(Boolean);
  return `${base}${[file[1], ...asked].join("_")}${file[2]}`;
}

/** Return the address of this page in the language of a link. @param {HTMLAnchorElement} link */
export function inLanguage(link) {
  const address = new URL(isSite ? link.href : location.href);
  address.search = location.search;
  address.hash = location.hash;
  if (!isSite) address.searchParams.set("lang", link.hreflang);
  return address;
}

/** Open what the address names now: another game on this device, or another seat. @param {string} id @param {boolean} onDevice */
export function followHash(id, onDevice) {
  const { hash } = location;
  // A way to a part of the page leads nowhere else.
  if (onDevice && document.getElementById(hash.slice(1))) history.replaceState(null, "", `#${id}`);
  else if (onDevice || hash.startsWith("#k=")) location.reload();
}
