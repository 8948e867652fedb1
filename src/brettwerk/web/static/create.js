// Creating a game: the server makes it, this device keeps its keys.

import { request } from "./api.js";
import { remember } from "./store.js";

/** Create a game and go to it; `refuse` is told why not. @param {import("../types/page").GameRequest} wanted @param {(message: string) => void} refuse */
export async function create(wanted, refuse) {
  /** @type {import("../types/page").CreatedGame | null} */
  const made = await request("/api/games", wanted, refuse);
  if (!made) return;
  const keys = made.seats.filter((seat) => seat.kind === "here").map((seat) => seat.key);
  const friends = made.seats.filter((seat) => seat.kind === "friend").map(({ person, key }) => ({ person, key }));
  remember({ id: made.id, game: wanted.game, keys, friends, at: Date.now(), owner: made.owner });
  location.assign(made.address);
}
