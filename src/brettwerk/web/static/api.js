// Requests, answered by this device where it can and else by the server; and the facts that pages bring.

import { byId } from "./dom.js";
import { canRun, isSite } from "./places.js";
import { t } from "./words.js";

/** What a device answers by itself, as long as it knows the game. */
const OWN = /^\/api\/(study(\/explain|\/answer|\/set)?|lessons\/.*|puzzles\/[^/]+\/\w+)$/;
const UNKNOWN = 404;
const UNSEEN = 50; // milliseconds: a page in the background draws no frames

/**
 * Send a request and return the answer, or null if there is none; `refuse` is told why.
 * @param {string} address
 * @param {object | undefined} body JSON to post; without it the request is a GET
 * @param {(message: string) => void} refuse
 * @param {string} [key] a secret that allows it
 */
export async function send(address, body, refuse, key = "") {
  const headers = new Headers({ "content-type": "application/json" });
  if (key) headers.set("authorization", `Bearer ${key}`);
  try {
    const asked = () => fetch(address, body && { method: "POST", headers, body: JSON.stringify(body) });
    const own = isSite || (canRun && body && OWN.test(address)) ? await onDevice(address, body) : null;
    const answer = own && (isSite || own.status !== UNKNOWN) ? own : await asked().catch(() => own ?? onDevice(address, body));
    if (answer.ok) return answer;
    /** @type {import("../types/page").ErrorMessage} */
    const error = await answer.json();
    refuse(error.message);
  } catch {
    refuse(t("page-no-server"));
  }
  return null;
}

/** Answer on this device; what it needs is loaded with the first question. @param {string} address @param {object} [body] */
async function onDevice(address, body) {
  try {
    const { respond } = await import("./device/answers.js");
    await shown();
    return await respond(address, body);
  } catch (error) {
    // A device that fails is as one that does not know.
    console.warn(error);
    return Response.json({ message: t("page-device-failed") }, { status: UNKNOWN });
  }
}

/** Wait until what a touch has changed is on the screen, since the answer takes the time of the same thread. @returns {Promise<void>} */
function shown() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, UNSEEN);
  });
}

/**
 * Send a request and return the JSON of its answer, or null if it was refused.
 * @template T
 * @param {string} address
 * @param {object | undefined} body
 * @param {(message: string) => void} refuse
 * @param {string} [key]
 * @returns {Promise<T | null>}
 */
export async function request(address, body, refuse, key = "") {
  const answer = await send(address, body, refuse, key);
  return answer && answer.json();
}

/** Return the facts in an element of the page. @template T @param {string | Element} place @returns {T} */
export function embedded(place) {
  const element = typeof place === "string" ? byId(place) : place;
  return JSON.parse(element.textContent || "{}");
}

/** Fetch the drawing of a board, "" if that fails. @param {string} address */
export async function drawingAt(address) {
  try {
    const answer = isSite ? null : await fetch(address).catch(() => null);
    if (answer) return answer.ok ? await answer.text() : "";
    return await (await import("./device/drawing.js")).drawing(address);
  } catch {
    return "";
  }
}
