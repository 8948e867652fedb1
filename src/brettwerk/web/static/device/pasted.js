// What a pasted text says: a position, or the moves of a record.

import { gameNamed, isPosition, readPosition } from "../engine/reading.js";
import { has } from "../words.js";
import { gameTexts, isEvent, optionsIn } from "./game-texts.js";
import { refusal } from "./refusal.js";
import { Refused } from "./refused.js";

/**
 * @typedef {import("../engine/game.js").GameKind} GameKind
 * @typedef {import("../engine/game.js").Game} Game
 * @typedef {import("../engine/position.js").Position} Position
 * @typedef {(name: string) => Promise<GameKind>} Load
 * @typedef {(kind: GameKind, options: Record<string, unknown>) => Game} GameOf
 */

/** Load the game of a name; a server may know others. @param {Load} load @param {string} name */
function known(load, name) {
  if (!has(`${name}-title`)) throw new Refused("page-device-unknown");
  return load(name);
}

/** Return the position that a text says. @param {Load} load @param {string} text @param {GameOf} gameOf */
export async function positionIn(load, text, gameOf) {
  const kind = await known(load, gameNamed(text));
  return readPosition(kind, text, (options) => gameOf(kind, options));
}

/** Return where a pasted text begins, and the moves from there. @param {Load} load @param {string} text @param {GameOf} gameOf @returns {Promise<[Position, string[]]>} */
export async function readPasted(load, text, gameOf) {
  if (isPosition(text)) return [await positionIn(load, text, gameOf), []];
  const [record] = gameTexts(text);
  if (!record) throw new Refused("study-nothing");
  const { tags, fault } = record;
  if (fault || !tags.Game) throw new Refused(fault ?? "study-games-unknown");
  const kind = await known(load, tags.Game.toLowerCase());
  const start = tags.Position ? await positionIn(load, tags.Position, gameOf) : gameOf(kind, { ...record.options, ...optionsIn(kind, tags) }).start();
  return replayed(start, record.moves.map((one) => one.text));
}

/** Return the moves from the last departure or agreed continuation on, and where that is. @param {Position} start @param {string[]} texts @returns {[Position, string[]]} */
function replayed(start, texts) {
  let begin = start;
  let position = start;
  /** @type {string[]} */
  let moves = [];
  for (const text of texts) {
    if (isEvent(text)) {
      const after = changed(position, text);
      if (after) [begin, position, moves] = [after, after, []];
      continue;
    }
    const move = position.find(text);
    if (!move) throw refusal(position, text);
    position = position.play(move);
    moves.push(move.text);
  }
  return [begin, moves];
}

/** Return the position after an event; null if the game is over or nothing has changed. @param {Position} position @param {string} event */
function changed(position, event) {
  if (event === "continue") return position.continuation;
  const [, player] = event.split(":");
  const after = player && position.stillIn.includes(Number(player)) ? position.without(Number(player)) : null;
  return after && "game" in after ? after : null;
}
