// Everything that thinks about one game, each part made when it is first needed and kept.

import { AlphaBetaSearcher } from "./alphabeta.js";
import { OpeningBook } from "./book.js";
import { TreeSearcher } from "./mcts.js";
import { Prover } from "./prover.js";
import { Solving } from "./solving.js";
import { TEXTBOOK } from "./tree.js";

/**
 * The weights of an evaluation of the player to move, in thousandths of a logit, the network that helps to judge, if there is one, what steers the search, and the weights of named opponents.
 * @typedef {{weights: number[], network: string, steering: {margin: number, nullDepth: number, lateFrom: number, reduce: number, singularFrom: number}, styles: Record<string, number[]>}} ScoreFacts
 * The weights of an evaluation of every player, in logits, phase by phase.
 * @typedef {{features: number, kept: number, weights: number[]}} PlayerFacts
 * How many positions a level looks at, to which depth, how many of a hundred moves a glance overlooks, and whether it asks a solver.
 * @typedef {{nodes: number, depth: number, overlooks: number, exact: boolean}} Level
 * What an engine must know of a game besides its kernels, and where its opening book is, if it has one; `search/engine_facts.py` writes it.
 * @typedef {{levels: Level[], score: ScoreFacts | null, player: PlayerFacts | null, solver: string | null, chances: import("./chances.js").Chances | null, book?: string}} EngineFacts
 */

const MEGABYTES = 16; // the levels' table, which phones have room for

export class GameEngine {
  /** @param {import("./game.js").Game} game @param {import("./solving.js").SolverFactory | null} solver */
  constructor(game, solver) {
    this.game = game;
    this.facts = game.kind.about.engine;
    this._factory = solver;
    /** The opening book, once it has been loaded. @type {OpeningBook | null} */
    this.book = null;
    /** How many positions a second this device looks at, once it has been measured. */
    this.speed = 0;
    /** @type {AlphaBetaSearcher | TreeSearcher | null} */
    this._searcher = null;
    /** @type {TreeSearcher | null} */
    this._textbook = null;
    /** @type {Prover | null} */
    this._prover = null;
    /** @type {Solving | null} */
    this._solving = null;
  }

  /** The search of the game: alpha-beta where positions have a score, else tree search. */
  get searcher() {
    return this.searcherOf("");
  }

  /** The search of the game with the judgement of a named opponent, or the usual one. @param {string} style */
  searcherOf(style) {
    const { score } = this.facts;
    this._searcher ??= score ? new AlphaBetaSearcher(this.game, score, MEGABYTES) : new TreeSearcher(this.game, MEGABYTES);
    if (this._searcher instanceof AlphaBetaSearcher && score) this._searcher.weigh(score.styles[style] ?? score.weights);
    return this._searcher;
  }

  /** A player that knows the rules alone. */
  get textbook() {
    return (this._textbook ??= new TreeSearcher(this.game, MEGABYTES, TEXTBOOK));
  }

  get prover() {
    return (this._prover ??= new Prover(this.game));
  }

  /** The solver, if the game has one. */
  get solving() {
    if (this._factory) this._solving ??= new Solving(this.game, this._factory);
    return this._solving;
  }

  /** Use an opening book from now on. @param {import("./book.js").BookFile} file */
  open(file) {
    this.book ??= new OpeningBook(this.game, file);
  }

  /** The bytes of memory that all parts have taken. */
  get memory() {
    const parts = [this._searcher, this._textbook, this._prover, this._solving];
    return parts.reduce((sum, part) => sum + (part?.memory ?? 0), this.game.kernels.memory.buffer.byteLength);
  }
}
