"""What a game tells the bridge about its kernels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, cast

from brettwerk.kernels import defaults, play_primitives
from brettwerk.kernels.contract import Counts, EncodingKernels, Placeholder, Rules
from brettwerk.kernels.types import Bytes, Floats, Numbers, S, State, Word, Words


@dataclass(frozen=True, eq=False)
class Evaluation(Generic[S]):
    """The kernels of `evaluation.py`, with a default for all that a game has none of its own for.

    The comments name their parameters; a position is a state and its ctx.
    """

    FEATURES: tuple[str, ...] = ("to-move",)
    # (state, ctx, mem): return the features of a position for the player to move
    features: Callable[[S, Words, Numbers], tuple[int, ...]] = defaults.features
    # (state, ctx, mem): return the sets of cells, SETS of them, at which a network looks that helps
    # to judge; 0: none can
    SETS: int = 0
    sets: Callable[[S, Words, Numbers], tuple[Word, ...]] = defaults.sets
    # symmetries of the cells of sets, if they are more than those of the game on one board
    TURNS: tuple[tuple[int, ...], ...] = ()
    # the options that weights are tuned on
    STARTS: tuple[Mapping[str, object], ...] = ()
    # (ctx, mem): note numbers to work out once for a board, at `BOARD_FACTS`
    board_facts: Callable[[Words, Numbers], int] = defaults.board_facts
    # (state, ctx, mem, base): write the moves to look at before evaluating; return how many
    noisy: Callable[[S, Words, Numbers, int], int] = defaults.noisy
    # (state, ctx, move): return 0 for a quiet move, more for captures and pushes
    rank: Callable[[S, Words, int], int] = defaults.rank
    # (state, ctx, move): return how often a person looks at such a move before choosing, at least
    # once: the more, the less it is overlooked
    glances: Callable[[S, Words, int], int] = defaults.glances
    # (move): return the place of a move in the history table, below HISTORY_SLOTS
    slot: Callable[[int], int] = defaults.slot
    # (state, ctx): return a hash of all on which the value of a state depends
    search_key: Callable[[S, Words], Word] = defaults.search_key
    # (state): return whether a null move is a fair test of a position
    may_pass: Callable[[S], bool] = defaults.may_pass
    # (state): return the state with the other player to move
    passed: Callable[[S], S] = defaults.passed
    # (state, ctx): return whether positions can come back: a constant of the game
    may_repeat: Callable[[S, Words], bool] = defaults.may_repeat
    # (state, ctx, player): return plies before whose end this player cannot have won, at least 1
    plies_needed: Callable[[S, Words, int], int] = defaults.plies_needed


@dataclass(frozen=True, eq=False, kw_only=True)
class PlayerEvaluation(Evaluation[S]):
    """An evaluation of every player, for games in which one score does not say it all.

    `FEATURES` are those of a player. Each phase of a game has weights of its own.
    """

    PHASES: tuple[str, ...]
    # (state, ctx, facts): write the features of each player, from the one to move on; return the
    # phase; behind the features there is room for KEPT numbers, 0 at first, for what takes long to
    # find and will be asked again
    player_features: Callable[[S, Words, Floats], int]
    KEPT: int = 0
    # (move): return whether a move is an earlier one of the list with something added; such moves
    # are looked at only if the one without is about as good as the best
    is_refinement: Callable[[int], bool]


@dataclass(frozen=True, eq=False, kw_only=True)
class Play(Generic[S]):
    """The kernels of `play.py`: what players need besides the rules; see `kernels.play`.

    The comments name their parameters. A kernel that writes into `out` returns the end of what it
    has written, or how many rows.
    """

    # (options, text, ctx, start): write the ctx and the starting state; return whether there is one
    begin: Callable[[Numbers, Bytes, Words, Words], int]
    # (move, out, n): write the text of a move from place `n` on
    text: Callable[[int, Numbers, int], int]
    # (state, ctx, move, out, base): write rows from `base` on: what a move places, moves and takes
    effects: Callable[[S, Words, int, Numbers, int], int]
    # (board, ctx, details, turn, state, out): write the words of the state with these pieces, each
    # its number and 1 on its cell, and details, -1 if not given, and return 0; or write the
    # sentence why there is none, or return `needs(detail)`
    build: Callable[[Numbers, Words, Numbers, int, Words, Numbers], int]
    # whether effects and gestures follow from the move and the player to move alone
    fixed_effects: bool = True
    # (state, ctx, move, out): write the gestures, or return -1
    gestures: Callable[[S, Words, int, Numbers], int] = play_primitives.gestures
    # (state, out): write the piece on each cell
    pieces: Callable[[S, Numbers], int] = play_primitives.pieces
    # (state, ctx, out): write the trays beside the board
    trays: Callable[[S, Words, Numbers], int] = play_primitives.trays
    # (state): return the cell that the last move touched, or -1
    last: Callable[[S], int] = play_primitives.last
    # (state, ctx, cell): return the cells in reach of the piece on a cell
    reach: Callable[[S, Words, int], Word] = play_primitives.reach
    # (state, ctx, out): write the details of a position, ` name=value` each
    details: Callable[[S, Words, Numbers], int] = play_primitives.details
    # (state, ctx, steps, count, out): return the move, legal or not, that these steps of a gesture
    # or parts of a text mean; or -1 - n, with n numbers of a sentence why there is none
    read: Callable[[S, Words, Numbers, int, Numbers], int] = play_primitives.read
    # (state, ctx, move, out): write the sentence why a move is illegal
    refusal: Callable[[S, Words, int, Numbers], int] = play_primitives.refusal
    # (state, ctx, move, out): write the lines that show what a legal move achieves
    lines: Callable[[S, Words, int, Numbers], int] = play_primitives.lines
    # (state, ctx, steps, count, out): write notes about cells after these steps: a cell, the length
    # of a sentence, the sentence
    notes: Callable[[S, Words, Numbers, int, Numbers], int] = play_primitives.notes
    # (state, ctx, steps, count, out): write lines that concern cells: a cell, a line
    cell_lines: Callable[[S, Words, Numbers, int, Numbers], int] = play_primitives.cell_lines
    # (state, player): return the state without a player, if the others play on
    leave: Callable[[S, int], S] = play_primitives.leave
    # (state, player): return whether a player who is in may resign now
    may_resign: Callable[[S, int], int] = play_primitives.may_resign
    # (state, player): return the opponent's points if a player resigns
    resignation_points: Callable[[S, int], int] = play_primitives.resignation_points
    # (state): return the set of players who win if all agree to end the game now
    agreed: Callable[[S], int] = play_primitives.agreed


NO_EVALUATION: Evaluation[Any] = Evaluation()
play = cast("Play[State]", Placeholder())
evaluation = cast("Evaluation[State]", Placeholder())
player_evaluation = cast("PlayerEvaluation[State]", Placeholder())


@dataclass(frozen=True)
class GameKernels(Generic[S]):
    """A game's kernels: the class of its states and its functions.

    `prepare(ctx, buf)`, if given, notes in `ctx` what is worth finding out only once.
    """

    name: str
    state: type[S]
    rules: Rules[S]
    evaluation: Evaluation[S] = NO_EVALUATION
    counts: Counts[S] = cast("Counts[S]", defaults)  # noqa: RUF009
    encoding: EncodingKernels[S] | None = None
    prepare: Callable[[Words, Numbers], int] | None = None
    play: Play[S] | None = None

    @property
    def has_score(self) -> bool:
        """Whether the evaluation is the game's own and one of the player to move, for two."""
        return self.evaluation is not NO_EVALUATION and not self.player_evaluation

    @property
    def player_evaluation(self) -> PlayerEvaluation[S] | None:
        """The evaluation, if it is one of every player."""
        return self.evaluation if isinstance(self.evaluation, PlayerEvaluation) else None

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of a state's words."""
        return cast("tuple[str, ...]", vars(self.state)["_fields"])
