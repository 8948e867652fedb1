// The start page: the games that this device has begun, with how they stand.

import { byId, make } from "./dom.js";
import { forget, myGames, remember } from "./store.js";
import { nameOf } from "./talk.js";
import { joined, moment, t } from "./words.js";

const MOST = 12;

/** @param {import("./store.js").Mine} game */
async function standing(game) {
  try {
    const answer = await fetch(`/api/games/${game.id}`);
    if (answer.status === 404) return { text: t("page-mine-gone"), turn: false };
    if (!answer.ok) return { text: "", turn: false };
    const table = await answer.json();
    const turn = !table.outcome && Boolean(game.people?.includes(table.turn));
    const how = table.outcome ? "page-mine-over" : turn ? "page-mine-turn" : "page-mine-wait";
    return { text: [t(how), against(table, game)].filter(Boolean).join(" · "), turn };
  } catch {
    return { text: "", turn: false };
  }
}

/** With whom, so that games of one kind can be told apart. @param {import("./talk.js").Table} table @param {import("./store.js").Mine} game */
function against(table, game) {
  const others = table.people.flatMap((/** @type {unknown} */ _, /** @type {number} */ person) =>
    (game.people?.includes(person) ? [] : [nameOf(table, person)]));
  return others.length ? t("page-mine-with", { who: joined(others) }) : "";
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
    // Where somebody waits for me comes first.
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
