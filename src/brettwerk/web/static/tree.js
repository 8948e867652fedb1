// Moves with variations: a tree to walk, grow and prune, and to turn into JSON and back.

/**
 * A move as it is saved and sent: a text, or with a comment and variations.
 * @typedef {string | import("../types/page").PlyMessage} Ply
 */

export class Node {
  /** @param {string} text @param {Node | null} parent */
  constructor(text, parent) {
    this.text = text;
    this.parent = parent;
    /** @type {Node[]} the first is the main one */
    this.children = [];
    this.comment = "";
    /** How many moves lead here. @type {number} */
    this.ply = parent ? parent.ply + 1 : 0;
    this.id = Node.count++;
  }

  static count = 0;

  /** The moves that lead here. @returns {string[]} */
  get path() {
    const found = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) found.push(node.text);
    return found.reverse();
  }

  /** Return the child with this move, adding it if needed. @param {string} text */
  then(text) {
    const known = this.children.find((child) => child.text === text);
    if (known) return known;
    const made = new Node(text, this);
    this.children.push(made);
    return made;
  }

  /** Whether this is on the main line. @returns {boolean} */
  get isMain() {
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) {
      if (node.parent.children[0] !== node) return false;
    }
    return true;
  }

  /** The last move of the line from here. */
  get end() {
    let node = /** @type {Node} */ (this);
    while (node.children.length) node = node.children[0];
    return node;
  }

  /** Return the variation before or after this one. @param {number} by @returns {Node | null} */
  sibling(by) {
    const all = this.parent?.children || [];
    return all[all.indexOf(this) + by] || null;
  }

  /** Return whether this is a node or follows it. @param {Node} node */
  isWithin(node) {
    let at = /** @type {Node} */ (this);
    while (at.parent && at.ply > node.ply) at = at.parent;
    return at === node;
  }
}

export class Tree {
  constructor() {
    this.root = new Node("", null);
    this.at = this.root;
  }

  /** Make a move here. @param {string} text */
  play(text) {
    this.at = this.at.then(text);
  }

  /** Return the node after these moves, adding them if needed. @param {string[]} path @param {Node} [from] */
  grow(path, from = this.root) {
    return path.reduce((node, text) => node.then(text), from);
  }

  /** Make this variation the main one. @param {Node} node */
  promote(node) {
    const turning = [];
    for (let one = node; one.parent; one = one.parent) if (one.parent.children[0] !== one) turning.push(one);
    const one = turning[0];
    if (!one?.parent) return;
    const all = one.parent.children;
    all.splice(all.indexOf(one), 1);
    all.unshift(one);
  }

  /** Cut this move off, with all that follows. @param {Node} node */
  cut(node) {
    if (!node.parent) return;
    const all = node.parent.children;
    all.splice(all.indexOf(node), 1);
    if (this.at.isWithin(node)) this.at = node.parent;
  }

  /** Return the moves as JSON. */
  moves() {
    return movesAfter(this.root);
  }

  /** Make a tree from JSON. @param {Ply[]} moves */
  static from(moves) {
    const tree = new Tree();
    growFrom(tree.root, moves);
    return tree;
  }
}

/** Return the moves after a node as JSON. @param {Node} node @returns {Ply[]} */
function movesAfter(node) {
  /** @type {Ply[]} */
  const found = [];
  for (let at = node; at.children.length; at = at.children[0]) {
    const [main, ...others] = at.children;
    const variations = others.map((other) => [plyOf(other, []), ...movesAfter(other)]);
    found.push(plyOf(main, variations));
  }
  return found;
}

/** @param {Node} node @param {Ply[][]} variations @returns {Ply} */
function plyOf({ text, comment }, variations) {
  if (!comment && !variations.length) return text;
  return { move: text, ...(comment && { comment }), ...(variations.length && { variations }) };
}

/** @param {Node} from @param {Ply[]} moves */
function growFrom(from, moves) {
  let at = from;
  for (const ply of moves) {
    const { move, comment = "", variations = [] } = typeof ply === "string" ? { move: ply } : ply;
    const next = at.then(move);
    next.comment ||= comment;
    for (const variation of variations) growFrom(at, variation);
    at = next;
  }
}
