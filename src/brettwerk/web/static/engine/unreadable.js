// Why a text is no position, or options make no game: the key of a sentence, and its details.

const LONGEST = 40;

export class Unreadable extends RangeError {
  /** @param {string} key @param {Record<string, string | number>} [details] */
  constructor(key, details = {}) {
    super(`${key} ${JSON.stringify(details)}`);
    this.key = key;
    this.details = details;
  }
}

/** Return something from outside, short enough to repeat in a message. @param {unknown} value */
export function truncate(value) {
  const letters = [...String(value)].slice(0, LONGEST + 1).map((letter) => (/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(letter) ? "�" : letter));
  return letters.slice(0, LONGEST).join("") + (letters.length > LONGEST ? "…" : "");
}
