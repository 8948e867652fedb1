// The actions of a match, as in `match/match.py`: each returns a new match, and one that is not allowed throws `Refused`.

import { outcomeOf } from "../engine/position.js";
import { Clock } from "./clock.js";
import { Refused } from "./refused.js";
import { refusal } from "./refusal.js";

/**
 * @typedef {import("../engine/game.js").Game} Game
 * @typedef {import("../engine/position.js").Move} Move
 * @typedef {import("../engine/position.js").Outcome} Outcome
 * @typedef {import("../engine/position.js").Position} Position
 * @typedef {{kind: "draw" | "continuation", wanted_by: number[]}} Offer
 * @typedef {{person: number, ply: number, reason: string}} Departure
 * @typedef {{game: Game, seats: number[], moves: string[], departures: Departure[], outcome: Outcome, points: number[]}} Round
 *
 * `seats[person]` is a person's seat in this round; `previous` are the positions that moves can be taken back to.
 * @typedef {{names: string[], target: number | null, boardSeed: number | null, seats: number[], position: Position, clock: Clock | null,
 *   round: number, moves: string[], previous: Position[], departures: Departure[], rounds: Round[], offer: Offer | null, outcome: Outcome | null}} Fields
 */

export class Match {
  /** @param {Fields} fields */
  constructor(fields) {
    this.fields = fields;
    const { names, target, seats, position, clock, round, moves, previous, departures, rounds, offer, outcome } = fields;
    this.names = names;
    this.target = target;
    this.seats = seats;
    this.position = position;
    this.clock = clock;
    this.round = round;
    this.moves = moves;
    this.previous = previous;
    this.departures = departures;
    this.rounds = rounds;
    this.offer = offer;
    /** The winners are people, not seats. */
    this.outcome = outcome;
  }

  /**
   * Return a match before its first move; the person `starter` takes the first seat.
   * @param {Game} game @param {{target: number | null, names: string[], starter: number, control: import("./clock.js").TimeControl | null, boardSeed: number | null}} options
   */
  static begin(game, { target, names, starter, control, boardSeed }) {
    const { players } = game.kind;
    return new Match({
      names, boardSeed, target: target ?? game.kind.about.target, position: game.start(),
      seats: names.map((_, person) => (person - starter + players) % players),
      clock: control && new Clock(control, names.map(() => control.base)),
      round: 1, moves: [], previous: [], departures: [], rounds: [], offer: null, outcome: null,
    });
  }

  /** @param {Partial<Fields>} changes */
  with(changes) {
    return new Match({ ...this.fields, ...changes });
  }

  // -- derived state -----------------------------------------------------------------------------

  get game() {
    return this.position.game;
  }

  get people() {
    return this.names.map((_, person) => person);
  }

  /** Each person's points in the finished rounds. */
  get scores() {
    return this.people.map((person) => this.rounds.reduce((sum, done) => sum + done.points[person], 0));
  }

  /** Whether this round has ended: the match has too, or the next round is due. */
  get roundOver() {
    return this.rounds.length === this.round;
  }

  /** The person to move, whether or not the round has ended. */
  get turn() {
    return this.seats.indexOf(this.position.turn);
  }

  get toMove() {
    return this.roundOver || this.position.outcome ? null : this.turn;
  }

  /** The people not eliminated from this round. */
  get stillIn() {
    const seats = this.position.stillIn;
    return this.people.filter((person) => seats.includes(this.seats[person]));
  }

  // -- checks ------------------------------------------------------------------------------------

  /** @param {number} person @param {number} now */
  #checkActive(person, now) {
    this.#checkRunning(now);
    this.#checkIn(person);
  }

  /** @param {number} now */
  #checkRunning(now) {
    this.#checkNotOver();
    if (this.roundOver) throw new Refused("match-round-over");
    this.clock?.checkNotFlagged(now);
  }

  #checkNotOver() {
    if (this.outcome) throw new Refused("match-over");
  }

  /** @param {number} person */
  #checkIn(person) {
    if (!this.stillIn.includes(person)) throw new Refused("match-out");
  }

  // -- playing -----------------------------------------------------------------------------------

  /** Return the legal move that a text means for the person to move. @param {number} person @param {string} text @param {number} now */
  parse(person, text, now) {
    this.#checkActive(person, now);
    if (person !== this.toMove) throw new Refused("match-not-your-turn");
    const move = this.position.find(text);
    if (!move) throw refusal(this.position, text);
    return move;
  }

  /** Play a move from `parse`. @param {number} person @param {Move} move @param {number} now */
  play(person, move, now) {
    const position = this.position.play(move);
    let after = this.with({ position, moves: [...this.moves, move.text], previous: [...this.previous, this.position.bare] });
    const shared = this.offer?.wanted_by.includes(person) && String(after.stillIn) === String(this.stillIn);
    if (!shared) after = after.with({ offer: null });
    if (this.clock) after = after.with({ clock: this.clock.press(now, after.toMove) });
    return position.outcome ? after.#endRound(position.outcome) : after;
  }

  /** Begin the next round: rotate the seats and start the first turn's clock. @param {number} now */
  nextRound(now) {
    this.#checkNotOver();
    if (!this.roundOver) throw new Refused("match-round-not-over");
    const { boardSeed } = this.fields;
    const game = boardSeed === null ? this.game : this.game.kind.onOtherBoard(this.game, boardSeed + this.round + 1);
    const seats = this.seats.map((seat) => (seat + 1) % this.seats.length);
    const fresh = { round: this.round + 1, seats, position: game.start(), moves: [], previous: [], departures: [], offer: null };
    return this.with(fresh).#startTurn(now);
  }

  /** Undo the last moves of this round; the time they took is not given back. @param {number} plies @param {number} now */
  takeBack(plies, now) {
    this.#checkRunning(now);
    if (plies < 1 || plies > this.previous.length) throw new Refused("match-takeback", { plies, most: this.previous.length });
    const back = { position: this.previous[this.previous.length - plies], moves: this.moves.slice(0, -plies), previous: this.previous.slice(0, -plies), offer: null };
    return this.with(back).#startTurn(now);
  }

  // -- offers ------------------------------------------------------------------------------------

  /** Offer a draw of the round, or accept one. @param {number} person @param {number} now */
  offerDraw(person, now) {
    this.#checkActive(person, now);
    return this.#support("draw", person, now);
  }

  /** Offer to play on after a draw, in games that allow it. @param {number} person @param {number} now */
  offerContinuation(person, now) {
    this.#checkIn(person);
    this.#continued();
    return this.#support("continuation", person, now);
  }

  /** Decline the offer, or withdraw it. @param {number} person */
  decline(person) {
    this.#checkIn(person);
    if (!this.offer) throw new Refused("match-no-offer");
    return this.with({ offer: null });
  }

  /** @param {Offer["kind"]} kind @param {number} person @param {number} now */
  #support(kind, person, now) {
    const before = this.offer?.wanted_by || [];
    if (before.includes(person)) throw new Refused("match-wanted-already");
    const wanted = [...before, person];
    if (!this.stillIn.every((one) => wanted.includes(one))) return this.with({ offer: { kind, wanted_by: wanted } });
    if (kind === "draw") return this.#stopClock(now).#endRound(this.position.agreed);
    // The draw had ended the match: remove its round and its outcome.
    return this.with({ position: this.#continued(), rounds: this.rounds.slice(0, -1), outcome: null, offer: null }).#startTurn(now);
  }

  /** Whether a drawn round can be continued. */
  get canContinue() {
    const after = this.roundOver ? this.position.continuation : null;
    return after !== null && !after.outcome;
  }

  #continued() {
    const after = this.roundOver ? this.position.continuation : null;
    if (!after) throw new Refused("match-no-continuation");
    if (after.outcome) throw new Refused("match-continuation-stuck");
    return after;
  }

  // -- leaving -----------------------------------------------------------------------------------

  /** Resign this round. @param {number} person @param {number} now */
  resign(person, now) {
    this.#checkActive(person, now);
    if (!this.position.mayResign(this.seats[person])) throw new Refused("page-device-no-resigning");
    return this.#without(person, "resignation", now);
  }

  /** What the opponent would score if a person resigned now, by person, as in `match/match.py`. @returns {(number | null)[] | null} */
  get resignationPoints() {
    if (this.target === null || this.roundOver) return null;
    return this.people.map((person) => this.position.resignationPoints(this.seats[person]));
  }

  /** Resign the whole match, possibly between rounds. @param {number} person @param {number} now */
  forfeit(person, now) {
    this.#checkNotOver();
    this.#checkIn(person);
    this.clock?.checkNotFlagged(now);
    return this.#loseMatch(person, "forfeit", now);
  }

  /** Apply that the person to move has run out of time. @param {number} now */
  flag(now) {
    this.#checkNotOver();
    if (!this.clock) throw new Refused("match-no-clock");
    if (!this.clock.flagged(now) || this.clock.turn === null) throw new Refused("match-no-flag");
    return this.#loseMatch(this.clock.turn, "time", now);
  }

  /** Remove a person from the match: of two the other wins, else the others go on. @param {number} person @param {string} reason @param {number} now */
  #loseMatch(person, reason, now) {
    if (this.names.length > 2) return this.#without(person, reason, now);
    const winner = 1 - person;
    let match = this.#stopClock(now);
    if (!this.roundOver) {
      const points = this.game.kind.about.scores ? 0 : null;
      match = match.#depart(person, reason).#endRound(outcomeOf(2, [this.seats[winner]], reason, null, points));
    }
    return match.with({ outcome: match.#withScores(outcomeOf(2, [winner], reason, null, null)) });
  }

  /** Remove a person from the round: it ends, or goes on among the others. @param {number} person @param {string} reason @param {number} now */
  #without(person, reason, now) {
    const after = this.position.without(this.seats[person]);
    const left = this.#depart(person, reason);
    if ("winners" in after) return left.#stopClock(now).#endRound(after);
    const going = left.with({ position: after });
    return going.toMove === this.toMove ? going : going.#startTurn(now);
  }

  /** Record a departure; moves from before it can no longer be taken back. @param {number} person @param {string} reason */
  #depart(person, reason) {
    return this.with({ departures: [...this.departures, { person, ply: this.moves.length, reason }], previous: [], offer: null });
  }

  // -- the end of a round and of the match -------------------------------------------------------

  /** End the round with this outcome, and the match if that decides it. @param {Outcome} outcome */
  #endRound(outcome) {
    const points = this.seats.map((seat) => outcome.points?.[seat] ?? 0);
    const { game, seats, moves, departures } = this;
    const match = this.with({ rounds: [...this.rounds, { game, seats, moves, departures, outcome, points }], offer: null });
    return match.with({ outcome: match.#matchOutcome(outcome) });
  }

  /** @param {Outcome} last @returns {Outcome | null} */
  #matchOutcome(last) {
    const { target, scores } = this;
    if (target === null) {
      const winners = this.people.filter((person) => last.winners.includes(this.seats[person]));
      return { winners, points: null, reason: last.reason, returns: this.seats.map((seat) => last.returns[seat]) };
    }
    const winners = this.people.filter((person) => scores[person] >= target);
    return winners.length ? this.#withScores(outcomeOf(this.names.length, winners, "target", null, null)) : null;
  }

  /** @param {Outcome} outcome @returns {Outcome} */
  #withScores(outcome) {
    return { ...outcome, points: this.target === null ? null : this.scores };
  }

  // -- the clock ---------------------------------------------------------------------------------

  /** Start the clock, before the first move or after `stopClock`. @param {number} now */
  startClock(now) {
    this.#checkRunning(now);
    if (!this.clock) throw new Refused("match-no-clock");
    return this.clock.turn === null ? this.#startTurn(now) : this.with({ clock: this.clock.resume(now) });
  }

  /** Stop the clock; `startClock` or a move restarts it. @param {number} now */
  stopClock(now) {
    this.#checkRunning(now);
    if (!this.clock) throw new Refused("match-no-clock");
    if (this.clock.since === null) throw new Refused("match-clock-stands");
    return this.with({ clock: this.clock.pause(now) });
  }

  /** @param {number} now */
  #startTurn(now) {
    return this.clock ? this.with({ clock: this.clock.start(this.turn, now) }) : this;
  }

  /** @param {number} now */
  #stopClock(now) {
    return this.clock ? this.with({ clock: this.clock.pause(now) }) : this;
  }
}
