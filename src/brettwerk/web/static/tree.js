// Moves with variations: a tree that is walked, grown, pruned, and turned into plain values and back.

/**
 * As it is kept and sent: moves one after the other, each a text or with a comment, and with the
 * variations that could have been played instead of it.
 * @typedef {string | {move: string, comment?: string, variations?: Told[]}} Ply
 * @typedef {Ply[]} Told
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

  /** The move after this one that was added, or was there already. @param {string} text */
  then(text) {
    const known = this.children.find((child) => child.text === text);
    if (known) return known;
    const made = new Node(text, this);
    this.children.push(made);
    return made;
  }

  /** Whether this is the first choice all the way. @returns {boolean} */
  get isMain() {
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) {
      if (node.parent.children[0] !== node) return false;
    }
    return true;
  }

  /** The last move of the line that goes on from here. */
  get end() {
    let node = /** @type {Node} */ (this);
    while (node.children.length) node = node.children[0];
    return node;
  }

  /** The variation before or after this one, where there are several. @param {number} by @returns {Node | null} */
  sibling(by) {
    const all = this.parent?.children || [];
    return all[all.indexOf(this) + by] || null;
  }

  /** Whether this is a node or follows it. @param {Node} node */
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

  /** A move is made here. @param {string} text */
  play(text) {
    this.at = this.at.then(text);
  }

  /** Moves that lead somewhere, added if need be. @param {string[]} path @param {Node} [from] */
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

  /** @returns {Told} */
  told() {
    return toldFrom(this.root);
  }

  /** @param {Told} told */
  static from(told) {
    const tree = new Tree();
    growTold(tree.root, told);
    return tree;
  }
}

/** What follows a node, as plain values. @param {Node} node @returns {Told} */
function toldFrom(node) {
  /** @type {Told} */
  const found = [];
  for (let at = node; at.children.length; at = at.children[0]) {
    const [main, ...others] = at.children;
    const variations = others.map((other) => [toldPly(other, []), ...toldFrom(other)]);
    found.push(toldPly(main, variations));
  }
  return found;
}

/** @param {Node} node @param {Told[]} variations @returns {Ply} */
function toldPly({ text, comment }, variations) {
  if (!comment && !variations.length) return text;
  return { move: text, ...(comment && { comment }), ...(variations.length && { variations }) };
}

/** @param {Node} from @param {Told} told */
function growTold(from, told) {
  let at = from;
  for (const ply of told) {
    const { move, comment = "", variations = [] } = typeof ply === "string" ? { move: ply } : ply;
    const next = at.then(move);
    next.comment ||= comment;
    for (const variation of variations) growTold(at, variation);
    at = next;
  }
}
