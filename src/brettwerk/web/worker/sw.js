// The service worker: pages and all their parts from one version, kept for times without a connection.
//
// `FACTS` stands before this file: the version, and what to keep. A version is whole or not there; a page
// of one never gets parts of another, whose addresses differ. What is not kept goes to the network as if
// there were no worker: games with friends, everything under /api and /ws.

/** @typedef {{passages: string[], files: Record<string, number[]>}} Bundle */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const SCOPE = worker.registration.scope;
// Other sites may lie beside this one, and share its storage.
const PREFIX = `brettwerk ${new URL(SCOPE).pathname} `;
const CACHE = PREFIX + FACTS.version;
// Pages about a game that the server has.
const LIVE = ["from"];
const PARTS = ["static/", "board/", "start/", "data/", "app/"];
const KINDS = /** @type {Record<string, string>} */ ({ svg: "image/svg+xml", json: "application/json" });
// What the server says about all its pages.
const SAID = ["content-security-policy", "x-content-type-options", "referrer-policy", "cross-origin-opener-policy",
  "cross-origin-resource-policy", "permissions-policy"];

const at = (/** @type {string} */ place) => new URL(place, SCOPE).href;
const marker = (/** @type {string} */ language) => at(`offline/${language}.json`);
const CURRENT = at("offline/language");

// -- one version after the other -------------------------------------------------------------------

worker.addEventListener("install", (event) => event.waitUntil(FACTS.version ? install() : worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(FACTS.version ? tidy() : leave()));

/** Fetch everything of this version; without a part of it there is no new version. */
async function install() {
  const languages = await languagesKept();
  const current = await caches.match(CURRENT);
  const cache = await caches.open(CACHE);
  try {
    await cache.addAll(FACTS.files.map(at));
    for (const language of languages) await keep(language);
    if (current) await cache.put(CURRENT, current);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Return the languages that an earlier version kept. @returns {Promise<string[]>} */
async function languagesKept() {
  const found = [];
  for (const name of await ours()) {
    const keys = await (await caches.open(name)).keys();
    found.push(...keys.flatMap(({ url }) => url.match(/offline\/(\w+)\.json$/)?.[1] ?? []));
  }
  return [...new Set(found)];
}

const ours = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** Delete what earlier versions kept. */
async function tidy() {
  for (const name of await ours()) if (name !== CACHE) await caches.delete(name);
}

/** Take everything away, this worker too: the pages come from the network again. */
async function leave() {
  for (const name of await ours()) await caches.delete(name);
  await worker.registration.unregister();
  for (const client of await worker.clients.matchAll({ type: "window" })) await client.navigate(client.url);
}

/** Keep the pages of a language: all of them, or none. @param {string} language */
async function keep(language) {
  const cache = await caches.open(CACHE);
  if (await cache.match(marker(language))) return;
  const answer = await fetch(marker(language), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const headers = new Headers();
  for (const name of SAID) if (answer.headers.has(name)) headers.set(name, answer.headers.get(name) ?? "");
  await cache.put(marker(language), new Response(answer.body, { headers }));
}

// -- pages from a bundle ---------------------------------------------------------------------------

/** @type {Map<string, Promise<{bundle: Bundle, headers: Headers}>>} by language, read since this worker began */
const bundles = new Map();

/** Return the bundle of a language, and what the server says about its pages; null if it is not kept. @param {string} language */
async function bundleOf(language) {
  const found = bundles.has(language) ? null : await caches.match(marker(language), { cacheName: CACHE });
  if (found) bundles.set(language, found.json().then((bundle) => ({ bundle, headers: found.headers })));
  return bundles.get(language) ?? null;
}

/** Make what a bundle has at an address, and keep it for the next time. @param {string} address */
async function made(address) {
  const place = address.slice(SCOPE.length);
  const read = await bundleOf(place.match(/(?:^|^data\/|\?lang=)(\w\w)(?=\/|$)/)?.[1] ?? await current());
  const numbers = read?.bundle.files[place];
  if (!read || !numbers) return undefined;
  const headers = new Headers(read.headers);
  headers.set("content-type", `${KINDS[place.match(/\.(\w+)(?=\?|$)/)?.[1] ?? ""] ?? "text/html"}; charset=utf-8`);
  const page = new Response(numbers.map((number) => read.bundle.passages[number]).join(""), { headers });
  await (await caches.open(CACHE)).put(address, page.clone());
  return page;
}

// -- from pages ------------------------------------------------------------------------------------

worker.addEventListener("message", (event) => {
  /** @type {{t: "keep", language: string} | {t: "activate"}} */
  const message = event.data;
  if (message.t === "activate") event.waitUntil(worker.skipWaiting());
  if (message.t === "keep") event.waitUntil(keepCurrent(message.language, event));
});

/** @param {string} language @param {ExtendableMessageEvent} event */
async function keepCurrent(language, event) {
  await (await caches.open(CACHE)).put(CURRENT, new Response(language));
  const kept = await keep(language).then(() => true, () => false);
  event.source?.postMessage({ t: "kept", kept });
}

// -- what is asked for -----------------------------------------------------------------------------

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (!FACTS.version || request.method !== "GET" || !request.url.startsWith(SCOPE)) return;
  const place = request.url.slice(SCOPE.length);
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (PARTS.some((part) => place.startsWith(part))) event.respondWith(kept(request.url).then((found) => found ?? fetch(request)));
});

/** Return what this version keeps. @param {string} address */
const kept = async (address) => await caches.match(address, { cacheName: CACHE }) ?? made(address);

/** Return the language that was used last. */
const current = async () => await (await caches.match(CURRENT, { cacheName: CACHE }))?.text() ?? "";

/** A page: the one that is kept, or from the network. @param {Request} request */
async function page(request) {
  const url = new URL(request.url);
  const { searchParams: wishes } = url;
  // A server remembers the language that is chosen.
  const live = !FACTS.folders && [...LIVE, "lang"].some((name) => wishes.has(name));
  const found = live ? null : await keptPage(url, await keyOf(url));
  const answer = found ?? await fetch(request).catch(() => null);
  if (answer) return answer;
  const known = LIVE.some((name) => wishes.has(name)) ? null : await keptPage(url, await keyOf(url));
  // The wished language may not be kept.
  return known ?? await keptPage(url, await keyOf(url, "offline")) ?? await keptPage(url, await keyOf(new URL(SCOPE), "offline")) ?? Response.error();
}

/** Return a page that is kept; links of a site hold only at its own address. @param {URL} url @param {string} key */
async function keptPage(url, key) {
  const found = await kept(key);
  const moved = FACTS.folders && key !== url.origin + url.pathname;
  return found && moved ? Response.redirect(key + url.search) : found;
}

/** Return under which address a page is kept, or another page in its language. @param {URL} url @param {string} [other] */
async function keyOf(url, other) {
  const place = (url.origin + url.pathname).slice(SCOPE.length).replace(/(^|\/)index\.html$/, "$1");
  if (!FACTS.folders) return at(`${other ?? place}?lang=${url.searchParams.get("lang") ?? await current()}`);
  const language = place.match(/^\w\w(?=\/|$)/)?.[0] ?? await current();
  return at(other || !place ? `${language}/${other ? `${other}/` : ""}` : place.replace(/([^/])$/, "$1/"));
}
