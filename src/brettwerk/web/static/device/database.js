// Where this device keeps its games, and whether it can have any.

import { canRun } from "../places.js";

const NAME = "brettwerk";
export const GAMES = "games";

/** Return the result of a request. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const result = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** Open the games of this device; null if the browser keeps nothing. @returns {Promise<IDBDatabase | null>} */
export async function openDatabase() {
  try {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "id" });
    return await result(request);
  } catch {
    return null;
  }
}

/** Return the key of the sentence why games cannot be played on this device; "" if they can. */
export async function whyNotHere() {
  if (!canRun) return "page-device-no-wasm";
  const database = await openDatabase();
  database?.close();
  return database ? "" : "page-device-no-storage";
}
