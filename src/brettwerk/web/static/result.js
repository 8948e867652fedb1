// The result over the board: who won and why, points, and what can be done next.

import { afterwards, button, reviewing } from "./actions.js";
import { copy } from "./ask.js";
import { make, pieceIcon } from "./dom.js";
import { colour, result, shortName } from "./describe.js";
import { linkOf } from "./links.js";
import { t } from "./words.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
// First one sees the last move.
const LATER = 900;

/** @typedef {import("./game.js").GamePage} GamePage */

export class ResultBanner {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
    /** The round whose result was closed, or waits for the last move to be seen. */
    this.closed = 0;
    this.box = make("section", { class: "result", hidden: true, "aria-labelledby": "result-title" });
    page.board.host.parentElement?.append(this.box);
  }

  /** Whether it can be seen now. */
  get open() {
    return !this.box.hidden;
  }

  /** Show the last move first. */
  wait() {
    const { round } = this.page.live.state;
    this.closed = round;
    setTimeout(() => {
      if (this.closed === round) this.closed = 0;
      this.page.draw();
    }, STILL.matches ? 0 : LATER);
  }

  /** Close it, and return whether it was open. */
  close() {
    if (!this.open) return false;
    this.closed = this.page.live.state.round;
    this.page.draw();
    return true;
  }

  draw() {
    const { page, box } = this;
    const { state } = page.live;
    const hide = !state.round_over || page.looking !== null || this.closed === state.round;
    if (hide) this.#hide();
    else {
      const inside = this.#inside();
      const key = inside.map((one) => one.textContent).join("|");
      if (box.dataset.shown === key && !box.hidden) return;
      const focused = box.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.do : "";
      box.dataset.shown = key;
      box.replaceChildren(...inside);
      box.classList.toggle("above", this.#below());
      box.hidden = false;
      if (focused) /** @type {HTMLElement | null} */ (box.querySelector(`[data-do="${focused}"]`))?.focus();
    }
  }

  #hide() {
    const inside = this.box.contains(document.activeElement);
    this.box.hidden = true;
    if (inside) this.page.board.goTo(this.page.board.focus);
  }

  #inside() {
    const { page } = this;
    const { state } = page.live;
    const { title, reason } = result(state, page.me);
    const close = make("button", { type: "button", class: "result-close", "aria-label": t("page-close"), "data-do": "page-close", click: () => this.close() }, "×");
    const share = button("page-hand-on", () => this.#share(), "quiet");
    const next = page.me.length ? afterwards(page) : [];
    return [
      close, ...winners(page), make("h2", { id: "result-title" }, title), make("p", { class: "result-reason" }, reason), ...scores(page),
      make("p", { class: "result-buttons" }, ...next, ...reviewing(page), share),
    ];
  }

  #share() {
    const { page } = this;
    const url = linkOf(page.id);
    if (navigator.share) navigator.share({ title: t(`${page.game}-title`), url }).catch(() => {});
    else copy(url, (text) => page.note(text));
  }

  /** Return whether what decided the game lies in the lower half of the board. */
  #below() {
    const { page: { live: { frames }, board } } = this;
    const last = frames[frames.length - 1];
    const cells = last ? [...(last.lines || []).flatMap((line) => line.slice(1)), ...(last.moved || []).map(([, to]) => to), ...(last.placed || []).map(([cell]) => cell)] : [];
    const heights = cells.flatMap((name) => board.cells.get(name)?.y ?? []);
    const all = [...board.cells.values()].map(({ y }) => y);
    const middle = (Math.min(...all) + Math.max(...all)) / 2;
    return heights.reduce((sum, y) => sum + y - middle, 0) > 0;
  }
}

/** Show the pieces of those who won the round. @param {GamePage} page */
function winners({ live: { state } }) {
  const last = state.rounds[state.rounds.length - 1];
  const icons = (last?.winners || []).map((person) => pieceIcon(colour(state, person)));
  return icons.length ? [make("p", { class: "result-winners" }, ...icons)] : [];
}

/** Show the points of a match, the leader's bold. @param {GamePage} page */
function scores({ live: { state }, me }) {
  if (!state.scores) return [];
  const most = Math.max(...state.scores);
  return [make("p", { class: "result-scores" }, ...state.scores.map((points, person) =>
    make("span", { class: points === most ? "leads" : "" }, pieceIcon(colour(state, person)), `${shortName(state, person, me)} `,
      make("strong", {}, t("page-score-short", { points, target: state.target })))))];
}
