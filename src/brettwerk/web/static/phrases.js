// Phrases between players: a fixed list, said by one and read by each in their own language.

import { announce, byId } from "./dom.js";
import { nameOf } from "./describe.js";
import { setting } from "./store.js";
import { t } from "./words.js";

/** @typedef {import("./game.js").GamePage} GamePage */

const SHOWN = 6000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {GamePage} page */
export function wirePhrases(page) {
  const list = byId("phrase-list");
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-phrase]"))) {
    button.addEventListener("click", () => {
      const phrase = /** @type {import("../types/page").Say["phrase"]} */ (button.dataset.phrase);
      page.socket.send({ t: "say", phrase, person: page.me[0] });
      list.hidePopover();
    });
  }
}

/** Whether somebody plays here with others elsewhere, to whom something can be said. @param {GamePage} page */
export const canSay = ({ me, live: { state } }) => me.length > 0 && state.people.some((one, p) => one.kind !== "computer" && !me.includes(p));

/** Show what somebody said, beside their name. @param {GamePage} page @param {import("../types/page").Said} said */
export function hear(page, { person, phrase }) {
  if (!page.me.includes(person) && !setting("phrases")) return;
  const bubble = byId("bubble");
  const text = t("page-phrase", { who: nameOf(page.live.state, person), phrase: t(`page-phrase-${phrase}`) });
  bubble.textContent = text;
  bubble.hidden = false;
  bubble.classList.toggle("low", Boolean(document.querySelector(`#strip-bottom [data-person="${person}"]`)));
  announce(text);
  clearTimeout(timer);
  timer = setTimeout(() => { bubble.hidden = true; }, SHOWN);
}
