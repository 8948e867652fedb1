// A game on this device, behind the same messages as the server's: the page does not know which of the two it talks to.
// Rules and clocks run here; computer players think in the engine's worker, so the page answers meanwhile.

import { GameKind } from "../engine/game.js";
import { request } from "../api.js";
import { goTo } from "../create.js";
import { isSite } from "../places.js";
import { read, write } from "../store.js";
import { percent, t } from "../words.js";
import { DeviceGames, random, rematch } from "./games.js";
import { Refused } from "./refused.js";
import { applied, clockRuns, computerMoves, newTable, peopleOf } from "./table.js";
import { roundMessage, stateMessage } from "./view.js";

/**
 * @typedef {import("../../types/page").Command} Command
 * @typedef {import("../../types/page").ConnectionState} ConnectionState
 * @typedef {import("../../types/page").GameAnswer} Answer
 * @typedef {import("../../types/page").GameMessage} Message
 * @typedef {import("../engine/position.js").Move} Move
 * @typedef {import("../engine/position.js").Position} Position
 * @typedef {import("./games.js").Kept} Kept
 *
 * What is asked of the engine, which thinks in a worker of its own.
 * @typedef {{choose: (position: Position, level: number, options: {seed: number, signal: AbortSignal}) => Promise<import("../engine/levels.js").Choice | null>,
 *   hint: (position: Position) => Promise<Move | null>, close: () => void}} Engine
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./table.js").TableEvent} TableEvent
 */

const BOUND_TO_VERSION = ["play", "resign", "forfeit", "draw", "takeback", "next"];
const PAUSE = 500; // milliseconds, so that a computer's move can be seen coming
const LONGEST = 2 ** 31 - 1; // of a timer
const WEAK = 0.1; // the share of a level's positions below which the server plays, if there is one

const now = () => Date.now() / 1000;

/** Return the module of a game. @param {string} game */
export const moduleAddress = (game) => new URL(`../games/${game}/kernels.wasm`, import.meta.url);

/** Load the engine of a game, if there is one here. @param {GameKind} kind @returns {Promise<Engine>} */
export async function engineOf(kind) {
  const { Engine } = await import(new URL("../engine/engine.js", import.meta.url).href);
  return Engine.of(kind);
}

/** Let the server choose a move; null if it cannot be reached. @param {Position} position @param {number} level @returns {Promise<string | null>} */
async function serverMove({ text }, level) {
  if (isSite) return null;
  const body = JSON.stringify({ position: text, level });
  const answer = await fetch("/api/study/answer", { method: "POST", headers: { "content-type": "application/json" }, body }).catch(() => null);
  return answer?.ok ? (await answer.json()).move : null;
}

/** Return the state of a game that was kept. @param {GameKind} kind @param {Kept} kept @returns {Table} */
export const replayed = (kind, kept) => kept.events.reduce(applied, newTable(kind, kept.config));

export class DeviceSession {
  /** @type {Table | null} */
  #table = null;
  /** @type {Kept | null} */
  #kept = null;
  /** @type {DeviceGames | null} */
  #games = null;
  /** @type {Promise<Engine> | null} */
  #engine = null;
  /** Ends what a computer thinks about. @type {AbortController | null} */
  #thinking = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #flag;
  /** What is done now: events come one after the other. @type {Promise<unknown>} */
  #line = Promise.resolve();
  /** The share of a level's positions that this device has time for. */
  #effort = 1;
  /** How many events this page knows to be stored. */
  #stored = 0;
  /** Whether it was said that the game cannot be stored. */
  #told = false;
  /** @type {BroadcastChannel | null} other pages that show this game */
  #others = null;

  /** @param {string} id @param {(message: Answer) => void} onMessage @param {(state: ConnectionState) => void} onChange */
  constructor(id, onMessage, onChange) {
    this.id = id;
    this.onMessage = onMessage;
    this.onChange = onChange;
    this.up = false;
    this.#open().catch(() => this.onChange("gone"));
    addEventListener("pagehide", () => { if (this.#table && clockRuns(this.#table)) write(`seen-${id}`, String(now())); });
    addEventListener("pageshow", (event) => { if (event.persisted) this.#catchUp(); });
  }

  async #open() {
    this.#games = await DeviceGames.open();
    const kept = await this.#games?.get(this.id);
    if (!kept) return this.onChange("gone");
    const kind = await GameKind.load(moduleAddress(kept.config.game));
    this.#take(kind, kept);
    this.#engine = engineOf(kind);
    this.#engine.catch(() => {}); // those who play alone need none
    this.up = true;
    this.onChange("open");
    this.onMessage({ t: "welcome", people: peopleOf(kept.config), v: 1 });
    this.#others = new BroadcastChannel(`brettwerk ${this.id}`);
    this.#others.onmessage = () => this.#catchUp();
    return this.#next(async () => {
      if (clockRuns(this.#state)) await this.#commit(this.#outage(kept));
      this.#show(0);
      this.#goOn();
    });
  }

  /** @param {GameKind} kind @param {Kept} kept */
  #take(kind, kept) {
    this.#kept = kept;
    this.#stored = kept.events.length;
    this.#table = replayed(kind, kept);
  }

  /** Do something after everything before it is done. @template T @param {() => Promise<T>} does @returns {Promise<T>} */
  #next(does) {
    const done = this.#line.then(does);
    this.#line = done.catch(() => {});
    return done;
  }

  /** The time in which nobody could see the game is given back. @param {Kept} kept @returns {TableEvent} */
  #outage(kept) {
    const seen = Math.max(Number(read(`seen-${kept.id}`)), kept.events.at(-1)?.at || 0);
    return { kind: "outage", person: null, people: [], text: String(Math.max(0, now() - seen)), at: now() };
  }

  // -- messages ----------------------------------------------------------------------------------

  /** Take a message that needs no answer, or an answer soon. @param {Message} message */
  send(message) {
    if (message.t === "explain") void this.#explain(message.way || "", message.why || false);
    else if (message.t === "hint") void this.#hint();
  }

  /** Execute a command, and return its id; the answer comes afterwards. @param {Command["do"]} kind @param {Partial<Command>} [more] */
  command(kind, more = {}) {
    const id = String(random(2 ** 31));
    void this.#execute({ t: "act", id, do: kind, ...more });
    return id;
  }

  /** Return a finished round. @param {number} number */
  async round(number) {
    return this.#table && roundMessage(this.#table, number);
  }

  /** @param {Command} command */
  async #execute(command) {
    try {
      await this.#next(() => this.#attempt(command));
      this.onMessage({ t: "done", id: command.id, moment: this.#state.version });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#refuse(error.key, command.id, error.details);
    }
  }

  /** @param {string} key @param {string | null} [id] @param {Refused["details"]} [details] */
  #refuse(key, id = null, details = {}) {
    this.onMessage({ t: "no", id, error: key, key, message: t(key, details) });
  }

  /** @returns {Table} */
  get #state() {
    if (!this.#table) throw new Refused("page-connecting");
    return this.#table;
  }

  /** @param {Command} command */
  async #attempt(command) {
    await this.#applyFlag();
    const table = this.#state;
    if (BOUND_TO_VERSION.includes(command.do) && command.moment !== table.version) throw new Refused("page-stale");
    const people = peopleOf(table.config);
    const { toMove, stillIn } = table.match;
    const own = toMove !== null && people.includes(toMove) ? toMove : people.find((one) => stillIn.includes(one)) ?? people[0];
    const text = command.do === "again" && this.#games ? await this.#again(table) : command.text || "";
    await this.#commit({ kind: command.do, person: command.person ?? own, people, text, at: now() });
    this.#goOn();
  }

  /** Make the rematch, and return its id. @param {Table} table */
  async #again(table) {
    if (!table.match.outcome || table.following) return table.following;
    return /** @type {DeviceGames} */ (this.#games).create(rematch(table.config, table.match.names, random(2 ** 31)), Date.now());
  }

  /** Store an event, and go on to the state after it; if another page was quicker, take over what happened there. @param {TableEvent} event */
  async #commit(event) {
    const before = this.#state;
    const after = applied(before, event);
    const newer = await this.#store(event);
    if (newer) {
      this.#adopt(newer);
      throw new Refused("page-stale");
    }
    this.#table = after;
    this.#show(firstChange(before, after));
    this.#others?.postMessage(this.#stored);
    this.#tellWhetherStored();
  }

  /** Store an event, and return null, or the game if another page has gone on with it. A game that cannot be stored goes on. @param {TableEvent} event */
  async #store(event) {
    const old = /** @type {Kept} */ (this.#kept);
    const kept = { ...old, events: [...old.events, event], at: Date.now() };
    try {
      const newer = await /** @type {DeviceGames} */ (this.#games).append(kept, this.#stored);
      if (newer) return newer;
      this.#stored = kept.events.length;
    } catch (error) {
      console.warn(error);
    }
    this.#kept = kept;
    return null;
  }

  /** Say it once if the game cannot be stored any more. */
  #tellWhetherStored() {
    const isStored = this.#stored === this.#kept?.events.length;
    if (!isStored && !this.#told) this.#refuse("page-device-not-stored");
    this.#told = !isStored;
  }

  /** Take over what happened on another page. @param {Kept} kept */
  #adopt(kept) {
    this.#take(this.#state.match.game.kind, kept);
    this.#show(0);
    this.#goOn();
  }

  /** Look whether another page has gone on with the game. */
  #catchUp() {
    void this.#next(async () => {
      const found = await this.#games?.get(this.id);
      if (found && found.events.length > this.#stored) this.#adopt(found);
    });
  }

  /** @param {number} first */
  #show(first) {
    this.onMessage(stateMessage(this.id, this.#state, now(), first));
  }

  // -- what happens by itself --------------------------------------------------------------------

  /** Wait for what comes by itself: the end of somebody's time, a computer's move. */
  #goOn() {
    const table = this.#state;
    clearTimeout(this.#flag);
    this.#thinking?.abort();
    this.#thinking = null;
    const { clock } = table.match;
    if (clock && clock.turn !== null && clockRuns(table)) {
      const left = clock.remaining(clock.turn, now()) + clock.grace;
      this.#flag = setTimeout(() => this.#soon(() => this.#applyFlag()), Math.min(LONGEST, 1000 * left + 20));
    }
    if (computerMoves(table)) void this.#computerTurn(table);
  }

  /** Do something that nobody asked for; where it is no longer allowed, another page was quicker. @param {() => Promise<unknown>} does */
  async #soon(does) {
    try {
      await this.#next(does);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    this.#goOn();
  }

  /** End the turn of somebody whose time is up. */
  async #applyFlag() {
    const table = this.#state;
    if (!clockRuns(table) || !table.match.clock?.flagged(now())) return;
    await this.#commit({ kind: "flag", person: table.match.clock.turn, people: [], text: "", at: now() });
  }

  /** @param {Table} table */
  async #computerTurn(table) {
    const thinking = new AbortController();
    this.#thinking = thinking;
    const person = table.match.turn;
    const [text] = await Promise.all([this.#chosen(table, person, thinking.signal), new Promise((resolve) => { setTimeout(resolve, PAUSE); })]);
    if (thinking.signal.aborted) return;
    await this.#soon(async () => {
      await this.#applyFlag();
      if (this.#state.version === table.version) await this.#commit({ kind: "play", person, people: [person], text, at: now() });
    });
  }

  /** Return the move of a computer player: the same that the server's would make. @param {Table} table @param {number} person @param {AbortSignal} signal */
  async #chosen({ match, config, version }, person, signal) {
    const { position } = match;
    try {
      const engine = await /** @type {Promise<Engine>} */ (this.#engine);
      const level = config.seats[person].level || 1;
      const asked = this.#effort < WEAK ? await serverMove(position, level) : null;
      if (asked) return asked;
      const found = await engine.choose(position, level, { seed: config.seed + 1009 * match.round + version, signal });
      if (found) return this.#noted(found);
    } catch (error) {
      // A game must not stop because a computer fails; any legal move is better.
      console.error(error);
    }
    return position.moves[random(position.moves.length)].text;
  }

  /** Say it once if this device is too slow for a level, and return the move. @param {import("../engine/levels.js").Choice} found */
  #noted({ move, effort }) {
    if (effort < 1 && this.#effort === 1) this.#refuse("page-device-slow", null, { percent: percent(effort) });
    this.#effort = Math.min(this.#effort, effort);
    return move.text;
  }

  // -- handing over ------------------------------------------------------------------------------

  /** Give the server a copy of the game, unless it has one. @param {(message: string) => void} refuse @returns {Promise<{id: string} | null>} */
  async handed(refuse) {
    const kept = /** @type {Kept} */ (this.#kept);
    if (kept.handed?.events === kept.events.length) return kept.handed;
    const made = await this.#handOver(kept.config.seats, refuse);
    if (!made) return null;
    kept.handed = { id: made.id, events: kept.events.length };
    await this.#games?.noteHanded(kept.id, kept.handed).catch(console.warn);
    return made;
  }

  /** Let the server go on with the game: friends get the seats of computers, or all but the first. @param {(message: string) => void} refuse */
  async invite(refuse) {
    const { config } = this.#state;
    if (config.clock !== "none") return refuse(t("page-device-clock"));
    const computers = config.seats.some((seat) => seat.kind === "computer");
    const first = peopleOf(config)[0];
    const seats = config.seats.map((seat, person) => (computers ? seat.kind === "computer" : person !== first) ? { kind: /** @type {const} */ ("friend"), name: seat.name } : seat);
    const made = await this.#handOver(seats, refuse);
    if (made) goTo(config.game, made);
    return undefined;
  }

  /** @param {import("./table.js").Config["seats"]} seats @param {(message: string) => void} refuse @returns {Promise<import("../../types/page").CreatedGame | null>} */
  async #handOver(seats, refuse) {
    const { config } = this.#state;
    const events = this.#kept?.events.filter((event) => event.kind !== "again") || [];
    return request("/api/games/handed", { config: { ...config, seats }, events }, () => refuse(t("page-device-needs-server")));
  }

  // -- help --------------------------------------------------------------------------------------

  async #hint() {
    const { match, version } = this.#state;
    if (match.toMove === null) return;
    const move = await this.#engine?.then((engine) => engine.hint(match.position)).catch(() => null);
    if (move) this.onMessage({ t: "hint", move: move.text, moment: version });
  }

  /** Say what a whole move does; the server knows why steps are none, if it is there. @param {string} gesture @param {boolean} why */
  async #explain(gesture, why) {
    const { match, version } = this.#state;
    const move = gesture ? match.position.made(gesture) : null;
    if (why) return this.onMessage({ t: "why", way: gesture, moment: version, why: (await this.#asked(gesture, true))?.why || t("page-device-no-move", { move: gesture.replace(/[.>!+~]/g, " ").trim() }) });
    /** @type {import("../../types/page").Notes} */
    const answer = { t: "notes", way: gesture, moment: version, notes: {} };
    if (move) answer.does = match.position.effects(move);
    this.onMessage(answer);
    const more = await this.#asked(gesture, false);
    if (more?.notes && Object.keys(more.notes).length) this.onMessage({ ...answer, notes: more.notes });
    return undefined;
  }

  /** Ask the server about cells, if there is one. @param {string} gesture @param {boolean} why @returns {Promise<import("../../types/page").Explanation | null>} */
  async #asked(gesture, why) {
    const { match } = this.#state;
    if (!navigator.onLine || match.departures.length) return null;
    const body = JSON.stringify({ game: match.game.name, options: match.game.chosen, moves: match.moves, way: gesture, why });
    try {
      const answer = isSite ? null : await fetch("/api/study/explain", { method: "POST", headers: { "content-type": "application/json" }, body });
      return answer?.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }
}

/** Return the number of the first move that viewers of the old state have not seen. @param {Table} before @param {Table} after */
function firstChange(before, after) {
  if (before.match.round !== after.match.round) return 0;
  const shared = Math.min(before.frames.length, after.frames.length);
  return shared === 0 || before.frames[shared - 1] === after.frames[shared - 1] ? shared : 0;
}
