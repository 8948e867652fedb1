// The tree of moves: the main line, and variations indented below the move they replace.

import { make } from "./dom.js";

/** @typedef {import("./tree.js").Node} Node */

/**
 * @param {HTMLElement} box
 * @param {import("./tree.js").Tree} tree
 * @param {{players: number, first: number, none: string, goTo: (node: Node) => void}} how
 */
export function drawTree(box, tree, how) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const kept = box.contains(focused) ? focused?.dataset.node : undefined;
  const lines = tree.root.children.length ? branch(tree.root, tree, how) : [make("p", { class: "none" }, how.none)];
  box.replaceChildren(...lines);
  const now = /** @type {HTMLElement | null} */ (box.querySelector("[aria-current]"));
  // One tab stop for all moves; arrow keys lead to the others.
  const stop = now || /** @type {HTMLElement | null} */ (box.querySelector(".move"));
  stop?.setAttribute("tabindex", "0");
  if (kept) stop?.focus({ preventScroll: true });
  if (now) box.scrollTop = now.offsetTop - box.clientHeight / 2;
}

/**
 * Draw the moves after a node: the main line, with variations below.
 * @param {Node} node
 * @param {import("./tree.js").Tree} tree
 * @param {{players: number, first: number, goTo: (node: Node) => void}} how
 * @returns {HTMLElement[]}
 */
function branch(node, tree, how) {
  /** @type {HTMLElement[]} */
  const blocks = [];
  let line = make("p", { class: "line" });
  blocks.push(line);
  let fresh = true;
  for (let at = node; at.children.length; at = at.children[0]) {
    const [main, ...others] = at.children;
    line.append(...one(main, tree, how, fresh));
    fresh = Boolean(main.comment);
    if (!others.length) continue;
    blocks.push(make("ul", { class: "variations" }, ...others.map((other) => make("li", {}, ...variation(other, tree, how)))));
    line = make("p", { class: "line" });
    blocks.push(line);
    fresh = true;
  }
  if (!line.childNodes.length) line.remove();
  return blocks.filter((block) => block.childNodes.length);
}

/** @param {Node} node @param {import("./tree.js").Tree} tree @param {{players: number, first: number, goTo: (node: Node) => void}} how */
function variation(node, tree, how) {
  const [line, ...more] = node.children.length ? branch(node, tree, how) : [];
  const begin = line || make("p", { class: "line" });
  begin.prepend(...one(node, tree, how, true));
  return [begin, ...more];
}

/**
 * Draw a move with its comment, and its number if needed.
 * @param {Node} node
 * @param {import("./tree.js").Tree} tree
 * @param {{players: number, first: number, goTo: (node: Node) => void}} how
 * @param {boolean} fresh whether no move stands directly before it
 */
function one(node, tree, how, fresh) {
  const ply = how.first + node.ply - 1;
  const begins = ply % how.players === 0;
  const number = `${Math.floor(ply / how.players) + 1}${begins ? "." : "…"}`;
  const button = make("button", { type: "button", class: "move", tabindex: "-1", "data-node": String(node.id), click: () => how.goTo(node) }, node.text);
  if (node === tree.at) button.setAttribute("aria-current", "step");
  const found = begins || fresh ? [make("span", { class: "number" }, number), button] : [button];
  return node.comment ? [...found, make("span", { class: "comment" }, node.comment)] : found;
}
