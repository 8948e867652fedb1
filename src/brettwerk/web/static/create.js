// Creating a game: on this device if everybody plays here, and else by the server, of whose seats this device keeps the keys.

import { at, isSite, moduleAddress } from "./places.js";
import { remember } from "./store.js";
import { t } from "./words.js";

/** @typedef {import("../types/page").GameRequest} GameRequest */

/** Create a game and go to it; `refuse` is told why not. @param {GameRequest} wanted @param {(message: string) => void} refuse */
export async function create(wanted, refuse) {
  const fault = await onDevice(wanted);
  if (fault === null) return;
  const answer = isSite ? null : await asked(wanted);
  if (answer?.ok) goTo(wanted.game, await answer.json());
  else refuse(answer ? await answer.json().then(({ message }) => message, () => t("page-no-server")) : fault || t("page-no-server"));
}

/** Ask the server for a game; null if it cannot be reached. @param {import("../types/page").GameRequest} wanted */
async function asked(wanted) {
  try {
    return await fetch("/api/games", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wanted) });
  } catch {
    return null;
  }
}

/** Keep the keys of a game that the server made, and go to it. @param {string} game @param {import("../types/page").CreatedGame} made */
export function goTo(game, made) {
  const keys = made.seats.filter((seat) => seat.kind === "here").map((seat) => seat.key);
  const friends = made.seats.filter((seat) => seat.kind === "friend").map(({ person, key }) => ({ person, key }));
  remember({ id: made.id, game, keys, friends, at: Date.now(), owner: made.owner });
  location.assign(made.address);
}

/** Return the address of the page of a game on this device. @param {string} game @param {string} id */
export const addressOf = (game, id) => at(`/play/${game}#${id}`);

/** Create a game on this device and go to it, and return null; or return why that is impossible, "" if it needs a server anyway. @param {GameRequest} wanted */
async function onDevice(wanted) {
  try {
    const { DeviceGames, fits, random, settled } = await import("./device/games.js");
    const { whyNotHere } = await import("./device/database.js");
    if (!fits(wanted)) return "";
    const fault = await whyNotHere();
    const games = await DeviceGames.open();
    if (fault || !games) return t(fault);
    const { engineOf } = await import("./device/computer.js");
    const { GameKind } = await import("./engine/game.js");
    const kind = await GameKind.load(moduleAddress(wanted.game));
    if (wanted.seats?.some((seat) => seat.kind === "computer")) (await engineOf(kind)).close();
    const id = await games.create(settled(kind, wanted, random), Date.now());
    remember({ id, game: wanted.game, keys: [], friends: [], at: Date.now(), device: true });
    location.assign(addressOf(wanted.game, id));
    return null;
  } catch (error) {
    // The server says in its own words what is wrong with options.
    console.warn(error);
    return "";
  }
}
