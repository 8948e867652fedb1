"""The definition of a game: all that shared code knows of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from brettwerk.boards.board import cells_of
from brettwerk.core.interface import PlayerInterface
from brettwerk.core.options import Options
from brettwerk.core.outcome import Outcome, SharedReason
from brettwerk.core.parts import (
    DialectPart,
    EncodingPart,
    FindingsPart,
    PuzzlePart,
    SolverPart,
)
from brettwerk.core.spec import P, S
from brettwerk.errors import MatchError


class Definition(PlayerInterface[P, S]):
    """A game: what it is (`GameSpec`), how it is shown, its optional parts and its matches."""

    # -- optional parts -----------------------------------------------------------------------
    @property
    def solver(self) -> SolverPart | None:
        """Solves positions exactly."""
        return None

    @property
    def encoding(self) -> EncodingPart | None:
        """Turns moves and positions into numbers, for research; without one, a generic one does."""
        return None

    @property
    def puzzles(self) -> PuzzlePart | None:
        """Finds puzzles in games between computers."""
        return None

    @property
    def dialects(self) -> Sequence[DialectPart]:
        """How other programs write records of this game."""
        return ()

    def routes(self) -> Sequence[object]:
        """Pages of its own, Starlette's routes; templates, scripts and styles lie in `web`."""
        return ()

    # Pages of its own that a static site has too, and the files that they load. A page shows what
    # lies below its address, such as `/known/GAME/atlas/7`, itself: `#7`.
    site_pages: ClassVar[tuple[str, ...]] = ()
    site_files: ClassVar[tuple[str, ...]] = ()

    def commands(self) -> object:
        """Return a group of commands of its own, as a Typer app, or None."""
        return None

    @property
    def findings(self) -> FindingsPart | None:
        """Computes and reports exact facts of this game alone."""
        return None

    # -- matches ------------------------------------------------------------------------------
    def still_in(self, position: P) -> tuple[int, ...]:
        """Return the players who have not been eliminated."""
        out = self.kernels.counts.out(self.state_of(position))
        return tuple(player for player in range(self.players) if not out >> player & 1)

    def next_round(self, options: Options, seed: int) -> dict[str, object] | None:
        """Return the options of a round on another board; None if there are no others."""
        return None

    def continuation(self, position: P) -> P | None:
        """Return the position from which a drawn game can be continued, if any."""
        reason, switch = self.continuation_after
        if not reason or not position.outcome or position.outcome.reason != reason:
            return None
        return position.with_state(self.state_of(position), **{switch: True})

    def agreed_outcome(self, position: P) -> Outcome:
        """Return the outcome of an agreed draw."""
        play, state = self.kernels.play, self.state_of(position)
        winners = tuple(cells_of(self.presentation.agreed_winners(state))) if play else ()
        points = 0 if self.scores else None
        still_in = self.still_in(position)
        return Outcome.of(self, winners, SharedReason.AGREEMENT, still_in=still_in, points=points)

    def without(self, position: P, player: int) -> P | Outcome:
        """Remove a player who resigns or runs out of time: return the outcome or position."""
        if not self.for_two and self.kernels.play:
            state = self.presentation.without(self.state_of(position), player)
            after = position.with_state(state)
            return after.outcome or after
        winners = tuple(p for p in range(self.players) if p != player)
        points = self.resignation_points(position, player)
        return Outcome.of(self, winners, SharedReason.RESIGNATION, points=points)

    def resignation_points(self, position: P, player: int) -> int | None:
        """Return the opponent's points when a player resigns the round; None without points."""
        if not self.scores or not self.kernels.play:
            return None
        return self.presentation.resignation_points(self.state_of(position), player)

    def check_resignation(self, position: P, player: int) -> None:
        """Raise if the rules do not allow a resignation now."""
        if not 0 <= player < self.players:
            raise MatchError("match-no-player", player=player, last=self.players - 1)
        if player not in self.still_in(position):
            raise MatchError("match-is-out", player=player)
