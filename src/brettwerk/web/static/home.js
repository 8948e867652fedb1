// The start page: the games that this device has begun, with how they stand.

import { byId, make } from "./dom.js";
import { forget, myGames, remember } from "./store.js";
import { moment, t } from "./words.js";

const MOST = 12;

/** @param {import("./store.js").Mine} game */
async function standing(game) {
  try {
    const answer = await fetch(`/api/games/${game.id}`);
    if (answer.status === 404) return { text: t("page-mine-gone"), turn: false };
    if (!answer.ok) return { text: "", turn: false };
    const table = await answer.json();
    if (table.outcome) return { text: t("page-mine-over"), turn: false };
    const turn = Boolean(game.people?.includes(table.turn));
    return { text: t(turn ? "page-mine-turn" : "page-mine-wait"), turn };
  } catch {
    return { text: "", turn: false };
  }
}

/** @param {import("./store.js").Mine} game */
function line(game) {
  const title = t(`game-${game.game}`);
  const state = make("small", {}, moment(game.at));
  const item = make("li", {},
    make("span", { class: "mine-words" }, make("a", { href: `/g/${game.id}` }, title), state),
    make("button", { type: "button", class: "button quiet", "aria-label": t("page-mine-forget-game", { game: title }), click: () => drop(game, item) }, t("page-mine-forget")));
  standing(game).then(({ text, turn }) => {
    if (text) state.textContent = `${text} · ${moment(game.at)}`;
    item.classList.toggle("turn", turn);
  });
  return item;
}

/** @param {import("./store.js").Mine} game @param {HTMLElement} item */
function drop(game, item) {
  forget(game.id);
  item.replaceChildren(make("button", { type: "button", class: "button", click: () => { remember(game); draw(); } }, t("page-mine-undo")));
  item.querySelector("button")?.focus();
}

function draw() {
  const games = myGames().slice(0, MOST);
  byId("mine").hidden = !games.length;
  byId("mine").querySelector("ul")?.replaceChildren(...games.map(line));
}

draw();
addEventListener("pageshow", (event) => { if (event.persisted) draw(); });
