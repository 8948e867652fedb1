// Handing a game on this device to the server: a copy of it, or the game itself, so that friends can join.

import { request } from "../api.js";
import { t } from "../words.js";
import { peopleOf } from "./table.js";

/** @typedef {import("./table.js").Config} Config */

/** Return the seats if friends join: they get those of computers, or all but the first. @param {Config} config @returns {Config["seats"]} */
export function seatsForFriends({ seats, ...config }) {
  const computers = seats.some((seat) => seat.kind === "computer");
  const [first] = peopleOf({ seats, ...config });
  const isFriends = (/** @type {import("../../types/page").Seat} */ seat, /** @type {number} */ person) => (computers ? seat.kind === "computer" : person !== first);
  return seats.map((seat, person) => (isFriends(seat, person) ? { kind: "friend", name: seat.name } : seat));
}

/** Give the server a game, and return what it made of it; null if it cannot be reached. @param {import("./games.js").Kept} kept @param {Config["seats"]} seats @param {(message: string) => void} refuse @returns {Promise<import("../../types/page").CreatedGame | null>} */
export function handOver({ config, events }, seats, refuse) {
  const shown = events.filter((event) => event.kind !== "again");
  return request("/api/games/handed", { config: { ...config, seats }, events: shown }, () => refuse(t("page-device-needs-server")));
}
