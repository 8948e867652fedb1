// Files that a page gives away: records and pictures of a game on this device.

import { byId, make } from "../dom.js";
import { asPng, pictureOf } from "./picture.js";
import { recordsOf, writeJson, writePgn } from "./record.js";

/** @typedef {"record-pgn" | "record-json" | "picture-svg" | "picture-png"} Kind */

/** Save a record, or a picture of the board as it is shown. @param {{game: string}} page @param {import("./session.js").DeviceSession} session @param {Kind} kind */
export async function save({ game }, session, kind) {
  const made = await content(session, kind);
  const address = URL.createObjectURL(made);
  make("a", { href: address, download: `${game}.${kind.slice(kind.indexOf("-") + 1)}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** @param {import("./session.js").DeviceSession} session @param {Kind} kind */
async function content(session, kind) {
  if (kind === "picture-svg") return new Blob([pictureOf(byId("board"))], { type: "image/svg+xml" });
  if (kind === "picture-png") return asPng(pictureOf(byId("board")));
  const { table, created } = session.saved;
  const records = recordsOf(table, created);
  return kind === "record-pgn" ? new Blob([writePgn(records)], { type: "text/plain" }) : new Blob([writeJson(records)], { type: "application/json" });
}
