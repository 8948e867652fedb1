// The connection to the server: it comes back by itself, and what was not answered is said again.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const QUIET = 20000;
// How long an answer may take before the connection counts as lost, though nobody has closed it.
const PATIENCE = 5000;
// Codes with which the server says that coming back is of no use.
const NO_GAME = 4404;
const OTHER_VERSION = 4426;

/** A name for an act that nobody else chooses. */
function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (b) => b.toString(36)).join("");
}

export class Link {
  /**
   * @param {string} id
   * @param {() => string[]} keys
   * @param {string} lang
   * @param {(message: any) => void} heard
   * @param {(state: "open" | "closed" | "gone" | "old") => void} changed
   */
  constructor(id, keys, lang, heard, changed) {
    this.id = id;
    this.keys = keys;
    this.lang = lang;
    this.heard = heard;
    this.changed = changed;
    /** @type {Map<string, object>} */
    this.unanswered = new Map();
    this.wait = FIRST_WAIT;
    this.ended = false;
    /** Whether something has been heard on this connection: one that opens may yet be dead. */
    this.up = false;
    this.socket = this.#open();
    // A sleeping laptop or another network leaves connections that look open and are not.
    addEventListener("online", () => this.#check());
    addEventListener("offline", () => this.#check());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#check(); });
    setInterval(() => this.#check(), QUIET);
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.id}?lang=${this.lang}`);
    socket.onopen = () => {
      socket.send(JSON.stringify({ t: "hello", v: 1, keys: this.keys(), lang: this.lang }));
      for (const act of this.unanswered.values()) socket.send(JSON.stringify(act));
      this.#expect();
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = (event) => this.#lost(socket, event.code);
    return socket;
  }

  /** @param {WebSocket} socket @param {number} [code] */
  #lost(socket, code = 0) {
    if (socket !== this.socket || this.ended) return;
    clearTimeout(this.due);
    this.up = false;
    this.ended = code === NO_GAME || code === OTHER_VERSION;
    this.changed(code === NO_GAME ? "gone" : code === OTHER_VERSION ? "old" : "closed");
    if (!this.ended) this.#again(this.wait);
  }

  /** @param {number} wait */
  #again(wait) {
    clearTimeout(this.timer);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.6);
    this.timer = setTimeout(() => { this.socket = this.#open(); }, wait * (0.75 + Math.random() / 2));
  }

  /** See whether the other side is still there; if it was not anyway, try again now. */
  #check() {
    if (this.ended || this.socket.readyState === WebSocket.CONNECTING) return;
    if (this.socket.readyState !== WebSocket.OPEN) this.#again(0);
    else {
      this.say({ t: "ping" });
      this.#expect();
    }
  }

  /** Something must be heard soon, or the connection is given up for a new one. */
  #expect() {
    clearTimeout(this.due);
    const { socket } = this;
    this.due = setTimeout(() => {
      if (socket !== this.socket) return;
      this.#lost(socket);
      socket.onclose = socket.onmessage = null;
      socket.close();
    }, PATIENCE);
  }

  /** @param {any} message */
  #hear(message) {
    clearTimeout(this.due);
    if (!this.up) {
      this.up = true;
      this.wait = FIRST_WAIT;
      this.changed("open");
    }
    if ((message.t === "done" || message.t === "no") && message.id) this.unanswered.delete(message.id);
    this.heard(message);
  }

  /** Say something that need not be said again. @param {object} message */
  say(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Do something, once, however often it must be said; the name under which it will be answered. @param {string} what @param {object} [more] */
  act(what, more = {}) {
    const act = { t: "act", id: newId(), do: what, ...more };
    this.unanswered.set(act.id, act);
    this.say(act);
    if (this.up) this.#expect();
    return act.id;
  }
}
