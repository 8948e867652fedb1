// Creating a game: the server makes it, this device keeps its keys. Without a server it is played on the device, if it can be.

import { at, isSite } from "./places.js";
import { remember } from "./store.js";
import { t } from "./words.js";

/** Create a game and go to it; `refuse` is told why not. @param {import("../types/page").GameRequest} wanted @param {(message: string) => void} refuse */
export async function create(wanted, refuse) {
  const answer = isSite ? null : await asked(wanted);
  if (answer?.ok) goTo(wanted.game, await answer.json());
  else if (answer) refuse(await answer.json().then(({ message }) => message, () => t("page-no-server")));
  else if (!(await onDevice(wanted))) refuse(t("page-no-server"));
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

/** Create a game on this device and go to it; return whether that was possible. @param {import("../types/page").GameRequest} wanted */
async function onDevice(wanted) {
  try {
    const { canRun, DeviceGames, fits, random, settled } = await import("./device/games.js");
    const games = canRun() && fits(wanted) ? await DeviceGames.open() : null;
    if (!games) return false;
    const { engineOf, moduleAddress } = await import("./device/session.js");
    const { GameKind } = await import("./engine/game.js");
    const kind = await GameKind.load(moduleAddress(wanted.game));
    if (wanted.seats?.some((seat) => seat.kind === "computer")) (await engineOf(kind)).close();
    const id = await games.create(settled(kind, wanted, random), Date.now());
    remember({ id, game: wanted.game, keys: [], friends: [], at: Date.now(), device: true });
    location.assign(addressOf(wanted.game, id));
    return true;
  } catch {
    return false;
  }
}
