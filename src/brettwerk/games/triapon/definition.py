"""Triapon as people meet it."""

from __future__ import annotations

import re
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from brettwerk.boards.board import mask
from brettwerk.boards.triangle import TRIANGLE
from brettwerk.core.game import GameDefinition
from brettwerk.core.options import Option, boolean, choice
from brettwerk.errors import BadPosition, InvalidMove
from brettwerk.games.triapon import counts, evaluation, moves, rules
from brettwerk.games.triapon.explain import SENTENCES
from brettwerk.games.triapon.play import PLAY
from brettwerk.games.triapon.rows import LINE_KINDS
from brettwerk.games.triapon.rules import BALLS, TriaponState
from brettwerk.i18n import truncate
from brettwerk.kernels.description import GameKernels
from brettwerk.notation.typed_text import normalize_move

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.boards.board import Board
    from brettwerk.core.game import Position
    from brettwerk.core.options import Options
    from brettwerk.puzzles.source import PuzzleSource
    from brettwerk.research.encoding.base import Encoding

NAMES = TRIANGLE.names
_MOVE = re.compile(r"([a-i][1-9])(?:-?([a-i][1-9]))?(?:x([a-i][1-9]))?(?:\+([a-i][1-9]))?")


WHOSE = ("any", "others")


class Triapon(GameDefinition[TriaponState]):
    """Three players, the triangle."""

    name = "triapon"
    order = 20
    seats = ("one", "two", "three")
    option_specs = (
        Option("barricades", False, boolean("barricades"), control="switch"),
        Option("crossing", "any", choice("crossing", *WHOSE), control="choice", choices=WHOSE),
    )
    cell_sets = 4
    words = ("hands=", "taken=", "quiet=", "out=", "built=", "–")
    sentences = SENTENCES
    line_kinds = LINE_KINDS
    context_words = 3
    detail_words = ("hands", "taken", "out", "built")
    detail_numbers = ("quiet",)
    detail_controls = MappingProxyType(
        {"hands": "counts", "taken": "table", "out": "seats", "built": "counts"}
    )
    kernels = GameKernels(
        "triapon", TriaponState, rules, evaluation.EVALUATION, counts=counts, play=PLAY
    )

    @cached_property
    def encoding(self) -> Encoding:
        from brettwerk.games.triapon import encoding

        return encoding.TriaponEncoding(encoding)

    def board(self, options: Options) -> Board:
        """The triangle."""
        return TRIANGLE

    # -- moves ------------------------------------------------------------------------------
    def parse_move(self, text: str, position: Position) -> int:
        """One or two holes, a capture, a barricade."""
        match = _MOVE.fullmatch(normalize_move(text))
        if not match:
            raise InvalidMove("triapon-not-a-move", move=truncate(text))
        for name in filter(None, match.groups()):
            if name not in TRIANGLE.index:
                raise InvalidMove("triapon-off-board", cell=name, move=truncate(text))
        first, second, taken, barricade = (
            -1 if name is None else TRIANGLE.index[name] for name in match.groups()
        )
        move = moves.pack_move(second, first) if second >= 0 else moves.pack_move(first, -1)
        return moves.with_barricade(moves.with_taken(move, taken), barricade)

    def move_tags(self, position: Position, move: int) -> frozenset[str]:
        """The kinds of triads that it closes; a jump; a barricade."""
        hole, origin = moves.move_hole(move), moves.move_from(move)
        triads = {f"triad-{kind}" for kind, *_ in self.lines(position, move)}
        found = triads | ({"triad"} if triads else set())
        if origin >= 0 and hole not in TRIANGLE.neighbours[origin]:
            found.add("jump")
        if moves.puts_barricade(move):
            found.add("barricade")
        return super().move_tags(position, move) | found

    # -- the text of a position -------------------------------------------------------------
    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, str], options: Options
    ) -> TriaponState:
        """Nine balls each: on the board, in hand or taken."""
        balls = [mask(c for c, p in pieces.items() if p == seat) for seat in self.seats]
        walls = mask(c for c, p in pieces.items() if p == "barricade")
        hands, built = _packed(details, "hands"), _packed(details, "built")
        rows = details.get("taken", "000/000/000").split("/")
        if len(rows) != 3:
            raise BadPosition("position-needs", name="taken", example="taken=000/100/000")
        taken = sum(_packed({"taken": row}, "taken") << 12 * at for at, row in enumerate(rows))
        out = 0
        for letter in details.get("out", ""):
            if letter not in "123":
                raise BadPosition("position-needs", name="out", example="out=2")
            out |= 1 << "123".index(letter)
        a, b, c = (balls[(to_move + ahead) % 3] for ahead in range(3))
        quiet = int(details.get("quiet", "0"))
        state = TriaponState(a, b, c, walls, to_move, out, quiet, hands, taken, built)
        _check(state, balls)
        return rules.settle_out(state)

    def complete_details(
        self, pieces: Mapping[int, str], details: Mapping[str, str]
    ) -> dict[str, str]:
        """Balls that neither stand nor were taken are still in hand, but for those who are out."""
        if "hands" in details:
            return dict(details)
        rows, out = details.get("taken", "").split("/"), details.get("out", "")
        left = []
        for player, seat in enumerate(self.seats):
            standing = sum(piece == seat for piece in pieces.values())
            gone = sum(int(row[player]) for row in rows if row[player : player + 1].isdigit())
            gone = 0 if str(player + 1) in out else BALLS - standing - gone
            left.append(str(min(max(gone, 0), BALLS)))
        return {**details, "hands": "".join(left)}

    @property
    def puzzles(self) -> PuzzleSource:
        from brettwerk.games.triapon.puzzles import TriaponSource

        return TriaponSource()


def _digits(packed: int) -> str:
    return "".join(str(rules.nibble(packed, player)) for player in range(3))


def _packed(details: Mapping[str, str], name: str) -> int:
    digits = details.get(name, "000")
    if not re.fullmatch("[0-9]{3}", digits):
        raise BadPosition("position-needs", name=name, example=f"{name}=000")
    return sum(int(digit) << 4 * at for at, digit in enumerate(digits))


def _check(state: TriaponState, balls: list[int]) -> None:
    """Refuse what cannot be: more or fewer than nine balls, an eliminated player to move."""
    for player in range(3):
        hand, out = rules.nibble(state.hands, player), state.out >> player & 1
        count = balls[player].bit_count() + hand + BALLS - rules.in_game(state, player)
        if count > BALLS or (count < BALLS and not out) or (out and hand):
            raise BadPosition("triapon-position-nine", player=player + 1, count=count)
        if rules.nibble(state.taken, 4 * player):
            raise BadPosition("triapon-position-own-taken", player=player + 1)
    if state.out >> state.side & 1 and state.out.bit_count() < 2:
        raise BadPosition("triapon-position-out-to-move", player=state.side + 1)
    _check_turn(state)
    _check_barricades(state)


def _check_turn(state: TriaponState) -> None:
    """While placing, those who have had their turn in this round have one ball less in hand."""
    if not state.hands:
        return
    mine = rules.nibble(state.hands, state.side)
    for player in range(3):
        wanted = mine - (player < state.side)
        if not state.out >> player & 1 and rules.nibble(state.hands, player) != wanted:
            raise BadPosition("triapon-position-hands", hands=_digits(state.hands))
    if mine == 0:
        raise BadPosition("triapon-position-hands", hands=_digits(state.hands))
    if state.quiet:
        raise BadPosition("triapon-position-quiet")


def _check_barricades(state: TriaponState) -> None:
    """As many on the board as have been put, and none more than taken from eliminated players."""
    built = [rules.nibble(state.built, player) for player in range(3)]
    count = state.barricades.bit_count()
    if count != sum(built) or (count and not state.out):
        raise BadPosition("triapon-position-barricades", count=count, built=sum(built))
    for player in range(3):
        taken = (rules.nibble(state.taken, 3 * player + out) for out in range(3))
        if built[player] > sum(n for out, n in enumerate(taken) if state.out >> out & 1):
            raise BadPosition("triapon-position-built", player=player + 1)


GAME = Triapon()
