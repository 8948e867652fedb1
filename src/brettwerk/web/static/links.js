// Links for friends: shown to whoever made the game, who can also replace them.

import { request, send } from "./api.js";
import { ask, copy } from "./ask.js";
import { nameOf } from "./describe.js";
import { announce, byId, make } from "./dom.js";
import { mine, renewKey } from "./store.js";
import { t } from "./words.js";

/** @typedef {import("./game.js").GamePage} GamePage */

/** Return whether only this machine can open the address of this page. */
const onlyHere = () => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);

/** Return where others reach this server. */
const origin = () => (onlyHere() && byId("table").dataset.others?.replace(/\/$/, "")) || location.origin;

/** Return whether others can reach it at all. */
const reachable = () => !onlyHere() || Boolean(byId("table").dataset.others);

/** Return the link to a game, with the key of a seat or for watching. @param {string} id @param {string} [key] */
export const linkOf = (id, key = "") => `${origin()}/g/${id}${key ? `#k=${key}` : ""}`;

/** Return a button that shares a link, where the device can. @param {string} url @param {string} game */
function sharing(url, game) {
  if (!navigator.share) return [];
  const share = () => navigator.share({ title: t(`${game}-title`), url }).catch(() => {});
  return [make("button", { type: "button", class: "button", click: share }, t("page-hand-on"))];
}

/** Draw the links for friends who have not joined yet, and those that were replaced. @param {GamePage} page */
export function drawInvite(page) {
  const { state } = page.live;
  drawLinks(page);
  const box = byId("invite");
  const friends = (mine(page.id)?.friends || []).filter(({ person }) => !state.people[person].joined || page.renewed.has(person));
  box.hidden = !friends.length;
  const shown = friends.map(({ person, key }) => `${person}:${key}`).join();
  if (box.dataset.shown === shown || !friends.length) return;
  box.dataset.shown = shown;
  const rows = friends.map(({ person, key }, at) => {
    const address = linkOf(page.id, key);
    const id = `invite-${person}`;
    const label = make("label", { for: id }, t("page-invite-seat", { who: nameOf(state, person) }));
    const field = make("input", { id, readonly: true, value: address, "data-invite": String(person) });
    field.addEventListener("focus", () => field.select());
    const copying = make("button", { type: "button", class: at ? "button" : "button primary", click: () => copy(address, said) }, t("page-copy"));
    const said = (/** @type {string} */ text) => { copying.textContent = text; announce(text); setTimeout(() => { copying.textContent = t("page-copy"); }, 2000); };
    return make("div", {}, label, make("div", { class: "row tight" }, field, copying, ...sharing(address, page.game)), qrCode(address, nameOf(state, person)));
  });
  const secret = make("p", { class: "small" }, t("page-invite-secret"));
  const near = reachable() ? [] : [make("p", { class: "small", id: "invite-near" }, t("page-invite-near"), " ", make("code", {}, "brettwerk serve --host 0.0.0.0"))];
  box.replaceChildren(make("p", {}, t(friends.length > 1 ? "page-invite" : "page-invite-one")), ...rows, ...near, secret);
}

/** Return a QR code to unfold, drawn by the server when it is first wanted. @param {string} link @param {string} who */
function qrCode(link, who) {
  const place = make("div", { class: "code", role: "img", "aria-label": t("page-code-of", { who }) });
  const details = make("details", { class: "more" }, make("summary", {}, t("page-code")), place);
  details.addEventListener("toggle", async () => {
    if (!details.open || place.firstChild) return;
    const answer = await send("/api/code", { link }, (message) => { place.textContent = message; });
    if (answer) place.replaceChildren(new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement);
  });
  return details;
}

/** Draw a button for each friend’s link that can be replaced, for whoever made the game. @param {GamePage} page */
function drawLinks(page) {
  const { me, live: { state } } = page;
  const box = byId("links");
  const friends = state.people.map((_, person) => person).filter((person) => state.people[person].kind === "friend" && !me.includes(person));
  const names = mine(page.id)?.owner ? friends.map((person) => t("page-new-link", { who: nameOf(state, person) })) : [];
  if (box.dataset.names === names.join("|")) return;
  box.dataset.names = names.join("|");
  box.replaceChildren(...names.map((name, at) => make("button", { type: "button", class: "button quiet", "data-link": String(friends[at]), click: () => askRenewal(page, friends[at]) }, name)));
}

/** @param {GamePage} page @param {number} person */
function askRenewal(page, person) {
  const whose = nameOf(page.live.state, person);
  ask(t("page-new-link-sure", { who: whose }), [{ text: t("page-yes-new-link"), does: () => renew(page, person) }, { text: t("page-no") }]);
}

/** Let the server replace the key of a seat, and show the new link. @param {GamePage} page @param {number} person */
async function renew(page, person) {
  const owner = mine(page.id)?.owner || "";
  /** @type {import("../types/page").SeatKey | null} */
  const made = await request(`/api/games/${page.id}/links`, { person }, (message) => page.note(message), owner);
  if (!made) return;
  renewKey(page.id, person, made.key);
  page.renewed.add(person);
  drawInvite(page);
  announce(t("page-new-link-made", { who: nameOf(page.live.state, person) }));
  byId(`invite-${person}`).focus();
}
