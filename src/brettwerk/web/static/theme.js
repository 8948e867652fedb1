// Light or dark before anything is painted, and the button that changes it.
(() => {
  const root = document.documentElement;
  const read = () => {
    try {
      return localStorage.getItem("theme") || "auto";
    } catch {
      return "auto";
    }
  };
  const show = (/** @type {string} */ theme) => {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
  };
  show(read());
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    const name = () => {
      const text = button.dataset[read()] || "";
      button.title = text;
      button.setAttribute("aria-label", text);
    };
    name();
    button.addEventListener("click", () => {
      const order = ["auto", "light", "dark"];
      const next = order[(order.indexOf(read()) + 1) % order.length];
      try {
        localStorage.setItem("theme", next);
      } catch {
        // Without storage the choice holds for this page only.
      }
      show(next);
      name();
    });
  });
})();
