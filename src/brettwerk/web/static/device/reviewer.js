// The review of a round of a game on this device, behind the same messages as the server's, as in `search/review.py`.

import { at } from "../places.js";
import { called, joined, t } from "../words.js";
import { engineOf, kindOf } from "./answers.js";
import { bookPlies } from "./book.js";
import { lookWords, shownShares } from "./explain.js";
import { DeviceGames } from "./games.js";
import { recordsOf } from "./record.js";
import { replayed } from "./session.js";

/**
 * @typedef {import("../../types/page").ReviewFacts} ReviewFacts
 * @typedef {import("../../types/page").StudySocketAnswer} Answer
 * @typedef {import("../engine/review.js").Review} Review
 * @typedef {import("../engine/review.js").Judgement} Judgement
 * @typedef {import("../engine/position.js").Position} Position
 */

const SHOWN = 6; // moves of a better line
/** @type {import("../engine/review.js").Kind[]} */
const GOOD = ["great", "only", "book"]; // no mistakes

/** Open the round that the address names; null if this device has no such game. */
export async function openReview() {
  const [id, number] = location.hash.slice(1).split(".");
  const kept = await (await DeviceGames.open())?.get(id);
  if (!kept) return null;
  const table = replayed(await kindOf(kept.config.game), kept);
  const round = Math.min(Math.max(1, Number(number) || table.match.rounds.length), table.match.rounds.length);
  const done = table.match.rounds[round - 1];
  return done ? new DeviceReview(id, round, done.game, recordsOf(table, kept.created)[round - 1].plies.map(({ text }) => text)) : null;
}

export class DeviceReview {
  /** @param {string} id @param {number} round @param {import("../engine/game.js").Game} game @param {string[]} plies moves and, at the end, events */
  constructor(id, round, game, plies) {
    this.id = id;
    this.game = game;
    this.start = game.start();
    this.moves = plies.filter((text) => this.#isMove(text));
    /** @type {ReviewFacts} */
    this.facts = {
      id, round, game: game.name, seats: game.kind.about.seats, names: [], plies, board: [0, ...plies.map((_, ply) => Math.min(ply + 1, this.moves.length))],
    };
  }

  /** @param {string} text */
  #isMove = (text) => text !== "agree" && !text.includes(":");

  /** Where the game is played on. */
  get address() {
    return at(`/play/${this.game.name}#${this.id}`);
  }

  /** Return the address of an analysis after some moves. @param {number} ply */
  analysis(ply) {
    const moves = this.moves.slice(0, ply).join(" ");
    return at(`/analysis/${this.game.name}#${new URLSearchParams({ o: JSON.stringify(this.game.chosen), m: moves })}`);
  }

  /** Review the round; `tell` hears of every position, and of the end. @param {(message: Answer) => void} tell */
  async run(tell) {
    const engine = await engineOf(this.start);
    const positions = [this.start];
    for (const text of this.moves) {
      const before = positions[positions.length - 1];
      positions.push(before.play(/** @type {import("../engine/position.js").Move} */ (before.find(text))));
    }
    let told = 0;
    const book = bookPlies(await ownGames(this.game.name), this.game.chosen, this.moves);
    const found = await engine.review(this.start, this.moves, { book }, (review) => {
      for (; told < review.looks.length; told++) tell(this.#message(review, positions, told));
    });
    if (found) tell({ t: "reviewed", id: 1, turning: found.turning, moments: found.moments, summary: this.#summary(found) });
  }

  /** @param {Review} review @param {Position[]} positions @param {number} ply @returns {Answer} */
  #message({ looks, judgements, of }, positions, ply) {
    const look = looks[ply];
    const judged = judgements.find((one) => one.ply === ply);
    const words = lookWords(positions[ply], look);
    const said = judged?.kind ? { remark: this.#remark(judged, lookWords(positions[ply - 1], looks[ply - 1]), words) } : {};
    const mistake = judged?.kind && !GOOD.includes(judged.kind) ? { better: judged.better, ...said } : said;
    const exact = look.analysis.exact !== null || positions[ply].outcome !== null;
    return { t: "look", id: 1, of, ply, shares: shownShares(look.score), words, exact, ...(judged && { move: judged.move, player: judged.player, kind: judged.kind }), ...mistake };
  }

  /** Say what was wrong with a move, and what was better. @param {Judgement} judged @param {string} words @param {string} now */
  #remark({ kind, better }, words, now) {
    return t(`review-kind-${kind}`, { better: better[0], words, line: better.slice(0, SHOWN).join(" "), now });
  }

  /** Say where the game turned, and how many mistakes everyone made. @param {Review} review */
  #summary({ judgements, turning }) {
    if (!judgements.length) return [];
    const { seats } = this.facts;
    const turned = judgements.find(({ ply }) => ply === turning);
    const counts = seats.flatMap((seat, player) => {
      const own = judgements.filter((one) => one.player === player).map(({ kind }) => (kind === "missed-win" ? "blunder" : kind));
      const faults = ["blunder", "mistake", "slip"].flatMap((kind) => {
        const count = own.filter((one) => one === kind).length;
        return count ? [t(`review-count-${kind}`, { count })] : [];
      });
      return faults.length ? [t("review-counts", { who: called("seat", seat), faults: joined(faults) })] : [];
    });
    const where = turned && { ply: turned.ply, move: turned.move, who: called("seat", seats[turned.player]), better: turned.better[0] };
    const great = judgements.find(({ kind }) => kind === "great");
    const found = great ? [t("review-great", { who: called("seat", seats[great.player]), move: great.move, ply: great.ply })] : [];
    return [where ? t("review-turned", where) : t("review-not-turned"), ...counts, ...found];
  }
}

/** Return the engine's own games; none where they cannot be had. @param {string} game @returns {Promise<import("../../types/page").DeviceGame[]>} */
async function ownGames(game) {
  try {
    const found = await fetch(at(`/data/games/${game}.json`));
    return found.ok ? (await found.json()).games : [];
  } catch {
    return [];
  }
}
