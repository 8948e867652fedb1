// Why something is not allowed: the key of a sentence, and its details. The page says it in its language.

export class Refused extends Error {
  /** @param {string} key @param {Record<string, string | number>} [details] */
  constructor(key, details = {}) {
    super(key);
    this.key = key;
    this.details = details;
  }
}
