// Reads the games of an index that `brettwerk explore --index` made: a SQLite file, of which only one table is read.

const SIGNATURE = "SQLite format 3\0";
const TABLE = "game"; // as in `explorer/schema.sql`
const RECORD = 7; // the column with the record as JSON
const [INTERIOR, LEAF] = [5, 13];

/** Return whether a file is an index. @param {ArrayBuffer} bytes */
export const isIndex = (bytes) => bytes.byteLength > 100 && ascii(new Uint8Array(bytes, 0, 16)) === SIGNATURE;

/** Return the records of an index, a line each; empty if it is another program's. @param {ArrayBuffer} bytes */
export function recordsIn(bytes) {
  const file = new SqliteFile(bytes);
  const schema = [...file.rows(1)].find(([, name]) => name === TABLE);
  return schema ? [...file.rows(Number(schema[3]))].map((row) => row[RECORD]).join("\n") : "";
}

/** @param {Uint8Array} bytes */
const ascii = (bytes) => String.fromCharCode(...bytes);

class SqliteFile {
  /** @param {ArrayBuffer} bytes */
  constructor(bytes) {
    this.bytes = new Uint8Array(bytes);
    this.view = new DataView(bytes);
    const size = this.view.getUint16(16);
    this.size = size === 1 ? 65536 : size;
    this.usable = this.size - this.bytes[20];
    this.text = new TextDecoder(["utf-8", "utf-16le", "utf-16be"][this.view.getUint32(56) - 1]);
  }

  /** Yield the rows of a table in the order of their ids. @param {number} page the root of its tree @returns {Generator<(string | number | null)[]>} */
  *rows(page) {
    const start = (page - 1) * this.size;
    const head = page === 1 ? 100 : start;
    const [kind, cells] = [this.bytes[head], this.view.getUint16(head + 3)];
    if (kind !== LEAF && kind !== INTERIOR) return;
    const pointers = head + (kind === LEAF ? 8 : 12);
    for (let at = 0; at < cells; at++) {
      const cell = start + this.view.getUint16(pointers + 2 * at);
      if (kind === LEAF) yield this._row(cell);
      else yield* this.rows(this.view.getUint32(cell));
    }
    if (kind === INTERIOR) yield* this.rows(this.view.getUint32(head + 8));
  }

  /** @param {number} cell */
  _row(cell) {
    const [length, afterLength] = varint(this.bytes, cell);
    const [, begin] = varint(this.bytes, afterLength); // the id
    return this._values(this._payload(begin, length));
  }

  /** Return what a cell holds, of which the rest may be on other pages. @param {number} begin @param {number} length */
  _payload(begin, length) {
    const most = this.usable - 35;
    if (length <= most) return this.bytes.subarray(begin, begin + length);
    const least = Math.floor(((this.usable - 12) * 32) / 255) - 23;
    const wanted = least + ((length - least) % (this.usable - 4));
    let filled = wanted <= most ? wanted : least;
    const found = new Uint8Array(length);
    found.set(this.bytes.subarray(begin, begin + filled));
    let next = this.view.getUint32(begin + filled);
    while (next && filled < length) {
      const start = (next - 1) * this.size;
      const part = this.bytes.subarray(start + 4, start + Math.min(this.usable, 4 + length - filled));
      found.set(part, filled);
      filled += part.length;
      next = this.view.getUint32(start);
    }
    return found;
  }

  /** Return texts and whole numbers; all else is null. @param {Uint8Array} payload */
  _values(payload) {
    const [headerEnd, first] = varint(payload, 0);
    /** @type {(string | number | null)[]} */
    const values = [];
    for (let at = first, from = headerEnd; at < headerEnd;) {
      const [type, next] = varint(payload, at);
      const size = sizeOf(type);
      const bytes = payload.subarray(from, from + size);
      values.push(type >= 13 && type % 2 ? this.text.decode(bytes) : type <= 6 ? bytes.reduce((sum, byte) => sum * 256 + byte, 0) : type === 9 ? 1 : type === 8 ? 0 : null);
      at = next;
      from += size;
    }
    return values;
  }
}

/** Return how many bytes a value of this type has. @param {number} type */
const sizeOf = (type) => (type >= 12 ? Math.floor((type - 12) / 2) : [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][type] ?? 0);

/** Return a number of one to nine bytes, and where it ends. @param {Uint8Array} bytes @param {number} at @returns {[number, number]} */
function varint(bytes, at) {
  let number = 0;
  for (let count = 0; count < 8; count++) {
    number = number * 128 + (bytes[at + count] & 127);
    if (bytes[at + count] < 128) return [number, at + count + 1];
  }
  return [number * 256 + bytes[at + 8], at + 9];
}
