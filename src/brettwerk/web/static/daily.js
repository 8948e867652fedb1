// The puzzle of the day, chosen as `puzzles/daily.py` does: the same for everybody, and all before one comes again.

const DAY = 24 * 3600 * 1000;
const FIRST = 719_163; // the ordinal of 1 January 1970

/** Return the id of a game's puzzle of a day, null if this browser cannot say. @param {string} game @param {string[]} ids @param {string} day */
export async function daily(game, ids, day) {
  if (!globalThis.crypto?.subtle) return null;
  const ordinal = Date.parse(day) / DAY + FIRST;
  const cycle = Math.floor(ordinal / ids.length);
  const digests = await Promise.all(ids.map(async (id) => /** @type {[string, string]} */ ([await digest(`${game} ${cycle} ${id}`), id])));
  return digests.sort(([a], [b]) => (a < b ? -1 : 1))[ordinal % ids.length][1];
}

/** Return a SHA-256 digest in hexadecimal digits. @param {string} text */
async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
