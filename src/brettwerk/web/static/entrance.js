// The entrance of a static site: lead to the reader's language, if it is another one than this page's.
(() => {
  const stored = () => {
    try {
      return localStorage.getItem("language");
    } catch {
      return null;
    }
  };
  const wanted = [stored(), ...navigator.languages].map((one) => one?.slice(0, 2));
  addEventListener("DOMContentLoaded", () => {
    const links = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.lang"))];
    const best = wanted.map((one) => links.find(({ hreflang }) => hreflang === one)).find(Boolean);
    if (best && best.hreflang !== document.documentElement.lang) location.replace(best.href);
  });
})();
