"""Any game as numbers, for games that bring no encoding: places in the list of legal moves."""

from __future__ import annotations

from types import MappingProxyType

from brettwerk.core.game import GameDefinition, Position
from brettwerk.i18n import Translator
from brettwerk.kernels.contract import EncodingKernels, Perspective, rules
from brettwerk.kernels.primitives import number, word
from brettwerk.kernels.types import Floats32, Numbers, State, Word, Words
from brettwerk.research.encoding.base import Cells, Encoding
from brettwerk.research.encoding.planes import fill, fill_share, mark

SIZE = 64
PLY_LIMIT = 1000


def gen_actions(state: State, ctx: Words, part: Word, acts: Numbers) -> int:
    """Number the legal moves."""
    count = rules.gen_moves(state, ctx, acts, 0)
    for at in range(count):
        acts[at] = at
    return count


def act(state: State, ctx: Words, part: Word, action: int, buf: Numbers) -> tuple[State, Word]:
    """Make the move at this place of the list."""
    rules.gen_moves(state, ctx, buf, 0)
    return rules.make_move(state, ctx, buf[action]), word(0)


def observe(state: State, ctx: Words, seen: Perspective, out: Floats32) -> None:
    """Write the bits of the state, whose turn it is, and what limits the game."""
    n = len(state)
    for at in range(n):
        mark(out, at, SIZE, state[at])
    fill(out, n, SIZE, 1.0 if rules.to_move(state) == seen.player else 0.0)
    fill_share(out, n + 1, SIZE, seen.occurrence, number(ctx[0]))
    fill(out, n + 2, SIZE, seen.elapsed)


class GenericEncoding(Encoding):
    """The places of moves in the list of legal moves, and the bits of the state."""

    shape = (8, 8)

    def __init__(self, game: GameDefinition, kernels: EncodingKernels[State]) -> None:
        super().__init__(kernels)
        self.name, self.board = game.name, game.board(game.options({}))
        self.num_actions = self.max_legal = game.rules.MAX_MOVES
        self._fields = game.kernels.fields
        self.planes = (*self._fields, "own-turn", "occurrences", "plies")
        overrides = dict(game.engine_overrides)
        if "ply_limit" not in game.defaults:
            self.ply_limit = PLY_LIMIT
        elif not game.defaults["ply_limit"]:
            overrides["ply_limit"] = PLY_LIMIT
        self.option_overrides = MappingProxyType(overrides)

    def actions_of(self, position: Position, code: int) -> tuple[int, ...]:
        """Return the place of the move."""
        return (position.legal_codes.index(code),)

    def action_text(self, action: int) -> str:
        """Return the number of the move, from 1 on."""
        return f"move {action + 1}"

    def plane_text(self, plane: str, t: Translator) -> str:
        """Return what a plane shows: the bits of a word of the state, or what is counted."""
        if plane in self._fields:
            return t("research-plane-bits", field=plane)
        return super().plane_text(plane, t)

    def places(self) -> Cells:
        """Return the bits of a word."""
        return tuple(range(SIZE))

    def cell_symmetries(self) -> tuple[Cells, ...]:
        """Return the identity alone."""
        return (self.places(),)

    def map_action(self, action: int, cells: Cells) -> int:
        """Return the action."""
        return action
