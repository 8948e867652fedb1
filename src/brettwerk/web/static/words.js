// Sentences in the reader's language, as the page brought them.

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("words")?.textContent || "{}");
export const language = document.documentElement.lang;

/**
 * The sentence of a key, with its details put in.
 * @param {string} key
 * @param {Record<string, unknown>} [details]
 */
export function t(key, details = {}) {
  const sentence = words[key];
  if (sentence === undefined) {
    console.error(`No sentence ${key}`);
    return key;
  }
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(details[name] ?? ""));
}

/** Whether there is a sentence of this key. @param {string} key */
export const has = (key) => key in words;

/**
 * `A, B and C`.
 * @param {string[]} names
 */
export function joined(names) {
  if (names.length < 2) return names.join("");
  return t("page-and", { first: names.slice(0, -1).join(", "), last: names[names.length - 1] });
}

/** A whole number as people write it here. @param {number} number */
export const count = (number) => new Intl.NumberFormat(language).format(number);

/** A moment as people write it here. @param {number} milliseconds */
export const moment = (milliseconds) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(milliseconds);

/** Why a game ended, in its own words if it has any. @param {string} game @param {string} code */
export const reason = (game, code) =>
  has(`reason-${game}-${code}`) ? t(`reason-${game}-${code}`) : t(`reason-${code}`);
