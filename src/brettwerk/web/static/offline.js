// Keeping the pages for times without a connection, and a word when there is a new version of them.

import { base } from "./places.js";
import { byId, make } from "./dom.js";
import { language, t } from "./words.js";

/** Offer to load a new version; all open pages change to it together. @param {ServiceWorker} waiting */
function offer(waiting) {
  if (document.getElementById("new-version")) return;
  const close = () => byId("new-version").remove();
  const load = () => waiting.postMessage({ t: "activate" });
  document.body.append(make("div", { class: "new-version", id: "new-version", role: "status" },
    make("span", {}, t("page-new-version")),
    make("button", { type: "button", class: "button primary", click: load }, t("page-new-version-load")),
    make("button", { type: "button", class: "button quiet", click: close }, t("page-new-version-later"))));
}

/** @param {ServiceWorkerRegistration} registration */
function watch(registration) {
  const look = () => {
    // The first version of all has nothing to replace.
    if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  };
  const follow = () => registration.installing?.addEventListener("statechange", look);
  look();
  follow(); // one may have begun before this page did
  registration.addEventListener("updatefound", follow);
  // Browsers look for a new version after a page has loaded, some time; nobody needs to wait for that.
  registration.update().catch(() => {});
}

async function begin() {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) serviceWorker.addEventListener("controllerchange", () => location.reload());
  serviceWorker.addEventListener("message", ({ data }) => { if (data.t === "kept") document.body.dataset.offline = data.kept ? "ready" : "failed"; });
  try {
    watch(await serviceWorker.register(`${base}sw.js`, { updateViaCache: "none" }));
    (await serviceWorker.ready).active?.postMessage({ t: "keep", language });
  } catch {
    // Storage may be denied: then everything comes from the network.
  }
}

// What the page itself needs comes first.
if ("serviceWorker" in navigator) {
  if (document.readyState === "complete") void begin();
  else addEventListener("load", () => void begin());
}
