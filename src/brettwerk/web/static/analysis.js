// The analysis board: any position, analysed while one looks, with variations as a tree.

import { Arrange } from "./arrange.js";
import { arrowOf } from "./arrows.js";
import { embedded } from "./api.js";
import { copy } from "./ask.js";
import { announce, byId, say } from "./dom.js";
import { Explorer } from "./explorer.js";
import { drawBar, drawLines, effort, wireLines } from "./evaluation.js";
import { wireSavedAnalyses } from "./saved-analyses.js";
import { Opponent } from "./opponent.js";
import { inLanguage } from "./places.js";
import { read, write } from "./store.js";
import { Study } from "./study.js";
import { Thinking } from "./thinking.js";
import { Tree } from "./tree.js";
import { drawTree } from "./treeview.js";
import { t } from "./words.js";

/** Return the options that a link says; none if it is broken. @param {string} text @returns {Record<string, unknown>} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

export class Analysis {
  constructor() {
    const root = byId("study");
    this.game = root.dataset.game || "";
    this.tree = new Tree();
    /** @type {import("./tree.js").Node | null} the move that the board will show next */
    this.heading = null;
    /** @type {string[]} the moves to the position that is analysed */
    this.analysed = [];
    this.on = read("analysis-on") !== "0";
    this.lines = Number(read("analysis-lines")) || 3;
    /** Whether a link is still being opened; nothing is analysed before that. */
    this.opening = true;
    this.thinking = new Thinking((state, found, details) => this.#show(state, found, details));
    this.study = new Study(root, {
      made: (text) => this.#made(text),
      changed: () => this.#changed(),
    });
    /** @type {string} where the page began, which links need not say */
    this.usual = this.study.state.begin;
    /** @type {{options: string, begin: string} | null} options that the link says, and where a game with them begins */
    this.begun = null;
    /** @type {import("../types/page").AnalysisTreeMessage} */
    const opening = embedded("opening");
    this.tree = Tree.from(opening.moves);
    this.tree.at = this.tree.grow(this.study.moves);
    this.#wire();
    this.ready = this.#fromLink();
    wireSavedAnalyses(this);
    this.arrange = new Arrange(this);
    this.opponent = new Opponent(this);
    this.explorer = new Explorer(this);
  }

  // -- where we are --------------------------------------------------------------------------------

  /** Open what the link says: where it begins, and the moves from there. */
  async #fromLink() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    // A page that was kept began at the start, whatever its address says.
    const asked = new URLSearchParams(location.search).get("position");
    const position = wanted.get("p") ?? (asked !== this.usual ? asked : null);
    const moves = (wanted.get("m") || "").split(" ").filter(Boolean);
    const options = wanted.get("o");
    const where = options ? { game: this.game, options: parsed(options) } : position ? { position } : null;
    if (where && (await this.study.load(where))) this.tree = new Tree();
    if (options) this.begun = { options, begin: this.study.state.begin };
    if (moves.length && (await this.study.set(moves))) this.tree.at = this.tree.grow(this.study.moves);
    this.opening = false;
    this.draw();
    this.#changed();
  }

  /** Return a link to this position. */
  link() {
    const search = new URLSearchParams(location.search);
    search.delete("lang");
    const wanted = new URLSearchParams();
    const { begin } = this.study.state;
    if (begin === this.begun?.begin) wanted.set("o", this.begun.options);
    else if (begin !== this.usual) wanted.set("p", begin);
    if (this.study.moves.length) wanted.set("m", this.study.moves.join(" "));
    const hash = wanted.toString();
    return location.pathname + (search.size ? `?${search}` : "") + (hash ? `#${hash}` : "");
  }

  /** Show another tree from another position, and return whether that was possible. @param {import("./study.js").Where} where @param {import("./tree.js").Ply[]} moves @param {number} [ply] */
  async open(where, moves, ply) {
    const tree = Tree.from(moves);
    if (!(await this.study.load({ ...where, moves: [] }))) return false;
    this.tree = tree;
    this.heading = null;
    this.arrange.end();
    let node = tree.root;
    for (let at = 0; at < (ply ?? Infinity) && node.children.length; at++) node = node.children[0];
    this.draw();
    return node === tree.root || this.goTo(node);
  }

  /** Go to a move, and return whether the board could. @param {import("./tree.js").Node | null} node */
  async goTo(node) {
    if (!node || this.#arranging()) return false;
    const { tree } = this;
    this.heading = node;
    const could = await this.study.set(node.path);
    if (could) tree.at = node;
    if (this.heading === node) this.heading = null;
    this.draw();
    return could;
  }

  /** Return whether pieces are being set up, which must end first. */
  #arranging() {
    const { study } = this;
    if (study.touched) study.note(t("study-arranging-first"));
    return Boolean(study.touched);
  }

  /** Add a move that was made by hand. @param {string} text */
  #made(text) {
    this.tree.play(text);
    this.draw();
    this.opponent.answer();
  }

  /** Play a line that was found. @param {string[]} moves */
  async follow(moves) {
    const node = this.tree.grow([...this.analysed, ...moves]);
    if (await this.goTo(node)) announce(t("study-followed", { moves: moves.join(" ") }));
  }

  /** Analyse the position again, if analysis is on. */
  again() {
    this.#changed();
  }

  #changed() {
    if (this.opening || this.study.touched) return;
    history.replaceState(null, "", this.link());
    void this.explorer?.show();
    if (this.on) this.think();
    else this.#show("off", null, {});
  }

  // -- analysis ------------------------------------------------------------------------------------

  think() {
    this.analysed = this.study.moves;
    this.thinking.about(this.study.position, this.lines);
  }

  /** @param {boolean} on */
  turnOn(on) {
    this.on = on;
    write("analysis-on", on ? "1" : "0");
    if (on) this.think();
    else this.thinking.stop();
    this.draw();
  }

  /** @param {import("./thinking.js").State} state @param {import("../types/page").AnalysisMessage | null} found @param {import("./thinking.js").Details} details */
  #show(state, found, details) {
    if (!this.study) return;
    const { study } = this;
    drawBar(byId("bar"), study.state.seats, found?.shares ?? null, found?.words || "");
    say(byId("found-words"), found ? found.words : "");
    byId("found-exact").hidden = !found?.exact;
    drawLines(byId("lines"), found, study.state.seats);
    say(byId("effort"), effort(found));
    say(byId("thinking"), details.message || t(`study-state-${state}`, { ahead: details.ahead }));
    byId("engine").dataset.state = state;
    say(byId("go"), t(state === "thinking" || state === "waiting" ? "study-stop" : "study-go"));
    if (["time", "settled", "others", "stopped"].includes(state) && found?.words) announce(found.words);
    const arrows = (found?.lines || []).flatMap(({ moves }, i) => arrowOf(study.gestureOf(moves[0]), i + 1) || []);
    this.#point(study.touched ? [] : arrows);
  }

  /** Draw arrows on the board if they have changed. @param {import("./arrows.js").Arrow[]} arrows */
  #point(arrows) {
    const { study } = this;
    if (JSON.stringify(study.arrows) === JSON.stringify(arrows)) return;
    study.arrows = arrows;
    study.draw();
  }

  // -- input ---------------------------------------------------------------------------------------

  #wire() {
    byId("go").addEventListener("click", () => this.turnOn(!["thinking", "waiting"].includes(this.thinking.state)));
    const lines = /** @type {HTMLSelectElement} */ (byId("how-many"));
    lines.value = String(this.lines);
    lines.addEventListener("change", () => {
      this.lines = Number(lines.value);
      write("analysis-lines", lines.value);
      if (this.on) this.think();
    });
    wireLines(byId("lines"), (moves) => this.follow(moves));
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-walk]"))) {
      button.addEventListener("click", () => this.walk(button.dataset.walk || ""));
    }
    addEventListener("keydown", (event) => this.#key(event));
    for (const other of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.lang"))) {
      other.addEventListener("click", () => { other.href = inLanguage(other).href; });
    }
    byId("share").addEventListener("click", () => copy(location.origin + this.link(), (text) => this.study.note(text)));
    byId("type").addEventListener("submit", (event) => this.#typed(event));
    const comment = /** @type {HTMLInputElement} */ (byId("comment"));
    comment.addEventListener("input", () => {
      this.tree.at.comment = comment.value.trim();
      this.#drawTree();
    });
  }

  /** @param {Event} event */
  async #typed(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (byId("typed"));
    if (field.value.trim() && (await this.study.play(field.value.trim()))) field.value = "";
  }

  /** @param {string} which */
  walk(which) {
    if (this.#arranging()) return;
    const { tree } = this;
    // Keys may come faster than answers: each goes on from where the last one leads.
    const at = this.heading || tree.at;
    if (which === "first") this.goTo(tree.root);
    if (which === "previous") this.goTo(at.parent);
    if (which === "next") this.goTo(at.children[0] || null);
    if (which === "last") this.goTo(at.end);
    if (which === "up") this.goTo(at.sibling(-1));
    if (which === "down") this.goTo(at.sibling(1));
    if (which === "promote") {
      tree.promote(at);
      this.draw();
    }
    if (which === "cut") this.#cut(at);
  }

  /** Cut off a move, once the board has left it. @param {import("./tree.js").Node} node */
  async #cut(node) {
    const { tree } = this;
    if (!(await this.goTo(node.parent))) return;
    tree.cut(node);
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|TEXTAREA|SELECT/.test(target.tagName)) return;
    if (document.querySelector("dialog[open], :popover-open")) return;
    const inTree = byId("tree").contains(target);
    /** @type {Record<string, string>} */
    const keys = { "[": "previous", ",": "previous", "]": "next", ".": "next", "<": "up", ">": "down" };
    /** @type {Record<string, string>} */
    const arrows = { ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last", Delete: "cut" };
    const walk = keys[event.key] || (inTree ? arrows[event.key] : "");
    if (walk) this.walk(walk);
    else if (event.key === "f") this.study.turn();
    else if (event.key === "a") this.turnOn(!this.on);
    else if (event.key === "m") byId("typed").focus();
    else return;
    event.preventDefault();
  }

  // -- drawing -------------------------------------------------------------------------------------

  draw() {
    this.#drawTree();
    const { at } = this.tree;
    const comment = /** @type {HTMLInputElement} */ (byId("comment"));
    if (document.activeElement !== comment) comment.value = at.comment;
    comment.disabled = !at.parent;
    const can = {
      first: at.parent, previous: at.parent, next: at.children.length, last: at.children.length,
      up: at.sibling(-1), down: at.sibling(1), promote: !at.isMain, cut: at.parent,
    };
    for (const [walk, could] of Object.entries(can)) {
      /** @type {HTMLButtonElement} */ (document.querySelector(`[data-walk="${walk}"]`)).disabled = !could || Boolean(this.study.touched);
    }
    byId("study").dataset.node = at.path.join(" ");
  }

  #drawTree() {
    const { state } = this.study;
    drawTree(byId("tree"), this.tree, { players: state.seats.length, first: state.first, none: t("page-moves-none"), goTo: (node) => this.goTo(node) });
  }
}
