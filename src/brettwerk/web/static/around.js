// Around the board: what can be done besides moving, what is on offer, links for friends.

import { ask, copy } from "./ask.js";
import { byId, make, tell } from "./dom.js";
import { mine } from "./store.js";
import { nameOf, who } from "./talk.js";
import { joined, t } from "./words.js";

/** @typedef {import("./game.js").Play} Play */

/** @param {string} key @param {() => void} does @param {string} [kind] */
const button = (key, does, kind = "") =>
  make("button", { type: "button", class: `button ${kind}`.trim(), click: does, "data-do": key }, t(key));

/**
 * Replace buttons that are others than before, but leave the keyboard where it is.
 * @param {HTMLElement} box
 * @param {HTMLElement[]} buttons
 * @param {string} [about] what they are about, where their names do not tell
 */
function replace(box, buttons, about = "") {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const kept = box.contains(focused) ? focused?.dataset.do : undefined;
  const names = [about, ...buttons.map((one) => one.textContent)].join("|");
  if (box.dataset.names === names) return;
  box.dataset.names = names;
  box.replaceChildren(...buttons);
  if (kept) buttons.find((one) => one.dataset.do === kept)?.focus();
}

/** @param {Play} play */
export function drawActions(play) {
  const { me, live: { table, frames } } = play;
  const buttons = [];
  if (me.length && table.round_over) buttons.push(...afterwards(play));
  else if (me.length) {
    const still = me.some((person) => table.people[person].in);
    if (still && table.takebacks && frames.length) buttons.push(button("page-takeback", () => play.act("takeback")));
    if (play.mayMove) buttons.push(button("page-hint", () => hint(play)));
    if (still) buttons.push(button(table.people.length > 2 ? "page-draw-3" : "page-draw", () => draw(play)));
    if (still) buttons.push(button("page-resign", () => resign(play)));
  }
  const alone = table.people.every((/** @type {any} */ one, /** @type {number} */ p) => one.kind === "computer" || me.includes(p));
  if (alone && table.clock?.paused) buttons.push(button("page-resume", () => play.act("resume"), "primary"));
  else if (alone && table.clock && table.clock.running !== null) buttons.push(button("page-pause", () => play.act("pause")));
  buttons.push(button("page-flip", () => play.turn()), ...looking(play));
  if (table.following) buttons.push(button("page-to-rematch", () => play.follow(table.following), me.length ? "primary" : ""));
  replace(byId("actions"), buttons);
}

/** What can be found out about it, where that helps nobody against somebody else. @param {Play} play */
function looking(play) {
  const { table } = play;
  const people = table.people.filter((/** @type {any} */ one) => one.kind !== "computer");
  const past = Boolean(play.past) || table.round_over;
  if (!past && people.length > 1) return [];
  const buttons = [button("page-analyse", () => {
    const where = new URLSearchParams({ from: play.id, round: String(play.table.round), ply: String(play.ply) });
    location.assign(`/analysis/${table.game}?${where}`);
  })];
  if (past) buttons.unshift(button("page-review", () => location.assign(`/review/${play.id}?round=${play.table.round}`)));
  return buttons;
}

/** @param {Play} play */
function afterwards(play) {
  const { table } = play.live;
  const buttons = [];
  if (!table.outcome) buttons.push(button("page-next-round", () => play.act("next"), "primary"));
  else if (!table.following) buttons.push(button("page-again", () => play.act("again"), "primary"));
  if (table.can_continue) buttons.push(button("page-play-on", () => play.act("continue")));
  if (table.outcome) buttons.push(button("page-new-game", () => location.assign(`/new/${table.game}`)));
  return buttons;
}

/** @param {Play} play */
export function hint(play) {
  if (!play.mayMove) return;
  play.note(t("page-hint-wait"));
  play.link.say({ t: "hint" });
}

/** Offer to end the game; where nobody else is to be asked, ask whether it is meant. @param {Play} play */
function draw(play) {
  const { me, live: { table } } = play;
  const others = table.people.some((/** @type {any} */ one, /** @type {number} */ p) => one.in && !me.includes(p));
  if (others) play.act("draw");
  else ask(t("page-draw-sure"), [{ text: t("page-yes-draw"), does: () => play.act("draw") }, { text: t("page-no") }]);
}

/** @param {Play} play */
function resign(play) {
  const { me, live: { table } } = play;
  const mover = me.includes(table.turn) ? table.turn : me.find((person) => table.people[person].in) ?? me[0];
  const yes = (/** @type {string} */ text, /** @type {string} */ what) => ({ text: t(text), danger: true, does: () => play.act(what, { person: mover }) });
  const answers = table.scores ? [yes("page-resign-round", "resign"), yes("page-forfeit", "forfeit")] : [yes("page-yes-resign", "resign")];
  ask(me.length > 1 ? t("page-resign-who", { who: who(table, mover) }) : t("page-resign-sure"), [...answers, { text: t("page-no") }]);
}

/** @param {Play} play */
export function drawOffer(play) {
  const { me, live: { table } } = play;
  const box = byId("offer");
  const offer = table.offer || (table.again.length && !table.following ? { kind: "again", wanted_by: table.again } : null);
  const text = offer && me.length ? offered(play, offer) : null;
  box.hidden = !text;
  if (!text) return;
  if (byId("offer-text").textContent !== text.told) byId("offer-text").textContent = text.told;
  replace(byId("offer-buttons"), text.buttons, offer.kind);
}

const WORDS = { draw: "draw", takeback: "takeback", continuation: "continue", again: "again" };

/** @param {Play} play @param {{kind: keyof typeof WORDS, wanted_by: number[]}} offer */
function offered(play, { kind, wanted_by: wanted }) {
  const own = play.me.every((person) => wanted.includes(person));
  const does = WORDS[kind];
  const told = own ? t(`page-asked-${kind}`) : t(`page-said-${does}`, { who: joined(wanted.map((p) => who(play.live.table, p))) });
  const no = kind === "again" ? [] : [button(own ? "page-withdraw" : "page-decline", () => play.act("decline"))];
  const yes = own ? [] : [button("page-accept", () => play.act(does), "primary")];
  return { told, buttons: [...yes, ...no] };
}

/** Whether this page was reached in a way in which only this machine can. */
const onlyHere = () => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);

/** Where others reach this server. */
const origin = () => (onlyHere() && byId("table").dataset.others?.replace(/\/$/, "")) || location.origin;

/** Whether others can reach it at all. */
const reachable = () => !onlyHere() || Boolean(byId("table").dataset.others);

/** The link to a game, with the secret of a seat or to watch. @param {string} id @param {string} [key] */
export const linkOf = (id, key = "") => `${origin()}/g/${id}${key ? `#k=${key}` : ""}`;

/** Phones hand links on themselves. @param {string} url @param {string} game */
function sharing(url, game) {
  if (!navigator.share) return [];
  const share = () => navigator.share({ title: t(`game-${game}`), url }).catch(() => {});
  return [make("button", { type: "button", class: "button", click: share }, t("page-hand-on"))];
}

/** Links for friends who have not come yet. @param {Play} play */
export function drawInvite(play) {
  const { table } = play.live;
  const box = byId("invite");
  const friends = (mine(play.id)?.friends || []).filter(({ person }) => !table.people[person].joined);
  box.hidden = !friends.length;
  const shown = friends.map(({ person }) => person).join();
  if (box.dataset.shown === shown || !friends.length) return;
  box.dataset.shown = shown;
  const rows = friends.map(({ person, key }) => {
    const address = linkOf(play.id, key);
    const id = `invite-${person}`;
    const label = make("label", { for: id }, t("page-invite-seat", { who: nameOf(table, person) }));
    const field = make("input", { id, readonly: true, value: address, "data-invite": String(person) });
    field.addEventListener("focus", () => field.select());
    const copying = make("button", { type: "button", class: "button primary", click: () => copy(address, said) }, t("page-copy"));
    const said = (/** @type {string} */ text) => { copying.textContent = text; tell(text); setTimeout(() => { copying.textContent = t("page-copy"); }, 2000); };
    return make("div", {}, label, make("div", { class: "row tight" }, field, copying, ...sharing(address, play.game)));
  });
  const secret = make("p", { class: "small" }, t("page-invite-secret"));
  const near = reachable() ? [] : [make("p", { class: "small", id: "invite-near" }, t("page-invite-near"))];
  box.replaceChildren(make("p", {}, t("page-invite")), ...rows, ...near, secret);
}
