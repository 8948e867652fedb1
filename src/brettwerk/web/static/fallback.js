// Why a game that could be on this device is on the server.

import { t } from "./words.js";

/** Say why a game without friends is not on this device, if it could not be. @param {import("./game.js").GamePage} page */
export async function tellWhyNotHere(page) {
  const { session, me, live: { state } } = page;
  if (session || !me.length || state.people.some(({ kind }) => kind === "friend")) return;
  const { whyNotHere } = await import("./device/database.js");
  const fault = await whyNotHere();
  if (fault) page.note(t(fault));
}
