// The explorer of the analysis board: games that are dropped here or the engine's own, and what was played from this position.

import { byId, make, saveFile, say } from "./dom.js";
import { decoded } from "./device/game-texts.js";
import { at } from "./places.js";
import { read, write } from "./store.js";
import { count, percent, t } from "./words.js";

/**
 * @typedef {import("./analysis.js").Analysis} Analysis
 * @typedef {import("./device/collection.js").Explored} Explored
 * @typedef {import("./device/collection.js").Fault} Fault
 * @typedef {{players: string[], date: string, result: string, plies: number, setup: string}} ListedGame
 */

const SHOWN_GAMES = 200;
const SHOWN_FAULTS = 100;
const NODES = 2000;
const SCORED = 40;
const NORMAL_95 = 1.959964;

/** Return Wilson's interval of a share of this many games. @param {number} share @param {number} games @returns {[number, number]} */
export function wilson(share, games) {
  const square = NORMAL_95 ** 2 / games;
  const middle = (share + square / 2) / (1 + square);
  const margin = Math.sqrt(share * (1 - share) * square + (square * square) / 4) / (1 + square);
  return [Math.max(0, middle - margin), Math.min(1, middle + margin)];
}

/** @param {string} result @param {number} seat */
function shareOf(result, seat) {
  const [above, below = "1"] = result.split("-")[seat].split("/");
  return Number(above) / Number(below);
}

export class Explorer {
  /** @param {Analysis} analysis */
  constructor(analysis) {
    this.analysis = analysis;
    this.box = /** @type {HTMLDetailsElement} */ (byId("explorer"));
    this.isOwn = true;
    this.joined = read("explorer-joined") === "1";
    /** @type {Promise<Worker> | null} */
    this.worker = null;
    /** What is waited for, and the element that tells how far it is. @type {Map<number, {resolve: (found: never) => void, reject: (error: Error) => void, progress: string}>} */
    this.waiting = new Map();
    this.asked = 0;
    /** @type {ListedGame[]} */
    this.games = [];
    this.#wire();
  }

  // -- the worker ----------------------------------------------------------------------------------

  /** Load the game's module and what the worker must know. */
  async #load() {
    const { kindOf } = await import("./device/answers.js");
    const [kind, facts] = await Promise.all([kindOf(this.analysis.game), fetch(at(`/data/games/${this.analysis.game}.json`)).then((found) => found.json())]);
    const worker = new Worker(new URL("./device/collection-worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#heard(data));
    worker.postMessage({ t: "load", code: kind.module.code, facts });
    this.#offerFormats(/** @type {import("../types/page").DeviceCollection} */ (facts));
    return worker;
  }

  /** @param {import("../types/page").DeviceCollection} facts */
  #offerFormats({ dialects }) {
    const names = dialects.flatMap(({ formats }) => formats);
    byId("explorer-format").append(...names.map((name) => make("option", { value: name }, `.${name}`)));
  }

  /** @param {{id: number, progress?: number, done?: unknown, error?: string}} message */
  #heard({ id, progress, done, error }) {
    const asked = this.waiting.get(id);
    if (progress !== undefined) {
      if (asked) say(byId(asked.progress), t("study-games-reading", { count: progress }));
      return;
    }
    this.waiting.delete(id);
    if (error) asked?.reject(new Error(error));
    else asked?.resolve(/** @type {never} */ (done));
  }

  /** @template T @param {{t: string, [more: string]: unknown}} message @returns {Promise<T>} */
  async #ask(message) {
    this.worker ??= this.#load();
    const worker = await this.worker.catch((error) => {
      this.worker = null; // so that it is tried again
      throw error;
    });
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, progress: message.t === "own" ? "explorer-state" : "explorer-note" });
      worker.postMessage({ ...message, id });
    });
  }

  // -- input ---------------------------------------------------------------------------------------

  #wire() {
    this.box.addEventListener("toggle", () => void this.show());
    const files = /** @type {HTMLInputElement} */ (byId("explorer-files"));
    files.addEventListener("change", () => void this.#read(files.files));
    // Files are dropped anywhere: outside the box the browser would leave the page for them.
    document.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    document.addEventListener("dragleave", ({ relatedTarget }) => { if (!relatedTarget) document.body.classList.remove("dropping"); });
    document.addEventListener("drop", (event) => void this.#drop(event));
    byId("explorer-paste").addEventListener("submit", (event) => {
      event.preventDefault();
      const field = /** @type {HTMLTextAreaElement} */ (byId("explorer-pasted"));
      void this.#readTexts([[t("study-games-pasted"), field.value]]);
    });
    const joined = /** @type {HTMLInputElement} */ (byId("explorer-joined"));
    joined.checked = this.joined;
    joined.addEventListener("change", () => {
      this.joined = joined.checked;
      write("explorer-joined", this.joined ? "1" : "0");
      void this.show();
    });
    const which = /** @type {HTMLSelectElement} */ (byId("explorer-which"));
    which.addEventListener("change", () => {
      this.isOwn = which.value === "own";
      void this.show();
    });
    byId("explorer-search").addEventListener("input", () => this.#list());
    byId("explorer-save").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#save(/** @type {HTMLSelectElement} */ (byId("explorer-format")).value);
    });
  }

  /** Read dropped files; a single game is shown at once. @param {DragEvent} event */
  async #drop(event) {
    document.body.classList.remove("dropping");
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    this.isOwn = false;
    this.box.open = true;
    await this.#read(files);
    if (this.games.length === 1) await this.#open(0);
    else this.box.scrollIntoView({ block: "nearest" });
  }

  /** @param {FileList | null} files */
  async #read(files) {
    /** @type {[string, string][]} */
    const texts = [];
    for (const file of files ?? []) texts.push([file.name, decoded(await file.arrayBuffer())]);
    await this.#readTexts(texts);
  }

  /** Read texts, list their games, and say what could not be read. @param {[string, string][]} texts */
  async #readTexts(texts) {
    for (const [file, text] of texts) {
      /** @type {{games: ListedGame[], faults: Fault[]}} */
      const { games, faults } = await this.#ask({ t: "read", file, text });
      this.games = games;
      const plies = games.reduce((sum, game) => sum + game.plies, 0);
      say(byId("explorer-note"), t("study-games-read", { count: games.length, plies }) + (faults.length ? ` ${t("study-games-faults", { count: faults.length })}` : ""));
      this.#faults(faults);
    }
    if (!texts.length) return;
    this.isOwn = false;
    /** @type {HTMLSelectElement} */ (byId("explorer-which")).value = "mine";
    this.#list();
    void this.show(); // which waits for the engine
  }

  // -- lists ---------------------------------------------------------------------------------------

  /** @param {Fault[]} faults */
  #faults(faults) {
    const box = /** @type {HTMLDetailsElement} */ (byId("explorer-faults"));
    box.hidden = !faults.length;
    const said = faults.slice(0, SHOWN_FAULTS).map(({ ply, reason, details, ...where }) => make("li", {}, t(ply ? "import-fault-ply" : "import-fault", { ...where, ply, reason: t(reason, details) })));
    box.querySelector("ol")?.replaceChildren(...said);
  }

  /** Return the games that are looked for. */
  #found() {
    const wanted = /** @type {HTMLInputElement} */ (byId("explorer-search")).value.toLowerCase();
    return this.games.map((game, number) => ({ game, number })).filter(({ game }) => [...game.players, game.date, game.setup, game.result].join(" ").toLowerCase().includes(wanted));
  }

  #list() {
    const found = this.#found();
    byId("explorer-list").hidden = !this.games.length;
    byId("explorer-games").replaceChildren(...found.slice(0, SHOWN_GAMES).map(({ game, number }) => this.#row(game, number)));
    say(byId("explorer-more"), found.length > SHOWN_GAMES ? t("study-games-more", { count: found.length - SHOWN_GAMES }) : "");
  }

  /** @param {ListedGame} game @param {number} number */
  #row({ players, date, result, plies, setup }, number) {
    const names = players.map((name) => name || "?").join(" – ");
    const open = make("button", { type: "button", class: "button quiet", click: () => void this.#open(number) }, names);
    return make("li", {}, open, make("span", { class: "small" }, [result, /\d/.test(date) && date, setup, t("study-games-plies", { count: plies })].filter(Boolean).join(" · ")));
  }

  /** Save the games that are looked for as a file. @param {string} format */
  async #save(format) {
    /** @type {string} */
    const text = await this.#ask({ t: "write", numbers: this.#found().map(({ number }) => number), format });
    saveFile(new Blob([text], { type: "text/plain" }), `${this.analysis.game}.${format}`);
  }

  /** Show a game on the board. @param {number} number */
  async #open(number) {
    /** @type {{begin: string, moves: string[]}} */
    const { begin, moves } = await this.#ask({ t: "game", number });
    if (await this.analysis.open({ position: begin }, moves, 0)) byId("study").scrollIntoView({ block: "nearest" });
  }

  // -- what was played from here ---------------------------------------------------------------------

  /** Show what was played from the position on the board. */
  async show() {
    if (!this.box.open) return;
    try {
      await this.#explore();
    } catch {
      say(byId("explorer-state"), t("page-no-server"));
    }
  }

  async #explore() {
    const { study } = this.analysis;
    const { options, words } = study.state;
    const moves = study.moves;
    say(byId("explorer-state"), t("study-games-looking"));
    if (this.isOwn) await this.#ask({ t: "own" });
    /** @type {Explored[]} */
    const found = await this.#ask({ t: "ask", own: this.isOwn, joined: this.joined, options, words, moves });
    if (moves.join(" ") !== study.moves.join(" ")) return; // the board has gone on
    const total = found.reduce((sum, one) => sum + one.games, 0);
    say(byId("explorer-state"), found.length ? t("study-games-here", { count: total }) : t("study-games-none"));
    const seat = study.state.turn ?? 0;
    byId("explorer-moves").replaceChildren(...found.map((one) => this.#moveRow(one, total, seat)));
    byId("explorer-table").hidden = !found.length;
    await this.#score(found.slice(0, SCORED), moves, seat);
  }

  /** @param {Explored} one @param {number} total @param {number} seat */
  #moveRow({ move, same, games, results, strength }, total, seat) {
    const decided = results.filter(([result]) => result !== "*");
    const known = decided.reduce((sum, [, some]) => sum + some, 0);
    const share = known ? decided.reduce((sum, [result, some]) => sum + some * shareOf(result, seat), 0) / known : 0;
    const [low, high] = known ? wilson(share, known) : [0, 1];
    const play = make("button", { type: "button", class: "button quiet", click: () => void this.analysis.study.play(move) }, move);
    const chance = known ? `${percent(share)} (${percent(low)}–${percent(high)})` : "–";
    return make("tr", { "data-move": move },
      make("td", {}, play, ...(same.length ? [make("span", { class: "small" }, ` = ${same.join(", ")}`)] : [])),
      make("td", {}, `${count(games)} (${percent(games / total)})`),
      make("td", {}, chance),
      make("td", {}, strength === null ? "" : count(Math.round(strength))),
      make("td", { "data-score": "" }, ""));
  }

  /** Say what the engine thinks of the moves. @param {Explored[]} found @param {string[]} moves @param {number} seat */
  async #score(found, moves, seat) {
    const { engineOf, kindOf } = await import("./device/answers.js");
    const { Position } = await import("./engine/position.js");
    const { options, words } = this.analysis.study.state;
    const game = (await kindOf(this.analysis.game)).game(options);
    let position = new Position(game, words.map((word) => BigInt(`0x${word}`)), []);
    for (const text of moves) position = position.play(position.find(text) ?? { code: 0 });
    for (const { move } of found) {
      if (moves.join(" ") !== this.analysis.study.moves.join(" ")) return;
      const made = position.find(move);
      const cell = document.querySelector(`#explorer-moves [data-move="${move}"] [data-score]`);
      if (!made || !cell) continue;
      const after = position.play(made);
      const analysed = after.outcome ? null : await (await engineOf(after)).analyse(after, { nodes: NODES });
      const line = analysed?.lines[0];
      const isExact = Boolean(after.outcome || analysed?.exact || line?.exact);
      const score = after.outcome?.returns ?? analysed?.exact?.returns ?? line?.exact?.returns ?? line?.score;
      if (score) cell.textContent = `${percent((score[seat] + 1) / 2)}${isExact ? " ✓" : ""}`;
    }
  }
}
