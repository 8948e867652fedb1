// A guest who came by a link is asked for a name, once; the device knows it from then on.

import { byId } from "./dom.js";
import { myName, noteName, recall, retain } from "./store.js";

/** @typedef {import("./game.js").GamePage} GamePage */

const asked = () => /** @type {string[]} */ (recall("asked-name") || []);

/** @param {GamePage} page */
export function wireGuest(page) {
  const field = /** @type {HTMLInputElement} */ (byId("guest-name"));
  field.value = myName();
  const done = () => {
    retain("asked-name", [...asked(), page.id].slice(-50));
    drawGuest(page);
  };
  byId("guest").addEventListener("submit", (event) => {
    event.preventDefault();
    const name = field.value.trim();
    if (!name) return field.focus();
    noteName(name);
    page.command("name", { text: name, person: page.me[0] });
    done();
  });
  byId("guest-skip").addEventListener("click", done);
}

/** Ask whoever plays here for a friend's seat and has no name yet. @param {GamePage} page */
export function drawGuest(page) {
  const { me, live: { state } } = page;
  const one = me.length === 1 ? state.people[me[0]] : null;
  byId("guest").hidden = !one || one.kind !== "friend" || Boolean(one.name) || state.round_over || asked().includes(page.id);
}
