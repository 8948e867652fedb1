// What has happened in a game, told to eyes and ears.

import { describeEvent, describeMove, ending } from "./describe.js";
import { announce } from "./dom.js";
import { play as sound } from "./sound.js";
import { t } from "./words.js";

/**
 * @typedef {import("./game.js").GamePage} GamePage
 * @typedef {import("../types/page").StateMessage} StateMessage
 * @typedef {import("../types/page").Frame} Frame
 */

/** Tell of an event that leaves the position as it is; everybody sees that an offer was declined. @param {GamePage} page @param {StateMessage} before */
export function tellEvent(page, before) {
  const { state } = page.live;
  const text = describeEvent(state, before);
  announce(text);
  if (state.last.kind === "decline") page.note(text);
  if (state.last.kind === "join") sound("start");
}

/** Say why a game without friends is not on this device, if it could not be. @param {GamePage} page */
export async function tellWhyNotHere(page) {
  const { session, me, live: { state: { people } } } = page;
  if (session || !me.length || people.some(({ kind }) => kind === "friend")) return;
  const { whyNotHere } = await import("./device/database.js");
  const fault = await whyNotHere();
  if (fault) page.note(t(fault));
}

/** Tell of another position. @param {GamePage} page @param {StateMessage} before @param {Frame[]} news its new moves */
export function tellNews(page, before, news) {
  const { state } = page.live;
  const words = news.map((frame) => describeMove(state, frame));
  if (state.last.kind !== "play") words.unshift(describeEvent(state, before));
  if (state.round_over) words.push(ending(state, page.me));
  announce(words.filter(Boolean).join(" "));
  if (state.round_over) sound("end");
  else if (state.last.kind === "next") sound("start");
  else if (news.length) soundMove(page, news[news.length - 1]);
}

/** @param {GamePage} page @param {Frame} last */
function soundMove(page, last) {
  sound(last.taken ? "capture" : "move");
  // At one screen it is always somebody's turn.
  if (page.mayMove && page.me.length === 1 && !page.me.includes(last.by)) sound("turn");
}
