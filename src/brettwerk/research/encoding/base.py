"""What each game's encoding says: actions, planes, symmetries, and the length of a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from brettwerk.boards.board import Board
from brettwerk.core.game import Game, Position
from brettwerk.core.options import Options
from brettwerk.core.parts import EncodingPart
from brettwerk.core.registry import definition
from brettwerk.i18n import Translator
from brettwerk.kernels.contract import EncodingKernels
from brettwerk.research.encoding.benchmark import Benchmark

Cells = tuple[int, ...]
Scalar = TypeVar("Scalar", bound=np.generic)


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

    def policy(self, values: NDArray[Scalar]) -> NDArray[Scalar]:
        """Map an array with actions on its last axis: masks, visit counts, probabilities."""
        return values[..., np.argsort(self.actions)]

    def observation(self, planes: NDArray[Scalar]) -> NDArray[Scalar]:
        """Map observations, which are on the last three axes."""
        *front, channels, rows, columns = planes.shape
        flat = planes.reshape(*front, channels, rows * columns)
        flat = flat[..., np.argsort(self.channels), :][..., np.argsort(self.places)]
        return flat.reshape(planes.shape)


class Encoding(EncodingPart):
    """How the moves of a game are numbered and its positions observed; one subclass per game.

    Unless a subclass says otherwise, an action is a move, which is a cell to place on.
    """

    name: str
    version: int = 0
    num_actions: int  # legal or not
    max_legal: int  # how many actions can be legal at a time
    board: Board
    planes: tuple[str, ...]  # the name of each plane; what it shows is `research-plane-NAME`
    shape: tuple[int, int]  # rows and columns of a plane
    # options that differ from the game's defaults, so that every game ends
    option_overrides: Mapping[str, Any] = MappingProxyType({})
    # the plies after which the environment truncates a game; None where the rules end it
    ply_limit: int | None = None
    # what `brettwerk regret` asks; None where nothing is solved
    benchmark: Benchmark | None = None

    def __init__(self, kernels: EncodingKernels[Any]) -> None:
        """Make the encoding with its kernels, which are the functions of its module."""
        self.kernels = kernels

    def max_actions(self, options: Options, limit: int) -> int:
        """Return a number of actions that no game exceeds; 0 if there is none."""
        return limit or int(options.get("ply_limit", 0))

    def max_plies(self, options: Options, limit: int) -> int:
        """Return a number of plies that no game exceeds; 0 if there is none."""
        return self.max_actions(options, limit)

    def extra_context(self, options: Options) -> list[int]:
        """Return words to put behind the rules' own in `ctx`."""
        return []

    # -- actions and moves --------------------------------------------------------------------
    # By default an action is a move; the kernels for that are in `encoding.moves`.
    def actions_of(self, position: Position, code: int) -> tuple[int, ...]:
        """Return the actions, one after the other, that make a legal move."""
        return (code,)

    def action_text(self, action: int) -> str:
        """Return an action as text, as far as possible in the notation of moves."""
        return definition(self.name).format_move(action)

    def action_error(self, action: object) -> ValueError:
        """Return an error that says what is wrong with an action that is not legal."""
        if isinstance(action, int | np.integer) and 0 <= action < self.num_actions:
            text = self.action_text(int(action))
            return ValueError(f"Action {action} ({text}) is not legal here.")
        return ValueError(f"There is no action {action!r}, only 0 to {self.num_actions - 1}.")

    def partial_position(self, position: Position, part: int) -> Position:
        """Return the position as it looks after a part of a turn."""
        return position

    def plane_text(self, plane: str, t: Translator) -> str:
        """Return what a plane shows."""
        return t.name("research-plane", plane, self.name)

    # -- symmetries ---------------------------------------------------------------------------
    def places(self) -> tuple[int, ...]:
        """Return the place of each cell on a plane."""
        return tuple(range(len(self.board)))

    def cell_symmetries(self) -> tuple[Cells, ...]:
        """Return the symmetries of the board that are symmetries of the game; identity first."""
        return self.board.symmetries

    def map_action(self, action: int, cells: Cells) -> int:
        """Return the image of an action; itself if it is never legal."""
        return cells[action]

    def map_planes(self, cells: Cells) -> tuple[int, ...]:
        """Return the image of each plane."""
        return tuple(range(len(self.planes)))

    def map_options(self, options: Options, cells: Cells) -> dict[str, Any]:
        """Return the options of the image of a game."""
        return dict(options)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """All symmetries, the identity first."""
        return tuple(self._symmetry(cells) for cells in self.cell_symmetries())

    def _symmetry(self, cells: Cells) -> Symmetry:
        actions = np.array([self.map_action(a, cells) for a in range(self.num_actions)])
        places = np.arange(self.shape[0] * self.shape[1])
        here = np.array(self.places())
        places[here] = here[list(cells)]
        return Symmetry(cells, actions, places, np.array(self.map_planes(cells)))

    def map_game(self, game: Game, symmetry: Symmetry) -> Game:
        """Return the image of a game: the same, or with another board or set-up."""
        return type(game)(game.definition, self.map_options(game.options, symmetry.cells))
