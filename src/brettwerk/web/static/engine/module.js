// A game's WebAssembly module: its code, instances with a memory of their own, and arrays in that memory.
// An entry takes an array as its place in memory and its length, and a whole number as a BigInt; see README.md.

/**
 * The names of arrays in the annotations of Python's entries, and what they are here.
 * @typedef {BigUint64Array | BigInt64Array | Float64Array | Float32Array | Uint8Array} View
 * @typedef {{game: string, digest: string, entries: Record<string, string>, files: Record<string, string>, tools: string, about: unknown}} Facts
 * @typedef {KernelArray<View> | number | bigint} Argument
 */
/**
 * @template {View} V
 * @typedef {{new (buffer: ArrayBufferLike, place: number, length: number): V, BYTES_PER_ELEMENT: number}} Kind
 */

const SECTION = "brettwerk-kernels";
const PAGE = 1 << 16;
const LARGE = 1 << 20;

/** The code of a game's module, which any number of instances share; it can be posted to a worker. */
export class KernelModule {
  /** @param {WebAssembly.Module} code */
  constructor(code) {
    this.code = code;
    const [section] = WebAssembly.Module.customSections(code, SECTION);
    if (!section) throw new TypeError("This is no module of a game: it does not say what it was built from.");
    /** What the module says of itself. @type {Facts} */
    this.facts = JSON.parse(new TextDecoder().decode(section));
  }

  /** Compile the bytes of a module. @param {BufferSource} bytes */
  static async of(bytes) {
    return new KernelModule(await WebAssembly.compile(bytes));
  }

  /** Fetch a module and compile it. @param {URL | string} address */
  static async load(address) {
    return KernelModule.of(await bytesAt(address));
  }

  /** Return whether the module has an entry of this name. @param {string} entry */
  has(entry) {
    return entry in this.facts.entries;
  }

  /** Return the code with a memory of its own. */
  instance() {
    return new KernelInstance(this);
  }
}

/** Fetch a file; Node reads files, too (`file:`). @param {URL | string} address @returns {Promise<BufferSource>} */
export async function bytesAt(address) {
  return (String(address).startsWith("file:") ? fileAt : fetchedFrom)(address);
}

/** @param {URL | string} address @returns {Promise<ArrayBuffer>} */
async function fetchedFrom(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Read a file, which Node's `fetch` does not. @param {URL | string} address @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function fileAt(address) {
  const files = "node:fs/promises"; // which pages do not have
  return (await import(files)).readFile(new URL(address));
}

/** The code of a module with a memory. */
export class KernelInstance {
  /** @param {KernelModule} module */
  constructor(module) {
    this.module = module;
    this._exports = /** @type {Record<string, Function> & {memory: WebAssembly.Memory, __heap_base: WebAssembly.Global}} */ (
      /** @type {unknown} */ (new WebAssembly.Instance(module.code).exports)
    );
    this.memory = this._exports.memory;
    this._end = Number(this._exports.__heap_base.value);
    /** The places that have been freed, by their size. @type {Map<number, number[]>} */
    this._free = new Map();
  }

  /** Return an array of words (`Words`), all 0. @param {number} length */
  words(length) {
    return new KernelArray(this, BigUint64Array, length);
  }

  /** Return an array of whole numbers (`Numbers`), all 0. @param {number} length */
  numbers(length) {
    return new KernelArray(this, BigInt64Array, length);
  }

  /** Return an array of floating-point numbers (`Floats`), all 0. @param {number} length */
  floats(length) {
    return new KernelArray(this, Float64Array, length);
  }

  /** Return an array of small floating-point numbers (`Floats32`), all 0. @param {number} length */
  floats32(length) {
    return new KernelArray(this, Float32Array, length);
  }

  /** Return an array of bytes (`Bytes`), all 0. @param {number} length */
  bytes(length) {
    return new KernelArray(this, Uint8Array, length);
  }

  /** Return an array of these words, such as a state or a ctx. @param {Iterable<bigint | number>} values */
  rows(values) {
    const given = Array.from(values, BigInt);
    const made = this.words(given.length);
    made.view.set(given);
    return made;
  }

  /**
   * Call an entry; it returns a whole number below 2 ** 53, or else `callBig` is the one to use.
   * NamedTuples of arrays are given as arrays of these, in the order of their fields.
   * @param {string} entry @param {...(Argument | Argument[])} args
   */
  call(entry, ...args) {
    return Number(this.callBig(entry, ...args));
  }

  /** Call an entry that returns any 64-bit number. @param {string} entry @param {...(Argument | Argument[])} args @returns {bigint} */
  callBig(entry, ...args) {
    const found = this._exports[entry];
    if (typeof found !== "function") throw new TypeError(`The module of ${this.module.facts.game} has no entry ${entry}.`);
    /** @type {(number | bigint)[]} */
    const given = [];
    for (const arg of args.flat()) {
      if (arg instanceof KernelArray) given.push(arg._in(this), arg.length);
      else given.push(BigInt(arg));
    }
    return found(...given);
  }

  /** Return a place for this many bytes, all 0. @param {number} size */
  _take(size) {
    const place = this._free.get(size)?.pop();
    if (place !== undefined) {
      new Uint8Array(this.memory.buffer, place, size).fill(0);
      return place;
    }
    const start = Math.ceil(this._end / 64) * 64;
    const missing = Math.ceil((start + size) / PAGE) - this.memory.buffer.byteLength / PAGE;
    if (missing > 0) this.memory.grow(missing);
    this._end = start + size;
    return start;
  }

  /** Let others have a place. @param {number} place @param {number} size */
  _give(place, size) {
    const free = this._free.get(size);
    if (free) free.push(place);
    else this._free.set(size, [place]);
  }
}

/**
 * An array in the memory of an instance. Its place never changes, but a view of it is good only until the memory grows:
 * take `view` anew after arrays have been made.
 * @template {View} V
 */
export class KernelArray {
  /** @param {KernelInstance} owner @param {Kind<V>} kind @param {number} length */
  constructor(owner, kind, length) {
    this._owner = owner;
    this._kind = kind;
    this.length = length;
    this._size = rounded(kind.BYTES_PER_ELEMENT * length);
    this.place = owner._take(this._size);
    this._view = new kind(owner.memory.buffer, this.place, length);
  }

  /** The items, as a typed array in the memory of the module. @returns {V} */
  get view() {
    if (this.place < 0) throw new TypeError("This array has been freed.");
    const { buffer } = this._owner.memory;
    if (this._view.buffer !== buffer) this._view = new this._kind(buffer, this.place, this.length);
    return this._view;
  }

  /** Return an item as a number. @param {number} at */
  at(at) {
    return Number(this.view[at]);
  }

  /** Return the first items as numbers, which must be below 2 ** 53. @param {number} [count] */
  list(count = this.length) {
    const view = this.view;
    return Array.from({ length: count }, (_, at) => Number(view[at]));
  }

  /** Let others have the memory. */
  free() {
    if (this.place >= 0) this._owner._give(this.place, this._size);
    this.place = -1;
  }

  /** Return where the array lies, which must be in this instance. @param {KernelInstance} instance */
  _in(instance) {
    if (this._owner !== instance || this.place < 0) throw new TypeError("An array must lie in the memory of the module that is called.");
    return this.place;
  }
}

/** Return a size to which others are rounded, too, so that places are used again. @param {number} size */
function rounded(size) {
  if (size >= LARGE) return Math.ceil(size / LARGE) * LARGE;
  return 2 ** Math.max(6, Math.ceil(Math.log2(size || 1)));
}
