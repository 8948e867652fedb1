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
  return sentence.replace(/\{(\w+)\}/g, (_, name) => shown(details[name]));
}

/** A detail as people write it here. @param {unknown} detail */
const shown = (detail) => (typeof detail === "number" ? count(detail) : String(detail ?? ""));

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

const NUMBERS = new Intl.NumberFormat(language);
const TENTHS = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1, minimumIntegerDigits: 2 });
const SHARES = new Intl.NumberFormat(language, { style: "percent" });

/** A number as people write it here. @param {number} number */
export const count = (number) => NUMBERS.format(number);

/** A share of one in percent. @param {number} share */
export const percent = (share) => SHARES.format(share);

/** Seconds below ten, with their tenths. @param {number} seconds */
export const tenths = (seconds) => TENTHS.format(Math.floor(Math.max(0, seconds) * 10) / 10);

/** A moment as people write it here. @param {number} milliseconds */
export const moment = (milliseconds) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(milliseconds);

/** Why a game ended, in its own words if it has any. @param {string} game @param {string} code */
export const reason = (game, code) =>
  has(`reason-${game}-${code}`) ? t(`reason-${game}-${code}`) : t(`reason-${code}`);
