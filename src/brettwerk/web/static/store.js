// What this device stores: keys of games, settings. Without storage it lasts as long as the page.

/** @type {Map<string, string>} */
const fallback = new Map();

/** @param {string} key */
export function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return fallback.get(key) ?? null;
  }
}

/** Store a value, and return whether it will outlast the page. @param {string} key @param {string} value */
export function write(key, value) {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    fallback.set(key, value);
    return false;
  }
}

/** Return what was stored as JSON, null if nothing or nonsense. @param {string} key @returns {unknown} */
export function recall(key) {
  try {
    return JSON.parse(read(key) || "null");
  } catch {
    return null;
  }
}

/** Store a value as JSON. @param {string} key @param {unknown} value */
export const retain = (key, value) => write(key, JSON.stringify(value));

/**
 * A game of mine: keys of the seats I play and of those I can give away, the people I play, and the
 * key with which I can replace those of others if I made it. A game on this device has no keys.
 * @typedef {{id: string, game: string, keys: string[], friends: {person: number, key: string}[],
 *   at: number, people?: number[], owner?: string, device?: boolean, result?: "won" | "lost" | "drawn", level?: number}} Mine
 */

/** @returns {Mine[]} */
export function myGames() {
  try {
    const found = JSON.parse(read("games") || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {Mine[]} games */
const keep = (games) => write("games", JSON.stringify(games.slice(0, 200)));

/** Return the game of this id, if it is mine. @param {string} id */
export const mine = (id) => myGames().find((one) => one.id === id);

/** Store a game, the newest first, and return whether it will outlast the page. @param {Mine} game */
export function remember(game) {
  return keep([game, ...myGames().filter((one) => one.id !== game.id)]);
}

/** Store which people I play in a game. @param {string} id @param {number[]} people */
export function notePeople(id, people) {
  keep(myGames().map((one) => (one.id === id ? { ...one, people } : one)));
}

/** Store another key of a friend’s seat. @param {string} id @param {number} person @param {string} key */
export function renewKey(id, person, key) {
  const renewed = (/** @type {Mine} */ one) => [...one.friends.filter((friend) => friend.person !== person), { person, key }];
  keep(myGames().map((one) => (one.id === id ? { ...one, friends: renewed(one) } : one)));
}

/**
 * Store how a game of mine ended, and against which computers, for the page of progress.
 * @param {string} id @param {import("../types/page").StateMessage} state
 */
export function noteResult(id, { outcome, people }) {
  const game = mine(id);
  if (!outcome || !game || game.result || game.people?.length !== 1) return;
  const [me] = game.people;
  const result = !outcome.winners.length ? "drawn" : outcome.winners.includes(me) ? "won" : "lost";
  const levels = people.flatMap((one, person) => (person !== me && one.kind === "computer" ? [one.level] : []));
  keep(myGames().map((one) => (one.id === id ? { ...one, result, level: levels.length === people.length - 1 ? Math.max(...levels) : 0 } : one)));
}

/** @param {string} id */
export function forget(id) {
  keep(myGames().filter((one) => one.id !== id));
}

const DEFAULTS = {
  confirm: matchMedia("(pointer: coarse)").matches, sound: true, motion: true, reach: true, keys: true, coordinates: true, left: false, phrases: true,
};

/** @param {keyof typeof DEFAULTS} name */
export function setting(name) {
  const found = read(`set-${name}`);
  return found === null ? DEFAULTS[name] : found === "1";
}

/** @param {keyof typeof DEFAULTS} name @param {boolean} on */
export function set(name, on) {
  write(`set-${name}`, on ? "1" : "0");
}

const CHOICES = { theme: "auto", board: "wood", piece: "classic", speed: "normal", volume: "30" };

/** Return what is chosen where there is more than on and off. @param {keyof typeof CHOICES} name */
export const choice = (name) => read(name === "theme" ? name : `set-${name}`) || CHOICES[name];

/** @param {keyof typeof CHOICES} name @param {string} value */
export const choose = (name, value) => write(name === "theme" ? name : `set-${name}`, value);

/**
 * What was chosen for the last new game of a kind: its fields, and what its options with a chooser of their own began with.
 * @typedef {{fields: import("./fields.js").Fields, wished: string}} NewGameChoices
 */

/** @param {string} game @returns {NewGameChoices} */
export function choicesOf(game) {
  const { fields = {}, wished = "" } = /** @type {Partial<NewGameChoices>} */ (recall(`new-${game}`) || {});
  return { fields, wished };
}

/** @param {string} game @param {NewGameChoices} choices */
export const retainChoices = (game, choices) => retain(`new-${game}`, choices);

/** Return the name of whoever plays on this device, "" if it is not known. */
export const myName = () => read("my-name") || "";

/** @param {string} name */
export const noteName = (name) => write("my-name", name);

/** Return the lessons done, by game. @returns {Record<string, string[]>} */
function lessons() {
  try {
    const found = JSON.parse(read("lessons") || "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** Return the steps of a first lesson that have been done. @param {string} game @returns {string[]} */
export function stepsDone(game) {
  const found = lessons()[game];
  return Array.isArray(found) ? found : [];
}

/** Store that a step has been done. @param {string} game @param {string} step */
export function noteStep(game, step) {
  write("lessons", JSON.stringify({ ...lessons(), [game]: [...new Set([...stepsDone(game), step])] }));
}

/** Return everything that this device stores, by key. @returns {Record<string, string>} */
export function exported() {
  try {
    return { ...localStorage };
  } catch {
    return Object.fromEntries(fallback);
  }
}

/** Forget games, puzzles, lessons and names, but not the settings. */
export function forgetAll() {
  for (const key of Object.keys(exported()).filter((one) => one !== "theme" && !one.startsWith("set-"))) {
    fallback.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // There is nothing stored.
    }
  }
}
