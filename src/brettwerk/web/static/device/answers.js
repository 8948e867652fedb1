// What the server would answer, answered on this device: boards to study on, lessons and puzzles.
//
// `api.js` asks here first. What is not known, a server may know.

import { Engine } from "../engine/engine.js";
import { GameKind } from "../engine/game.js";
import { setUp } from "../engine/reading.js";
import { Unreadable } from "../engine/unreadable.js";
import { at, moduleAddress } from "../places.js";
import { language, t } from "../words.js";
import { positionIn, readPasted } from "./pasted.js";
import { Refused } from "./refused.js";
import { judge } from "./puzzle.js";
import { refusal } from "./refusal.js";
import { notesMessage, said, studyMessage, whyMessage } from "./study-message.js";

/**
 * @typedef {import("../../types/page").DevicePuzzle} DevicePuzzle
 * @typedef {import("../../types/page").DeviceStep} DeviceStep
 * @typedef {import("../../types/page").ExplainRequest} ExplainRequest
 * @typedef {import("../../types/page").LessonAttempt} LessonAttempt
 * @typedef {import("../../types/page").PositionRequest} PositionRequest
 * @typedef {import("../../types/page").StudyRequest} StudyRequest
 * @typedef {import("../engine/position.js").Position} Position
 */

const MOST = 2000; // positions that are kept
const UNKNOWN = ["page-device-unknown", "page-device-not-here"]; // which a server may know
/** @type {Map<string, Promise<GameKind>>} */
const kinds = new Map();
/** @type {Map<string, Promise<Engine>>} */
const engines = new Map();
/** @type {Map<string, import("../engine/game.js").Game>} */
const games = new Map();
/** @type {Map<string, Position>} */
const reached = new Map();
/** @type {Map<string, Promise<unknown>>} */
const files = new Map();

/** Return the module of a game, loaded once. @param {string} game */
export function kindOf(game) {
  if (!kinds.has(game)) kinds.set(game, GameKind.load(moduleAddress(game)));
  return /** @type {Promise<GameKind>} */ (kinds.get(game));
}

/** Return the engine of a position's game. @param {Position} position */
export function engineOf({ game }) {
  if (!engines.has(game.name)) engines.set(game.name, Engine.of(game.kind));
  return /** @type {Promise<Engine>} */ (engines.get(game.name));
}

/** Return data that was made beforehand. @template T @param {string} address @returns {Promise<T>} */
function data(address) {
  if (!files.has(address)) files.set(address, fetch(at(address)).then((answer) => answer.json()));
  return /** @type {Promise<T>} */ (files.get(address));
}

// -- positions -------------------------------------------------------------------------------------

/** Return a game whose module has been loaded. @param {GameKind} kind @param {Record<string, unknown>} options */
function gameOf(kind, options) {
  const key = JSON.stringify([kind.name, options]);
  if (!games.has(key)) games.set(key, kind.game(options));
  return /** @type {import("../engine/game.js").Game} */ (games.get(key));
}

/** Return the position of a text. @param {string} text */
export async function positionOf(text) {
  return reached.get(text) ?? keep(text, await positionIn(kindOf, text, gameOf));
}

/** Keep a position that can be asked about later. @param {string} text @param {Position} position */
function keep(text, position) {
  if (reached.size > MOST) reached.clear();
  reached.set(text, position);
  return position;
}

/** Return where the moves of a request begin. @param {StudyRequest} wanted */
async function startOf({ game, options, position }) {
  if (position) return positionOf(position);
  const start = gameOf(await kindOf(game || ""), options || {}).start();
  return keep(start.text, start);
}

// -- questions -------------------------------------------------------------------------------------

/** @param {PositionRequest} wanted */
async function study(wanted) {
  const start = await startOf(wanted);
  const [position, message] = studyMessage(start, wanted.moves || [], wanted.from || 0);
  keep(message.position, position);
  return message;
}

/** @param {ExplainRequest} wanted */
async function explain({ way = "", why, ...where }) {
  let position = await startOf(where);
  for (const text of where.moves || []) position = position.play(position.find(text) ?? refuse(position, text));
  return why ? { way, why: whyMessage(position, way) } : { way, ...notesMessage(position, way) };
}

/** @param {Position} position @param {string} text @returns {never} */
function refuse(position, text) {
  throw refusal(position, text);
}

/** @param {LessonAttempt} attempt @param {string} game @param {string} step */
async function lesson({ moves = [], hint }, game, step) {
  /** @type {Record<string, DeviceStep>} */
  const lessons = await data(`/data/${language}/lessons/${game}.json`);
  const steps = step in lessons ? lessons : /** @type {Record<string, DeviceStep>} */ (await data(`/data/${language}/courses/${game}.json`));
  const way = moves.join(" ");
  const found = hint ? steps[step]?.hints[way] : steps[step]?.verdicts[way];
  if (!found) throw new Refused("page-device-unknown");
  return hint ? { move: found } : found;
}

/** @param {{moves: string[]} | undefined} attempt @param {string} game @param {string} id @param {string} [what] */
async function puzzle(attempt, game, id, what) {
  /** @type {DevicePuzzle[]} */
  const all = await data(`/data/${language}/puzzles/${game}.json`);
  const found = all.find(({ task }) => task.id === id);
  if (!found) throw new Refused("puzzles-page-none");
  const { task, hint, solution } = found;
  if (what === "/hint") return hint;
  if (what === "/solution") return { moves: solution };
  if (!attempt) return task;
  const start = await positionOf(task.position);
  return judge(await engineOf(start), found, start, attempt.moves);
}

/** @param {import("../../types/page").ComputerMoveRequest} wanted */
async function computerMove({ position: text, level }) {
  const position = await positionOf(text);
  if (position.outcome) throw new Refused("match-over");
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] >>> 1;
  const found = await (await engineOf(position)).choose(position, level, { seed });
  if (!found) throw new Refused("page-device-failed");
  return { move: found.move.text };
}

/** @param {import("../../types/page").SetupRequest} wanted */
async function arrange({ game, options = {}, pieces = {}, turn = 0, details = {} }) {
  const { text } = setUp(gameOf(await kindOf(game), options), pieces, turn, details);
  return { position: text };
}

/** @param {import("../../types/page").PastedText} wanted */
async function read({ text }) {
  const [begin, moves] = await readPasted(kindOf, text, gameOf);
  keep(begin.text, begin);
  return { game: begin.game.name, begin: begin.text, moves, ply: null };
}

/** @type {[RegExp, (body: never, ...parts: string[]) => Promise<unknown>][]} */
const ANSWERS = [
  [/^\/api\/study$/, study],
  [/^\/api\/study\/explain$/, explain],
  [/^\/api\/study\/answer$/, computerMove],
  [/^\/api\/study\/set$/, arrange],
  [/^\/api\/study\/read$/, read],
  [/^\/api\/lessons\/([^/]+)\/([^/]+)$/, lesson],
  [/^\/api\/puzzles\/([^/]+)\/(\w+)(\/\w+)?$/, puzzle],
];

/** Answer a request as the server would; what only a server can do is refused with a sentence. @param {string} address @param {object} [body] */
export async function respond(address, body) {
  const [pattern, does] = ANSWERS.find(([one]) => one.test(address)) ?? [];
  try {
    if (!pattern || !does) throw new Refused("page-device-not-here");
    const parts = (address.match(pattern) ?? []).slice(1);
    return Response.json(await does(/** @type {never} */ (body), ...parts));
  } catch (error) {
    if (!(error instanceof Refused || error instanceof Unreadable)) throw error;
    const status = UNKNOWN.includes(error.key) ? 404 : 400;
    return Response.json({ error: "refused", key: error.key, message: said(error) }, { status });
  }
}
