// The actions beside the board: what can be done besides moving, and open offers.

import { ask } from "./ask.js";
import { byId, icon, make, say } from "./dom.js";
import { who } from "./describe.js";
import { canSay } from "./phrases.js";
import { at, isSite } from "./places.js";
import { joined, t } from "./words.js";

/**
 * @typedef {import("./game.js").GamePage} GamePage
 * @typedef {import("../types/page").Command} Command
 */

const STRONGEST = 10;

/** @type {Record<string, string>} */
const ICONS = {
  "page-takeback": "back", "page-hint": "hint", "page-certain": "hint", "page-draw": "equal", "page-resign": "flag", "page-flip": "flip", "page-analyse": "search",
  "page-new-game": "add", "page-again": "again", "page-to-rematch": "again", "page-next-round": "next", "page-review": "curve",
  "page-hand-on": "share", "page-pause": "pause", "page-resume": "play", "page-accept": "yes", "page-decline": "close", "page-play-on": "next",
};

/** Make a button with its icon. @param {string} key @param {() => void} does @param {string} [kind] */
export const button = (key, does, kind = "") =>
  make("button", { type: "button", class: `button ${kind}`.trim(), click: does, "data-do": key }, ...(ICONS[key] ? [icon(ICONS[key])] : []), t(key));

/**
 * Replace buttons if they have changed, and keep the focus.
 * @param {HTMLElement} box
 * @param {HTMLElement[]} buttons
 * @param {string} [about] what they are about, if their names do not say it
 */
function replace(box, buttons, about = "") {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const before = box.contains(focused) ? focused?.dataset.do : undefined;
  const names = [about, ...buttons.map((one) => one.textContent)].join("|");
  if (box.dataset.names === names) return;
  box.dataset.names = names;
  box.replaceChildren(...buttons);
  if (before) buttons.find((one) => one.dataset.do === before)?.focus();
}

/** @param {GamePage} page */
export function drawActions(page) {
  const { me, live: { state, frames } } = page;
  const buttons = [];
  // What comes after the end is offered with the result, while that is open.
  if (me.length && state.round_over) {
    buttons.push(...(page.result.open ? [] : afterwards(page)));
    if (state.outcome) buttons.push(button("page-new-game", () => location.assign(at(`/new/${state.game}`))));
  } else if (me.length) {
    const still = me.some((person) => state.people[person].in);
    if (still && state.takebacks && frames.length) buttons.push(button("page-takeback", () => page.command("takeback")));
    if (page.mayMove) buttons.push(button("page-hint", () => hint(page)));
    if (page.mayMove && knowsForCertain(page)) buttons.push(button("page-certain", () => certain(page)));
    if (still) buttons.push(button("page-draw", () => draw(page)));
    if (still) buttons.push(button("page-resign", () => resign(page)));
  }
  const alone = state.people.every((one, p) => one.kind === "computer" || me.includes(p));
  if (alone && state.clock?.paused) buttons.push(button("page-resume", () => page.command("resume"), "primary"));
  else if (alone && state.clock && state.clock.running !== null) buttons.push(button("page-pause", () => page.command("pause")));
  buttons.push(button("page-flip", () => page.turn()), ...looking(page));
  if (canSay(page)) buttons.push(button("page-phrases", () => byId("phrase-list").showPopover()));
  if (state.following) buttons.push(button("page-to-rematch", () => page.follow(state.following), me.length ? "primary" : ""));
  replace(byId("actions"), buttons);
}

/** Return buttons for analysis and review, unless that would help against other people. @param {GamePage} page */
function looking(page) {
  const { state } = page;
  const people = state.people.filter((one) => one.kind !== "computer");
  const past = Boolean(page.past) || state.round_over;
  if (!past && people.length > 1) return [];
  const buttons = [button("page-analyse", () => analyse(page))];
  if (past && !page.result.open) buttons.unshift(...reviewing(page));
  return buttons;
}

/** Open the analysis of the round that is shown. @param {GamePage} page */
async function analyse(page) {
  const { session, state, frames, ply } = page;
  // Moves say everything about a game on this device, unless somebody has left it.
  if (session && !state.departures.length) {
    const options = new URL(state.board, location.origin).searchParams.get("o") || "{}";
    const moves = frames.slice(0, ply).map((frame) => frame.text).join(" ");
    location.assign(at(`/analysis/${state.game}#${new URLSearchParams({ o: options, m: moves })}`));
    return;
  }
  const id = await page.serverId();
  if (!id) return;
  const where = new URLSearchParams({ from: id, round: String(state.round), ply: String(ply) });
  location.assign(at(`/analysis/${state.game}?${where}`));
}

/** Return the button for the review of the round that is shown. @param {GamePage} page */
export const reviewing = (page) => (isSite && !reviewedHere(page) ? [] : [button("page-review", () => review(page))]);

/** Whether this device can review the round: it knows the moves from the start on, unless somebody left and others played on. @param {GamePage} page */
const reviewedHere = ({ session, state, frames }) => Boolean(session) && state.departures.every(([, ply]) => ply === frames.length);

/** @param {GamePage} page */
async function review(page) {
  const { state, game } = page;
  if (reviewedHere(page)) return location.assign(at(`/play/${game}/review#${page.id}.${state.round}`));
  const id = await page.serverId();
  if (id) location.assign(at(`/review/${id}?round=${state.round}`));
  return undefined;
}

/** @param {GamePage} page */
export function afterwards(page) {
  const { state } = page.live;
  const buttons = [];
  if (!state.outcome) buttons.push(button("page-next-round", () => page.command("next"), "primary"));
  else if (!state.following) buttons.push(button("page-again", () => page.command("again"), "primary"));
  if (state.can_continue) buttons.push(button("page-play-on", () => page.command("continue")));
  return buttons;
}

/** @param {GamePage} page */
export function hint(page) {
  if (!page.mayMove) return;
  page.note(t("page-hint-wait"));
  page.socket.send({ t: "hint" });
}

/** Whether the strongest computer plays here: it says what is certain, if asked. @param {GamePage} page */
const knowsForCertain = ({ session, live: { state } }) => Boolean(session) && state.people.some(({ kind, level }) => kind === "computer" && level === STRONGEST);

/** Ask the computer whether it is certain who wins. @param {GamePage} page */
async function certain(page) {
  page.note(t("page-hint-wait"));
  page.note(await page.session?.certainty() ?? "");
}

/** Offer a draw; if there is no opponent to ask, ask for confirmation. @param {GamePage} page */
function draw(page) {
  const { me, live: { state } } = page;
  const others = state.people.some((one, p) => one.in && !me.includes(p));
  if (others) page.command("draw");
  else ask(t("page-draw-sure"), [{ text: t("page-yes-draw"), does: () => page.command("draw") }, { text: t("page-no") }]);
}

/** @param {GamePage} page */
function resign(page) {
  const { me, live: { state } } = page;
  const own = state.turn !== null && me.includes(state.turn) ? state.turn : null;
  const person = own ?? me.find((one) => state.people[one].in) ?? me[0];
  const yes = (/** @type {string} */ text, /** @type {Command["do"]} */ kind) => ({ text: t(text), danger: true, does: () => page.command(kind, { person }) });
  const answers = state.scores ? [yes("page-resign-round", "resign"), yes("page-forfeit", "forfeit")] : [yes("page-yes-resign", "resign")];
  const question = me.length > 1 ? t("page-resign-who", { who: who(state, person) }) : t("page-resign-sure");
  ask([resignationCosts(state, person), question].filter(Boolean).join(" "), [...answers, { text: t("page-no") }]);
}

/** Say what resigning the round costs now, and whether it loses the whole match. @param {import("../types/page").StateMessage} state @param {number} person */
function resignationCosts(state, person) {
  const points = state.resigning?.[person] ?? null;
  if (points === null || !state.scores || state.target === null) return "";
  const other = 1 - person;
  const key = state.scores[other] + points >= state.target ? "match-resign-loses" : "match-resign-costs";
  return t(key, { who: who(state, other), count: points });
}

/** @param {GamePage} page */
export function drawOffer(page) {
  const { me, live: { state } } = page;
  const box = byId("offer");
  const rematch = state.again.length && !state.following ? { kind: /** @type {const} */ ("again"), wanted_by: state.again } : null;
  const offer = me.length ? state.offer || rematch : null;
  box.hidden = !offer;
  if (!offer) return;
  const { text, buttons } = offered(page, offer);
  say(byId("offer-text"), text);
  replace(byId("offer-buttons"), buttons, offer.kind);
}

/** @type {Record<"draw" | "takeback" | "continuation" | "again", Command["do"]>} */
const COMMANDS = { draw: "draw", takeback: "takeback", continuation: "continue", again: "again" };

/** @param {GamePage} page @param {{kind: keyof typeof COMMANDS, wanted_by: number[]}} offer */
function offered(page, { kind, wanted_by: wanted }) {
  const own = page.me.every((person) => wanted.includes(person));
  const does = COMMANDS[kind];
  const text = own ? t(`page-asked-${kind}`) : t(`page-said-${does}`, { who: joined(wanted.map((p) => who(page.live.state, p))) });
  const no = [button(own ? "page-withdraw" : "page-decline", () => page.command("decline"))];
  const yes = own ? [] : [button("page-accept", () => page.command(does), "primary")];
  return { text, buttons: [...yes, ...no] };
}
