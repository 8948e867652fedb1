// The start page: the games of this device, and how they stand.

import { byId, make } from "./dom.js";
import { forget, myGames, remember } from "./store.js";
import { nameOf } from "./describe.js";
import { joined, formatTime, t } from "./words.js";

const MOST = 12;

/** @param {import("./store.js").Mine} game */
async function standing(game) {
  try {
    const answer = await fetch(`/api/games/${game.id}`);
    if (answer.status === 404) return { text: t("page-mine-gone"), turn: false };
    if (!answer.ok) return { text: "", turn: false };
    /** @type {import("../types/page").StateMessage} */
    const state = await answer.json();
    const turn = !state.outcome && state.turn !== null && Boolean(game.people?.includes(state.turn));
    const how = state.outcome ? "page-mine-over" : turn ? "page-mine-turn" : "page-mine-wait";
    return { text: [t(how), against(state, game)].filter(Boolean).join(" · "), turn };
  } catch {
    return { text: "", turn: false };
  }
}

/** Return against whom it is, to tell games apart. @param {import("../types/page").StateMessage} state @param {import("./store.js").Mine} game */
function against(state, game) {
  const others = state.people.flatMap((_, person) =>
    (game.people?.includes(person) ? [] : [nameOf(state, person)]));
  return others.length ? t("page-mine-with", { who: joined(others) }) : "";
}

/** @param {import("./store.js").Mine} game */
function line(game) {
  const title = t(`${game.game}-title`);
  const state = make("small", {}, formatTime(game.at));
  const item = make("li", {},
    make("span", { class: "mine-words" }, make("a", { href: `/g/${game.id}` }, title), state),
    make("button", { type: "button", class: "button quiet", "aria-label": t("page-mine-forget-game", { game: title }), click: () => drop(game, item) }, t("page-mine-forget")));
  standing(game).then(({ text, turn }) => {
    if (text) state.textContent = `${text} · ${formatTime(game.at)}`;
    item.classList.toggle("turn", turn);
    // Games in which it is my turn come first.
    if (turn) item.parentElement?.prepend(item);
  });
  return item;
}

/** @param {import("./store.js").Mine} game @param {HTMLElement} item */
function drop(game, item) {
  forget(game.id);
  item.replaceChildren(make("button", { type: "button", class: "button", click: () => { remember(game); draw(); } }, t("page-mine-undo")));
  item.querySelector("button")?.focus();
}

/** @param {number} [most] */
function draw(most = MOST) {
  const all = myGames();
  const games = all.slice(0, most);
  byId("mine").hidden = !games.length;
  byId("mine").querySelector("ul")?.replaceChildren(...games.map(line));
  const rest = all.length - games.length;
  const more = make("button", { type: "button", class: "button quiet", click: () => draw(most + MOST) }, t("page-mine-more", { count: rest }));
  byId("mine-more").replaceChildren(...(rest > 0 ? [more] : []));
}

draw();
addEventListener("pageshow", (event) => { if (event.persisted) draw(); });
