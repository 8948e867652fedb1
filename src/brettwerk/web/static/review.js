// The review of a finished game: judged move by move, to walk through by curve, list and keys.

import { embedded } from "./api.js";
import { arrowOf } from "./arrows.js";
import { drawCurve } from "./curve.js";
import { byId, make } from "./dom.js";
import { drawBar, describeShares } from "./evaluation.js";
import { Socket } from "./socket.js";
import { Study } from "./study.js";
import { called, has, language, percent, t } from "./words.js";

/** @typedef {import("../types/page").ReviewedPly} Look */

class Review {
  /** @param {import("../types/page").ReviewFacts} facts @param {import("./device/reviewer.js").DeviceReview | null} device who reviews a game on this device */
  constructor(facts, device) {
    this.facts = facts;
    this.device = device;
    /** @type {Look[]} */
    this.looks = [];
    this.count = this.facts.plies.length + 1;
    this.ply = this.count - 1;
    /** @type {number | null} */
    this.turning = null;
    this.study = new Study(byId("study"), { made: (move) => this.#made(move) });
    this.study.locked = true;
    /** @type {string[]} the moves on the board, from where it begins */
    this.moves = device?.moves ?? this.study.moves;
    /** @type {Socket<import("../types/page").StudySocketAnswer> | null} */
    this.socket = device ? null : new Socket("analysis", () => [], language, (message) => this.#receive(message), (state) => this.#connected(state));
    if (device) void this.#onDevice(device);
    this.#wire();
    this.goTo(this.ply);
  }

  /** @param {import("./device/reviewer.js").DeviceReview} device */
  async #onDevice(device) {
    /** @type {HTMLAnchorElement} */ (byId("game")).href = device.address;
    await this.study.load({ game: this.facts.game, options: device.game.chosen, moves: this.moves });
    await device.run((message) => this.#receive(message));
  }

  /** @param {import("../types/page").ConnectionState} state */
  #connected(state) {
    if (state === "open" && !this.over) {
      this.looks = [];
      this.socket?.send({ t: "review", id: 1, game: this.facts.id, round: this.facts.round });
    } else if (state !== "open" && !this.over) byId("progress").textContent = t("page-offline");
  }

  over = false;
  /** The plies to learn from; all mistakes until they are known. @type {number[] | null} */
  moments = null;
  /** The ply of the mistake that is being retried. @type {number | null} */
  retried = null;

  /** @param {import("../types/page").StudySocketAnswer} message */
  #receive(message) {
    if (message.t === "look") {
      this.looks[message.ply] = message;
      byId("progress").textContent = t("study-review-progress", { done: message.ply + 1, of: message.of });
      this.#added(message);
    } else if (message.t === "no") byId("progress").textContent = message.message;
    else if (message.t === "reviewed") this.#done(message);
  }

  /** @param {import("../types/page").Reviewed} found */
  #done(found) {
    this.over = true;
    this.turning = found.turning;
    this.moments = found.moments;
    byId("progress").textContent = t("study-review-done");
    byId("summary").textContent = found.summary.join(" ");
    byId("annotated").hidden = Boolean(this.device);
    byId("moments").replaceChildren();
    // Where the game turned comes first, the others in their order.
    const turned = (/** @type {Look} */ look) => Number(look.ply === found.turning);
    [...this.looks].sort((a, b) => turned(b) - turned(a)).forEach((look) => this.#moment(look));
    this.draw();
  }

  // -- plies -------------------------------------------------------------------------------------

  /** @param {Look} look */
  #added(look) {
    const row = make("tr", { "data-ply": String(look.ply) },
      make("td", {}, look.ply ? this.#number(look.ply) : ""), make("td", {}, this.#button(look)),
      make("td", {}, look.shares.map(percent).join(" : ")),
      make("td", {}, (look.exact ? `${t("study-exact")}: ` : "") + sentences(saidOf(look))));
    const known = byId("plies").querySelector(`[data-ply="${look.ply}"]`);
    if (known) known.replaceWith(row);
    else byId("plies").append(row);
    this.#moment(look);
    this.draw();
  }

  /** List a moment to learn from; other mistakes are only in the table. @param {Look} look */
  #moment(look) {
    if (!look.better || look.kind === "slip" || (this.moments && !this.moments.includes(look.ply)) || byId("moments").querySelector(`[data-ply="${look.ply}"]`)) return;
    const head = [make("span", { class: `kind ${look.kind}` }, t(`study-kind-${look.kind}`)), this.#button(look)];
    if (look.ply === this.turning) head.push(make("strong", {}, t("study-review-turned")));
    byId("moments").append(make("li", { "data-ply": String(look.ply) },
      make("p", { class: "moment-head" }, ...head), make("p", {}, look.remark || ""),
      make("p", { class: "row" }, make("button", { type: "button", class: "button", click: () => this.#retry(look) }, t("study-review-retry")),
        make("button", { type: "button", class: "button quiet", click: (/** @type {Event} */ event) => this.#keep(look, /** @type {HTMLButtonElement} */ (event.currentTarget)) }, t("study-review-keep")))));
  }

  /** Keep a mistake on this device, to practise it later. @param {Look} look @param {HTMLButtonElement} button */
  async #keep(look, button) {
    const { keepMistake } = await import("./retry.js");
    const { game } = this.facts;
    const where = this.device ? { game, options: this.device.game.chosen } : this.study.where;
    const moves = this.moves.slice(0, this.facts.board[look.ply - 1] ?? 0);
    keepMistake({ game, where, moves, played: look.move || "", better: look.better || [], shares: this.looks[look.ply - 1].shares, player: look.player ?? 0 });
    button.disabled = true;
    button.textContent = t("study-review-kept");
  }

  /** Let the reader find the better move. @param {Look} look */
  async #retry(look) {
    await this.goTo(look.ply - 1);
    this.retried = look.ply;
    this.study.arrows = [];
    this.study.locked = false;
    this.study.draw();
    byId("now-words").textContent = t("study-review-retry-say");
    byId("study").scrollIntoView({ block: "nearest" });
  }

  /** Judge the move that was made in a retry. @param {string} move */
  async #made(move) {
    const look = this.retried === null ? undefined : this.looks[this.retried];
    if (!look?.better) return;
    this.study.locked = true;
    const before = this.looks[look.ply - 1];
    const missed = { better: look.better, shares: before.shares, player: look.player ?? 0 };
    const { isAsGood } = await import("./retry.js");
    const isRight = await isAsGood(missed, move, this.study.position).catch(() => false);
    if (this.retried !== look.ply) return;
    if (!isRight) await this.study.takeBack();
    this.study.locked = isRight;
    this.study.draw();
    byId("now-words").textContent = isRight ? t(move === look.better[0] ? "study-review-retry-right" : "study-review-retry-as-good") : t("study-review-retry-wrong", { move, line: look.better.slice(0, 6).join(" ") });
  }

  /** @param {Look} look */
  #button(look) {
    return make("button", { type: "button", class: "button quiet", click: () => this.goTo(look.ply) }, this.#called(look.ply));
  }

  /** Describe a ply. @param {number} ply */
  #called(ply) {
    if (!ply) return t("study-review-start");
    const text = this.facts.plies[ply - 1];
    const [event, seat] = text.split(":");
    const key = `page-said-${event}`;
    if (seat !== undefined && has(key)) return t(key, { who: called("seat", this.facts.seats[Number(seat)]) });
    return `${this.#number(ply)} ${text}`;
  }

  /** Number a ply as the list of moves does. @param {number} ply */
  #number(ply) {
    const players = this.facts.seats.length;
    return `${Math.ceil(ply / players)}${ply % players === 1 ? "." : " …"}`;
  }

  /** @param {number} ply */
  #analysis(ply) {
    if (this.device) return this.device.analysis(ply);
    const where = new URLSearchParams({ from: this.facts.id, round: String(this.facts.round), ply: String(ply) });
    return `/analysis/${this.facts.game}?${where}`;
  }

  // -- walking -----------------------------------------------------------------------------------

  #wire() {
    const slider = /** @type {HTMLInputElement} */ (byId("ply"));
    slider.max = String(this.count - 1);
    slider.addEventListener("input", () => this.goTo(Number(slider.value)));
    byId("back").addEventListener("click", () => this.goTo(this.ply - 1));
    byId("on").addEventListener("click", () => this.goTo(this.ply + 1));
    addEventListener("keydown", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|TEXTAREA|SELECT/.test(target.tagName)) return;
      const by = { "[": -1, ",": -1, "]": 1, ".": 1 }[event.key];
      if (by) this.goTo(this.ply + by);
      else if (event.key === "f") this.study.turn();
      else return;
      event.preventDefault();
    });
  }

  /** @param {number} ply */
  async goTo(ply) {
    this.ply = Math.min(this.count - 1, Math.max(0, ply));
    this.retried = null;
    this.study.locked = true;
    this.draw();
    const shown = this.facts.board[this.ply] ?? 0;
    if (shown !== this.study.frames.length) await this.study.set(this.moves.slice(0, shown));
    this.#arrows();
  }

  /** Show the better move before a mistake. */
  #arrows() {
    const next = this.looks[this.ply + 1];
    const gesture = next?.better ? this.study.gestureOf(next.better[0]) : "";
    const arrow = gesture ? arrowOf(gesture, 1) : null;
    this.study.arrows = arrow ? [arrow] : [];
    this.study.draw();
  }

  draw() {
    const { ply, facts } = this;
    const look = this.looks[ply];
    drawBar(byId("bar"), facts.seats, look?.shares ?? null, look?.words || "");
    byId("now-words").textContent = sentences([this.#called(ply), ...(look ? saidOf(look) : [])]);
    /** @type {HTMLAnchorElement} */ (byId("again")).href = this.#analysis(ply);
    const slider = /** @type {HTMLInputElement} */ (byId("ply"));
    slider.value = String(ply);
    slider.setAttribute("aria-valuetext", [this.#called(ply), look ? describeShares(facts.seats, look.shares) : ""].filter(Boolean).join(": "));
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-ply]"))) {
      if (one.matches("li, tr")) one.classList.toggle("here", Number(one.dataset.ply) === ply);
    }
    drawCurve(byId("curve"), facts.seats, this.looks.filter(Boolean), {
      count: this.count, ply, turning: this.turning, label: t("study-review-curve-label"), goTo: (to) => this.goTo(to),
    });
    byId("study").dataset.at = String(ply);
  }
}

/** Return how the game stood and what is remarked, which mostly says that, too. @param {Look} look */
const saidOf = ({ words, remark }) => (remark?.includes(words) ? [remark] : [words, remark ?? ""]);

/** @param {string[]} said */
const sentences = (said) => said.filter(Boolean).map((one) => one.replace(/[^.!?]$/, "$&.")).join(" ");

/** Open the review of a game on this device, or say that there is none. */
async function onDevice() {
  const { openReview } = await import("./device/reviewer.js");
  const found = await openReview();
  if (found) new Review(found.facts, found);
  else byId("progress").textContent = t("page-no-game");
}

/** @type {import("../types/page").ReviewFacts} */
const facts = embedded("facts");
if (facts.id) new Review(facts, null);
else void onDevice();
