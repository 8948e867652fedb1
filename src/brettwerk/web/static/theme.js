// The look that was chosen on this device: set before anything is painted, and again when settings.js says so.
(() => {
  const root = document.documentElement;
  /** @type {Record<string, string>} what was chosen on this page, also where nothing can be stored */
  const chosen = {};
  const read = (/** @type {string} */ key) => {
    try {
      return chosen[key] || localStorage.getItem(key);
    } catch {
      return chosen[key];
    }
  };
  const show = () => {
    const theme = read("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const meta of /** @type {NodeListOf<HTMLMetaElement>} */ (document.querySelectorAll("meta[data-theme]"))) {
      const which = meta.dataset.theme || "";
      meta.media = root.dataset.theme ? (root.dataset.theme === which ? "" : "not all") : `(prefers-color-scheme: ${which})`;
    }
    root.dataset.boardStyle = read("set-board") || "wood";
    root.dataset.pieceStyle = read("set-piece") || "classic";
    root.dataset.speed = read("set-speed") || "normal";
    root.dataset.coordinates = read("set-coordinates") === "0" ? "off" : "on";
    root.dataset.hand = read("set-left") === "1" ? "left" : "right";
  };
  show();
  addEventListener("chosen", (event) => {
    Object.assign(chosen, /** @type {CustomEvent} */ (event).detail);
    show();
  });
})();
