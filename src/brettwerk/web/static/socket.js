// The connection to the server: it reconnects by itself, and repeats commands that were not answered.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const QUIET = 20000;
// How long an answer may take before the connection counts as lost.
const PATIENCE = 5000;
// Close codes after which reconnecting is useless.
const NO_GAME = 4404;
const OTHER_VERSION = 4426;
// The key of a seat was replaced: whoever has only the old one watches from now on.
const REVOKED = 4401;

/**
 * @typedef {import("../types/page").Command} Command
 * @typedef {import("../types/page").ConnectionState} ConnectionState
 * @typedef {import("../types/page").GameMessage | import("../types/page").StudySocketMessage} Message
 * @typedef {import("../types/page").GameAnswer | import("../types/page").StudySocketAnswer} Answer
 */

/** Return a unique id for a command. */
function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (b) => b.toString(36)).join("");
}

/** @template {Answer} A the messages that come from the server */
export class Socket {
  /**
   * @param {string} id
   * @param {() => string[]} keys
   * @param {string} lang
   * @param {(message: A) => void} onMessage
   * @param {(state: ConnectionState) => void} onChange
   */
  constructor(id, keys, lang, onMessage, onChange) {
    this.id = id;
    this.keys = keys;
    this.lang = lang;
    this.onMessage = onMessage;
    this.onChange = onChange;
    /** @type {Map<string, Command>} */
    this.unanswered = new Map();
    this.wait = FIRST_WAIT;
    this.ended = false;
    /** Whether a message has arrived on this connection: one that opens may yet be dead. */
    this.up = false;
    this.websocket = this.#open();
    // A sleeping laptop or another network leaves connections that look open and are not.
    addEventListener("online", () => this.#check());
    addEventListener("offline", () => this.#check());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#check(); });
    setInterval(() => this.#check(), QUIET);
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const websocket = new WebSocket(`${scheme}://${location.host}/ws/${this.id}?lang=${this.lang}`);
    websocket.onopen = () => {
      websocket.send(JSON.stringify({ t: "hello", v: 1, keys: this.keys(), lang: this.lang }));
      for (const command of this.unanswered.values()) websocket.send(JSON.stringify(command));
      this.#expectAnswer();
    };
    websocket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    websocket.onclose = (event) => this.#lost(websocket, event.code);
    return websocket;
  }

  /** @param {WebSocket} websocket @param {number} [code] */
  #lost(websocket, code = 0) {
    if (websocket !== this.websocket || this.ended) return;
    clearTimeout(this.due);
    this.up = false;
    this.ended = code === NO_GAME || code === OTHER_VERSION;
    this.onChange(code === NO_GAME ? "gone" : code === OTHER_VERSION ? "old" : code === REVOKED ? "revoked" : "closed");
    if (!this.ended) this.#reconnect(this.wait);
  }

  /** @param {number} wait */
  #reconnect(wait) {
    clearTimeout(this.timer);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.6);
    this.timer = setTimeout(() => { this.websocket = this.#open(); }, wait * (0.75 + Math.random() / 2));
  }

  /** Give the connection up for good. */
  close() {
    this.ended = true;
    clearTimeout(this.timer);
    this.websocket.close();
  }

  /** Check whether the server is still there; reconnect at once if the connection is closed. */
  #check() {
    if (this.ended || this.websocket.readyState === WebSocket.CONNECTING) return;
    if (this.websocket.readyState !== WebSocket.OPEN) this.#reconnect(0);
    else {
      this.send({ t: "ping" });
      this.#expectAnswer();
    }
  }

  /** Give the connection up for a new one unless a message arrives soon. */
  #expectAnswer() {
    clearTimeout(this.due);
    const { websocket } = this;
    this.due = setTimeout(() => {
      if (websocket !== this.websocket) return;
      this.#lost(websocket);
      websocket.onclose = websocket.onmessage = null;
      websocket.close();
    }, PATIENCE);
  }

  /** @param {A} message */
  #receive(message) {
    clearTimeout(this.due);
    if (!this.up) {
      this.up = true;
      this.wait = FIRST_WAIT;
      this.onChange("open");
      this.send({ t: "ping" });
    }
    // By this the server measures how long messages take.
    if (message.t === "pong" && message.n) this.send({ t: "echo", n: message.n });
    if ((message.t === "done" || message.t === "no") && message.id) this.unanswered.delete(String(message.id));
    this.onMessage(message);
  }

  /** Send a message that need not be repeated. @param {Message} message */
  send(message) {
    if (this.websocket.readyState === WebSocket.OPEN) this.websocket.send(JSON.stringify(message));
  }

  /**
   * Send a command, repeat it until it is answered, and return its id.
   * @param {Command["do"]} kind @param {Partial<Command>} [more]
   */
  command(kind, more = {}) {
    /** @type {Command} */
    const command = { t: "act", id: newId(), do: kind, ...more };
    this.unanswered.set(command.id, command);
    this.send(command);
    if (this.up) this.#expectAnswer();
    return command.id;
  }
}
