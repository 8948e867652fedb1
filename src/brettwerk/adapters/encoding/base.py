"""What each game's encoding tells: actions, planes, symmetries, and what bounds a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from brettwerk.boards.board import Board
    from brettwerk.games.core import Game, Position

Cells = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A symmetry of a game as permutations: action `a` becomes `actions[a]`, and so on.

    `cells` is the symmetry of the board. `places` and `channels` say where each place of a plane
    and each plane goes.
    """

    cells: Cells
    actions: NDArray[np.int64]
    places: NDArray[np.int64]
    channels: NDArray[np.int64]

    def policy(self, values: NDArray[Any]) -> NDArray[Any]:
        """Anything by actions, on the last axis: masks, visit counts, probabilities."""
        return values[..., np.argsort(self.actions)]

    def observation(self, planes: NDArray[Any]) -> NDArray[Any]:
        """Observations, on the last three axes."""
        *front, channels, rows, columns = planes.shape
        flat = planes.reshape(*front, channels, rows * columns)
        flat = flat[..., np.argsort(self.channels), :][..., np.argsort(self.places)]
        return flat.reshape(planes.shape)


class Encoding(ABC):
    """How a game's moves are numbered and its positions seen; one subclass a game.

    The kernels stand beside it in the same file: `state_of`, `gen_actions`, `act`, `observe`,
    and the `marker` by whose type they are found.
    """

    name: ClassVar[str]
    about: ClassVar[str]  # the rules in a paragraph
    version: ClassVar[int] = 0
    actions: ClassVar[int]  # how many there are, legal or not
    most: ClassVar[int]  # how many can be legal at a time
    planes: ClassVar[tuple[str, ...]]  # what each plane shows
    shape: ClassVar[tuple[int, int]]  # rows and columns of a plane
    marker: ClassVar[Any]
    state_class: ClassVar[Any]  # the compiled one
    # options that differ here from what players have, so that a game surely ends
    bounded: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    # the plies after which the environment itself ends a game; None where the rules do
    ply_limit: ClassVar[int | None] = None

    @abstractmethod
    def longest(self, options: Mapping[str, Any], limit: int) -> int:
        """A number of actions that no game exceeds; 0 if there is none."""

    def plies(self, options: Mapping[str, Any], limit: int) -> int:
        """A number of plies that no game exceeds; as many as actions unless turns have parts."""
        return self.longest(options, limit)

    def extra(self, options: Mapping[str, Any]) -> list[int]:
        """Words behind the rules' own in `ctx`, for observing."""
        return []

    # -- actions and moves --------------------------------------------------------------------
    @abstractmethod
    def path(self, position: Position, code: int) -> tuple[int, ...]:
        """The actions, one after the other, that make this legal move."""

    @abstractmethod
    def text(self, action: int) -> str:
        """An action for people, as far as possible in the notation of moves."""

    def out(self, state: Sequence[int]) -> int:
        """The set of players who are out, of a state's words."""
        return 0

    def shown(self, position: Position, part: int) -> Position:
        """The position as it looks with a part of a turn played."""
        return position

    # -- symmetries ---------------------------------------------------------------------------
    @property
    @abstractmethod
    def board(self) -> Board:
        """The board it is played on."""

    def places(self) -> tuple[int, ...]:
        """The place of each cell on a plane."""
        return tuple(range(len(self.board)))

    def turns(self) -> tuple[Cells, ...]:
        """The symmetries of the board that are symmetries of the game; the identity first."""
        return self.board.symmetries

    @abstractmethod
    def turned(self, action: int, cells: Cells) -> int:
        """The action that this one becomes; itself if it is never legal."""

    def turned_planes(self, cells: Cells) -> tuple[int, ...]:
        """Where each plane goes."""
        return tuple(range(len(self.planes)))

    def turned_options(self, options: Mapping[str, Any], cells: Cells) -> dict[str, Any]:
        """The options of the game that this one becomes."""
        return dict(options)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """All symmetries, the identity first."""
        return tuple(self._symmetry(cells) for cells in self.turns())

    def _symmetry(self, cells: Cells) -> Symmetry:
        actions = np.array([self.turned(a, cells) for a in range(self.actions)])
        places = np.arange(self.shape[0] * self.shape[1])
        here = np.array(self.places())
        places[here] = here[list(cells)]
        return Symmetry(cells, actions, places, np.array(self.turned_planes(cells)))

    def turned_game(self, game: Game, symmetry: Symmetry) -> Game:
        """The game that this one becomes: the same, or with another board or set-up."""
        from brettwerk.games.catalogue import game as make

        return make(self.name, **self.turned_options(game.options, symmetry.cells))
