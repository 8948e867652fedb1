"""What a game tells the bridge about its kernels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, cast

from brettwerk.kernels import defaults
from brettwerk.kernels.contract import Counts, EncodingKernels, Placeholder, Rules
from brettwerk.kernels.types import Floats, Numbers, S, State, Word, Words


@dataclass(frozen=True, eq=False)
class Evaluation(Generic[S]):
    """The kernels of `evaluation.py`, with a default for all that a game has none of its own for.

    The comments name their parameters; a position is a state and its ctx.
    """

    FEATURES: tuple[str, ...] = ("to-move",)
    # (state, ctx, mem): return the features of a position for the player to move
    features: Callable[[S, Words, Numbers], tuple[int, ...]] = defaults.features
    # what a lead is told in, such as "marble", and the features whose mean weight one is worth
    UNIT: str | None = None
    UNIT_WORTH: tuple[str, ...] = ()
    # the options that weights are tuned on
    STARTS: tuple[Mapping[str, object], ...] = ()
    # (ctx, mem): note numbers to work out once for a board, at `BOARD_FACTS`
    board_facts: Callable[[Words, Numbers], int] = defaults.board_facts
    # (state, ctx, mem, base): write the moves to look at before evaluating; return how many
    noisy: Callable[[S, Words, Numbers, int], int] = defaults.noisy
    # (state, ctx, move): return 0 for a quiet move, more for captures and pushes
    rank: Callable[[S, Words, int], int] = defaults.rank
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
    # phase
    player_features: Callable[[S, Words, Floats], int]
    # (move): return whether a move is an earlier one of the list with something added; such moves
    # are looked at only if the one without is about as good as the best
    is_refinement: Callable[[int], bool]


NO_EVALUATION: Evaluation[Any] = Evaluation()
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
