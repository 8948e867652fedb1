// Everything around the board of a game: players, status, moves, buttons, the result.

import { drawActions, drawOffer } from "./actions.js";
import { byId, say } from "./dom.js";
import { describePast, status } from "./describe.js";
import { drawGuest } from "./guest.js";
import { drawInvite } from "./links.js";
import { drawMoves, drawRounds } from "./moves.js";
import { drawPeople, tick } from "./people.js";
import { noteResult } from "./store.js";
import { t } from "./words.js";

export const AWAY = { closed: "page-offline", revoked: "page-link-revoked", gone: "page-no-game", old: "page-reload" };

/** @param {import("./game.js").GamePage} page */
export function drawPage(page) {
  const { state } = page;
  const { moment, turn } = page.live.state;
  Object.assign(byId("table").dataset, { moment, turn: turn ?? "", mine: page.mayMove ? "1" : "0" });
  const { ply } = page;
  drawPeople(state, { top: byId("strip-top"), bottom: byId("strip-bottom") }, page.me, page.flipped, page.trays, page.pieces[ply]);
  tick(state, performance.now() - page.heardAt, page.me);
  const said = page.looking === null ? status(state, page.me) : describePast(state, page.me, ply, page.frames.length, Boolean(page.past));
  say(byId("status"), page.connection === "open" ? said : t(AWAY[page.connection]));
  byId("status").classList.toggle("yours", page.mayMove);
  byId("status").classList.toggle("over", state.round_over);
  const round = byId("round");
  round.hidden = !state.scores;
  if (state.scores) round.textContent = t("page-round-of", { number: state.round, count: state.target });
  drawRounds(/** @type {HTMLSelectElement} */ (byId("rounds")), state.round, page.live.state.round);
  drawMoves(byId("moves"), state, page.frames, ply, page.me, (at) => page.look(at));
  const example = page.mayMove && state.moves.length ? state.moves[Math.floor(state.moves.length / 2)][0] : "";
  byId("typed").setAttribute("placeholder", example && t("page-type-example", { move: example }));
  byId("type").hidden = !page.me.length || state.round_over;
  // Those who look at another tab see there that it is their turn.
  document.title = page.mayMove && page.me.length === 1 ? `${t("page-your-turn")} · ${page.title}` : page.title;
  page.result.draw();
  drawOffer(page);
  drawActions(page);
  drawInvite(page);
  drawGuest(page);
  noteResult(page.id, page.live.state);
}
