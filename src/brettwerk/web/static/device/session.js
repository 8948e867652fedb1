// A game on this device, behind the same messages as the server's: the page does not know which of the two it talks to.
// Rules and clocks run here; computer players think in the engine's worker, so the page answers meanwhile.

import { GameKind } from "../engine/game.js";
import { goTo } from "../create.js";
import { moduleAddress } from "../places.js";
import { read, write } from "../store.js";
import { percent, t } from "../words.js";
import { ComputerPlayer } from "./computer.js";
import { DeviceGames, random, rematch } from "./games.js";
import { handOver, seatsForFriends } from "./hand-over.js";
import { Refused } from "./refused.js";
import { notesMessage, said, whyMessage } from "./study-message.js";
import { applied, clockRuns, computerMoves, newTable, peopleOf } from "./table.js";
import { roundMessage, stateMessage } from "./view.js";

/**
 * @typedef {import("../../types/page").Command} Command
 * @typedef {import("../../types/page").ConnectionState} ConnectionState
 * @typedef {import("../../types/page").GameAnswer} Answer
 * @typedef {import("../../types/page").GameMessage} Message
 * @typedef {import("./games.js").Kept} Kept
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./table.js").TableEvent} TableEvent
 */

const BOUND_TO_VERSION = ["play", "resign", "forfeit", "draw", "takeback", "next"];
const PAUSE = 500; // milliseconds, so that a computer's move can be seen coming
const LONGEST = 2 ** 31 - 1; // of a timer

const now = () => Date.now() / 1000;

/** Return the state of a game that was kept. @param {GameKind} kind @param {Kept} kept @returns {Table} */
export const replayed = (kind, kept) => kept.events.reduce(applied, newTable(kind, kept.config));

export class DeviceSession {
  /** @type {Table | null} */
  #table = null;
  /** @type {Kept | null} */
  #kept = null;
  /** @type {DeviceGames | null} */
  #games = null;
  /** @type {ComputerPlayer | null} */
  #computer = null;
  /** Ends what a computer thinks about. @type {AbortController | null} */
  #thinking = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #flag;
  /** What is done now: events come one after the other. @type {Promise<unknown>} */
  #line = Promise.resolve();
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
    this.#computer = new ComputerPlayer(kind, (effort) => this.#refuse("page-device-slow", null, { percent: percent(effort) }));
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
    if (message.t === "explain") this.#explain(message.way || "", message.why || false);
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
    this.onMessage({ t: "no", id, error: key, key, message: said({ key, details }) });
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
    const [text] = await Promise.all([/** @type {ComputerPlayer} */ (this.#computer).move(table, person, thinking.signal), new Promise((resolve) => { setTimeout(resolve, PAUSE); })]);
    if (thinking.signal.aborted) return;
    await this.#soon(async () => {
      await this.#applyFlag();
      if (this.#state.version === table.version) await this.#commit({ kind: "play", person, people: [person], text, at: now() });
    });
  }

  /** The game as it stands, and when it was created. */
  get saved() {
    return { table: this.#state, created: /** @type {Kept} */ (this.#kept).created };
  }

  // -- handing over ------------------------------------------------------------------------------

  /** Give the server a copy of the game, unless it has one. @param {(message: string) => void} refuse @returns {Promise<{id: string} | null>} */
  async handed(refuse) {
    const kept = /** @type {Kept} */ (this.#kept);
    if (kept.handed?.events === kept.events.length) return kept.handed;
    const made = await handOver(kept, kept.config.seats, refuse);
    if (!made) return null;
    kept.handed = { id: made.id, events: kept.events.length };
    await this.#games?.noteHanded(kept.id, kept.handed).catch(console.warn);
    return made;
  }

  /** Let the server go on with the game, so that friends can join. @param {(message: string) => void} refuse */
  async invite(refuse) {
    const { config } = this.#state;
    if (config.clock !== "none") return refuse(t("page-device-clock"));
    const made = await handOver(/** @type {Kept} */ (this.#kept), seatsForFriends(config), refuse);
    if (made) goTo(config.game, made);
    return undefined;
  }

  // -- help --------------------------------------------------------------------------------------

  async #hint() {
    const { match, version } = this.#state;
    if (match.toMove === null) return;
    const move = await this.#computer?.hint(match.position);
    if (move) this.onMessage({ t: "hint", move: move.text, moment: version });
  }

  /** Say who wins with best play and how soon, if that is certain. @returns {Promise<string>} */
  async certainty() {
    const { match } = this.#state;
    const words = match.toMove === null ? null : await this.#computer?.certainty(match.position).catch(() => null);
    return words ? t("words-certain-is", { words }) : t("words-certain-not");
  }

  /** Say why steps are no move, or what is to be said about cells after them. @param {string} gesture @param {boolean} why */
  #explain(gesture, why) {
    const { match: { position }, version: moment } = this.#state;
    if (why) this.onMessage({ t: "why", way: gesture, moment, why: whyMessage(position, gesture) });
    else this.onMessage({ t: "notes", way: gesture, moment, ...notesMessage(position, gesture) });
  }
}

/** Return the number of the first move that viewers of the old state have not seen. @param {Table} before @param {Table} after */
function firstChange(before, after) {
  if (before.match.round !== after.match.round) return 0;
  const shared = Math.min(before.frames.length, after.frames.length);
  return shared === 0 || before.frames[shared - 1] === after.frames[shared - 1] ? shared : 0;
}
