// Files that a page gives away: records and pictures of a game on this device.

import { byId, saveFile } from "../dom.js";
import { at } from "../places.js";
import { asPng, pictureOf } from "./picture.js";
import { recordsOf, writeJson, writePgn } from "./record.js";

/**
 * @typedef {import("./record.js").DeviceRecord} DeviceRecord
 * @typedef {import("./record.js").GameRecord} GameRecord
 * @typedef {import("./collection.js").Dialect} Dialect
 */

/** Save a record, or a picture of the board as it is shown. @param {{game: string}} page @param {import("./session.js").DeviceSession} session @param {string} kind such as `record-pgn` or `picture-svg` */
export async function save({ game }, session, kind) {
  const ending = kind.slice(kind.indexOf("-") + 1);
  saveFile(await content(session, ending), `${game}.${ending}`);
}

/** @param {import("./session.js").DeviceSession} session @param {string} ending */
async function content(session, ending) {
  if (ending === "svg") return new Blob([pictureOf(byId("board"))], { type: "image/svg+xml" });
  if (ending === "png") return asPng(pictureOf(byId("board")));
  const { table, created } = session.saved;
  const records = recordsOf(table, created);
  if (ending === "json") return new Blob([writeJson(records)], { type: "application/json" });
  return new Blob([writePgn(ending === "pgn" ? records : await foreign(records, ending))], { type: "text/plain" });
}

/** Return records in the format of another program. @param {DeviceRecord[]} records @param {string} format @returns {Promise<GameRecord[]>} */
async function foreign(records, format) {
  /** @type {import("../../types/page").DeviceCollection} */
  const { dialects } = await fetch(at(`/data/games/${records[0].game}.json`)).then((found) => found.json());
  const found = dialects.find(({ formats }) => formats.includes(format));
  if (!found) throw new Error(format);
  /** @type {Dialect} */
  const dialect = await import(new URL(`../${found.script}`, import.meta.url).href);
  return records.map((record) => inDialect(record, dialect, format, found.facts));
}

/** @param {DeviceRecord} record @param {Dialect} dialect @param {string} format @param {unknown} facts @returns {GameRecord} */
function inDialect({ begin, others, plies, result, players }, dialect, format, facts) {
  let position = begin;
  const moves = [];
  for (const { text, clock } of plies) {
    const move = position.find(text);
    if (!move) continue; // an event
    position = position.play(move);
    moves.push({ ...move, ...(clock !== undefined && { clock }) });
  }
  const written = { tags: others, options: begin.game.options, begin: begin.state, isStart: true, turn: begin.turn, result, moves };
  const tags = dialect.tagsOf(written, format, /** @type {never} */ (facts));
  return { tags, plies: moves.map((move) => ({ ...move, text: dialect.textOf(move, format) })), result, players };
}
