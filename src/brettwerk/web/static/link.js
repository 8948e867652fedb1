// The connection to the server: it comes back by itself, and what was not answered is said again.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const QUIET = 25000;

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
   * @param {(state: "open" | "closed" | "gone") => void} changed
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
    this.socket = this.#open();
    addEventListener("online", () => this.#again(0));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.socket.readyState > 1) this.#again(0);
    });
    setInterval(() => this.say({ t: "ping" }), QUIET);
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.id}?lang=${this.lang}`);
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      socket.send(JSON.stringify({ t: "hello", v: 1, keys: this.keys(), lang: this.lang }));
      for (const act of this.unanswered.values()) socket.send(JSON.stringify(act));
      this.changed("open");
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.ended = event.code === 4404;
      this.changed(this.ended ? "gone" : "closed");
      if (!this.ended) this.#again(this.wait);
    };
    return socket;
  }

  /** @param {number} wait */
  #again(wait) {
    clearTimeout(this.timer);
    if (this.ended || this.socket.readyState < 2) return;
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.6);
    this.timer = setTimeout(() => { this.socket = this.#open(); }, wait * (0.75 + Math.random() / 2));
  }

  /** @param {any} message */
  #hear(message) {
    if ((message.t === "done" || message.t === "no") && message.id) this.unanswered.delete(message.id);
    this.heard(message);
  }

  /** Say something that need not be said again. @param {object} message */
  say(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Do something, once, however often it must be said. @param {string} what @param {object} [more] */
  act(what, more = {}) {
    const act = { t: "act", id: newId(), do: what, ...more };
    this.unanswered.set(act.id, act);
    this.say(act);
  }
}
