// The start page: the games of this device, how they stand, and a new one with one click.

import { addressOf, create } from "./create.js";
import { byId, make, svg } from "./dom.js";
import { forget, myGames, myName, remember } from "./store.js";
import { nameOf } from "./describe.js";
import { joined, formatTime, t } from "./words.js";

const MOST = 12;
const FRIENDLY = 2;
const CROSS = "M7 7l10 10M17 7L7 17";

/** @param {import("./store.js").Mine} game */
async function standing(game) {
  if (game.device) return { text: (game.result ? ended(game) : [t("page-mine-going")]).join(" · "), turn: false, going: !game.result };
  try {
    const answer = await fetch(`/api/games/${game.id}`);
    if (answer.status === 404) return { text: t("page-mine-gone"), turn: false, going: false };
    if (!answer.ok) return { text: "", turn: false, going: false };
    /** @type {import("../types/page").StateMessage} */
    const state = await answer.json();
    const turn = !state.outcome && state.turn !== null && Boolean(game.people?.includes(state.turn));
    const how = turn ? "page-mine-turn" : "page-mine-wait";
    const told = state.outcome ? ended(game) : [t(how)];
    return { text: [...(told.length ? told : [t("page-mine-over")]), against(state, game)].filter(Boolean).join(" · "), turn, going: !state.outcome };
  } catch {
    return { text: "", turn: false, going: false };
  }
}

/** Say how a game of mine ended, if it did and only I play it here. @param {import("./store.js").Mine} game */
const ended = ({ result, level, device }) =>
  (result ? [t(`page-mine-${result}`), ...(device && level ? [t("page-mine-with", { who: t("page-computer", { level }) })] : [])] : []);

/** Return against whom it is, to tell games apart. @param {import("../types/page").StateMessage} state @param {import("./store.js").Mine} game */
function against(state, game) {
  const others = state.people.flatMap((_, person) =>
    (game.people?.includes(person) ? [] : [nameOf(state, person)]));
  return others.length ? t("page-mine-with", { who: joined(others) }) : "";
}

/** Return the address of the page of a game. @param {import("./store.js").Mine} game */
const pageOf = (game) => (game.device ? addressOf(game.game, game.id) : `/g/${game.id}`);

/** @param {import("./store.js").Mine} game */
function line(game) {
  const title = t(`${game.game}-title`);
  const state = make("small", {}, formatTime(game.at));
  const item = make("li", {},
    make("span", { class: "mine-words" }, make("a", { href: pageOf(game) }, title), state),
    make("button", { type: "button", class: "icon-button", title: t("page-mine-forget"), "aria-label": t("page-mine-forget-game", { game: title }), click: () => drop(game, item) },
      svg("svg", { viewBox: "0 0 24 24", width: 18, height: 18, "aria-hidden": "true" }, svg("path", { d: CROSS }))));
  standing(game).then(({ text, turn, going }) => {
    if (going) offer(game, turn);
    if (text) state.textContent = `${text} · ${formatTime(game.at)}`;
    item.classList.toggle("turn", turn);
    // Games in which it is my turn come first.
    if (turn) item.parentElement?.prepend(item);
  });
  return item;
}

/** Offer to go on with a game: the latest, or one in which it is my turn. @param {import("./store.js").Mine} game @param {boolean} turn */
function offer(game, turn) {
  const link = /** @type {HTMLAnchorElement} */ (byId("continue"));
  if (!link.hidden && (link.dataset.turn === "1" || (!turn && Number(link.dataset.at) > game.at))) return;
  link.href = pageOf(game);
  Object.assign(link.dataset, { at: game.at, turn: turn ? "1" : "0" });
  link.textContent = t("page-continue", { game: t(`${game.game}-title`) });
  link.hidden = false;
  // One button leads on, the others are quiet.
  byId("play-now").classList.remove("primary");
}

/** Begin a game against a friendly computer: of the kind played last, or else one that fits beginners. @param {Event} event */
async function playNow({ currentTarget }) {
  const button = /** @type {HTMLButtonElement} */ (currentTarget);
  button.disabled = true;
  const others = (/** @type {number} */ count) => Array.from({ length: count - 1 }, () => ({ kind: /** @type {const} */ ("computer"), level: FRIENDLY }));
  const last = /** @type {HTMLElement | null} */ (document.querySelector(`[data-players][data-game="${myGames()[0]?.game}"]`));
  const card = last || /** @type {HTMLElement} */ (document.querySelector(`[data-players][data-game="${button.dataset.game}"]`));
  const { game = "", players } = card.dataset;
  await create({ game, options: {}, seats: [{ kind: "here", name: myName() }, ...others(Number(players))], clock: "none", target: null, tableau: "keep", begins: 0, takebacks: true, fair: false },
    (message) => { byId("fault").textContent = t("page-failed", { message }); });
  button.disabled = false;
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
byId("play-now").addEventListener("click", playNow);
addEventListener("pageshow", (event) => { if (event.persisted) draw(); });
