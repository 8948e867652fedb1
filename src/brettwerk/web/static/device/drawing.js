// The drawing of a board without the server: the usual one, with its fields laid as the options say.

import { at } from "../places.js";

/** Return the drawing of a board by its address; "" if there is none. @param {string} address */
export async function drawing(address) {
  const { pathname, searchParams } = new URL(address, location.origin);
  const ways = ["flipped", "snug"].filter((one) => searchParams.get(one) === "1").map((one) => `${one}=1`);
  const answer = await fetch(at(`${pathname}${ways.length ? "?" : ""}${ways.join("&")}`));
  if (!answer.ok) return "";
  const text = await answer.text();
  /** @type {Record<string, unknown>} */
  const options = JSON.parse(searchParams.get("o") || "{}");
  const rows = Object.values(options).find((value) => typeof value === "string" && value.includes("/"));
  return rows ? laid(text, String(rows).replaceAll("/", ""), ways.includes("flipped=1")) : text;
}

/** Lay the fields of a board: a letter for each, row by row from the top. @param {string} text @param {string} letters @param {boolean} flipped */
function laid(text, letters, flipped) {
  const board = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const fields = /** @type {SVGElement[]} */ ([...board.querySelectorAll("[data-field]")]);
  const part = (/** @type {SVGElement} */ field, /** @type {string} */ name) => Number(field.dataset[name]);
  const cells = fields.sort((a, b) => part(a, "y") - part(b, "y") || part(a, "x") - part(b, "x"));
  const looks = new Map(cells.map((cell) => [cell.dataset.field, [...cell.querySelectorAll("[data-when]")].map((one) => one.innerHTML)]));
  const wanted = flipped ? [...letters].reverse() : [...letters];
  cells.forEach((cell, number) => {
    const look = looks.get(wanted[number]);
    if (!look) return;
    cell.dataset.field = wanted[number];
    cell.querySelectorAll("[data-when]").forEach((one, which) => { one.innerHTML = look[which]; });
  });
  return new XMLSerializer().serializeToString(board);
}
