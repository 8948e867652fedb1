"""What a game tells the bridge about its kernels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, cast

from brettwerk.kernels import defaults
from brettwerk.kernels.contract import PlayerEvaluation
from brettwerk.kernels.types import Numbers, S, Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from brettwerk.kernels.contract import Counts, EncodingKernels, Evaluation, Rules


@dataclass(frozen=True)
class GameKernels(Generic[S]):
    """A game's kernels: the class of its states and the modules with its functions.

    `prepare(ctx, buf)`, if given, notes in `ctx` what is worth finding out only once.
    """

    name: str
    state: type[S]
    rules: Rules[S]
    evaluation: Evaluation[S] = cast("Evaluation[S]", defaults)  # noqa: RUF009
    counts: Counts[S] = cast("Counts[S]", defaults)  # noqa: RUF009
    encoding: EncodingKernels[S] | None = None
    prepare: Callable[[Words, Numbers], int] | None = None

    @property
    def has_score(self) -> bool:
        """Whether the evaluation is the game's own and one of the player to move, for two."""
        return self.evaluation is not cast("Evaluation[S]", defaults) and not self.player_evaluation

    @property
    def player_evaluation(self) -> PlayerEvaluation[S] | None:
        """The evaluation, if it is one of every player."""
        return self.evaluation if isinstance(self.evaluation, PlayerEvaluation) else None

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of a state's words."""
        return cast("tuple[str, ...]", vars(self.state)["_fields"])
