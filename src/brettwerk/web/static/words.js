// Messages in the reader's language; numbers and lists as that language writes them.

/** @typedef {string | Record<string, string>} Message a sentence, or one for each plural category of its count */

export const language = document.documentElement.lang;
/** @type {Record<string, Message>} */
const words = (await import(`./words/${language}.js`)).default;
const locale = String(words.locale || language);
const PLURALS = new Intl.PluralRules(locale);
const LISTS = new Intl.ListFormat(locale);
const NUMBERS = new Intl.NumberFormat(locale);
const TENTHS = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, minimumIntegerDigits: 2 });
const SHARES = new Intl.NumberFormat(locale, { style: "percent" });
const DAYS = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
const TIMES = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const MOMENTS = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

/**
 * Return a message with its details filled in; an unknown key stands for itself.
 * @param {string} key
 * @param {Record<string, unknown>} [details]
 */
export function t(key, details = {}) {
  const message = words[key] ?? key;
  const sentence = typeof message === "string" ? message : message[PLURALS.select(Number(details.count))] ?? message.other;
  return sentence.replace(/\{(\w+)\}/g, (_, name) => shown(details[name]));
}

/** Format a detail. @param {unknown} detail */
const shown = (detail) => (typeof detail === "number" ? count(detail) : String(detail ?? ""));

/** Add the messages of a page. @param {Record<string, Message>} more */
export const add = (more) => Object.assign(words, more);

/** Return whether there is a message for a key. @param {string} key */
export const has = (key) => key in words;

/** Return a game's own message for a key if it has one, or the shared one. @param {string} game @param {string} key @param {Record<string, unknown>} [details] */
export const of = (game, key, details) => t(has(`${game}-${key}`) ? `${game}-${key}` : key, details);

/** Return what a word of a game is called, or else the word itself. @param {string} kind @param {string} word @param {string} [game] */
export function called(kind, word, game = "") {
  const key = [`${game}-${kind}-${word}`, `${kind}-${word}`].find(has);
  return key ? t(key) : word.replace(/[-_]/g, " ");
}

/** Return why a game ended. @param {string} game @param {string} code */
export function reason(game, code) {
  const told = called("reason", code, game);
  return /[.!?]$/.test(told) ? told : `${told}.`;
}

/** Format a list such as `A, B and C`. @param {string[]} names */
export const joined = (names) => LISTS.format(names);

/** Format a number. @param {number} number */
export const count = (number) => NUMBERS.format(number);

/** Format a share as percent. @param {number} share */
export const percent = (share) => SHARES.format(share);

/** Format seconds below ten, with tenths. @param {number} seconds */
export const tenths = (seconds) => TENTHS.format(Math.floor(Math.max(0, seconds) * 10) / 10);

/** Return how many midnights lie between then and now. @param {number} milliseconds */
const daysAgo = (milliseconds) => Math.round((new Date().setHours(0, 0, 0, 0) - new Date(milliseconds).setHours(0, 0, 0, 0)) / 86_400_000);

/** Format a date and time; today and yesterday are called so. @param {number} milliseconds */
export function formatTime(milliseconds) {
  const days = daysAgo(milliseconds);
  return days < 0 || days > 1 ? MOMENTS.format(milliseconds) : `${DAYS.format(-days, "day")}, ${TIMES.format(milliseconds)}`;
}
