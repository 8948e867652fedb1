// Games on this device: kept in IndexedDB as the server keeps its own, a configuration and numbered events.

import { formatTimeControl, parseTimeControl } from "./clock.js";
import { GAMES, openDatabase, result } from "./database.js";
import { cleanName } from "./table.js";

/**
 * @typedef {import("../../types/page").GameRequest} GameRequest
 * @typedef {import("../engine/game.js").GameKind} GameKind
 * @typedef {import("./table.js").Config} Config
 *
 * A game as it is kept; `at` is when it was last played, `handed` where the server keeps a copy of its first events.
 * @typedef {{id: string, created: number, at: number, config: Config, events: import("./table.js").TableEvent[], handed?: {id: string, events: number}}} Kept
 */

const SEEDS = 2 ** 31;


/** Wait until a transaction has been written. @param {IDBTransaction} transaction @returns {Promise<void>} */
const finished = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = () => resolve();
  transaction.onabort = () => reject(transaction.error);
});

export class DeviceGames {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  /** Open the games of this device; null if the browser keeps nothing. @returns {Promise<DeviceGames | null>} */
  static async open() {
    const database = await openDatabase();
    return database && new DeviceGames(database);
  }

  /** @param {"readonly" | "readwrite"} mode */
  #games(mode) {
    return this.database.transaction(GAMES, mode, { durability: "relaxed" }).objectStore(GAMES);
  }

  /** @param {string} id @returns {Promise<Kept | undefined>} */
  get(id) {
    return result(this.#games("readonly").get(id));
  }

  /**
   * Add an event to a game of which this page has seen `stored` events, and return null. If another page has gone on with it, nothing
   * is written, and the game is returned as that page left it.
   * @param {Kept} kept as it will be, with the new event @param {number} stored @returns {Promise<Kept | null>}
   */
  async append(kept, stored) {
    const games = this.#games("readwrite");
    /** @type {Kept | undefined} */
    const found = await result(games.get(kept.id));
    if (!found) throw new Error("the game was deleted");
    if (found.events.length !== stored) return found;
    games.put({ ...kept, handed: found.handed });
    await finished(games.transaction);
    return null;
  }

  /** Note where the server keeps a copy of a game. @param {string} id @param {NonNullable<Kept["handed"]>} handed */
  async noteHanded(id, handed) {
    const games = this.#games("readwrite");
    /** @type {Kept | undefined} */
    const found = await result(games.get(id));
    if (found) await result(games.put({ ...found, handed }));
  }

  async clear() {
    await result(this.#games("readwrite").clear());
  }

  /** Keep a new game, and return its id. @param {Config} config @param {number} now in milliseconds */
  async create(config, now) {
    const id = `d${Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join("")}`;
    await result(this.#games("readwrite").put({ id, created: now, at: now, config, events: [] }));
    return id;
  }
}

/** Return whether a game can be played on the device: everybody sits here, and no solver is asked for its start. @param {GameRequest} wanted */
export function fits({ seats = [], fair }) {
  return !fair && seats.some(({ kind }) => kind === "here") && seats.every(({ kind }) => kind !== "friend");
}

/** Check a request and settle it, as the server does. @param {GameKind} kind @param {GameRequest} wanted @param {(below: number) => number} random @returns {Config} */
export function settled(kind, wanted, random) {
  const { seats = [], tableau: boards } = wanted;
  const overrides = seats.some((seat) => seat.kind === "computer") ? kind.about.engine_overrides : {};
  const game = kind.game({ ...overrides, ...kind.randomOptions(random(10 ** 6)), ...wanted.options });
  return {
    game: kind.name,
    options: game.chosen,
    seats: seats.map(({ kind: who = "here", level = 0, name = "", style = "" }) => ({ kind: who, level, name: cleanName(name), style })),
    clock: formatTimeControl(parseTimeControl(wanted.clock || "none")),
    target: kind.about.scores ? wanted.target ?? null : null,
    seed: random(SEEDS),
    tableau: kind.about.new_boards && boards === "new" ? "new" : "keep",
    starter: typeof wanted.begins === "number" ? wanted.begins : random(kind.players),
    takebacks: wanted.takebacks ?? true,
  };
}

/** Return the configuration of a rematch: the next player starts. @param {Config} config @param {string[]} names @param {number} seed @returns {Config} */
export function rematch(config, names, seed) {
  const seats = config.seats.map((seat, person) => ({ ...seat, name: names[person] }));
  return { ...config, seats, seed, starter: (config.starter + 1) % seats.length };
}

/** Return a random number below this one. @param {number} below */
export const random = (below) => Math.floor((crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32) * below);
