"""Records of Abalone as other programs write them: APGN, with Aba-Pro's or Nacre's moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from brettwerk.boards.board import cells_of
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.core.game import Game, Move, Position
from brettwerk.core.registry import game as make_game
from brettwerk.core.setup import set_up
from brettwerk.errors import BadRecord
from brettwerk.games.abalone.marbles import Marbles, read_marbles, write_rows
from brettwerk.games.abalone.notation import read_move, write_aba_pro, write_nacre
from brettwerk.games.abalone.setups import setup_masks, setup_texts, setups
from brettwerk.i18n import truncate
from brettwerk.notation.typed_text import normalize_name
from brettwerk.records.dialect import Dialect, DialectHeader
from brettwerk.records.record import Record

_MOVE = re.compile(r"([a-i][1-9]){2,3}\b", re.IGNORECASE)
# With hyphens it may be a move of another game.
_HYPHENS = re.compile(r"[a-i][1-9](-?[a-i][1-9]){1,2}\b", re.IGNORECASE)
_POSITION_TAGS = ("Position", "FEN", "Start", "StartPosition", "Depart")
_SETUP_TAGS = ("Variant", "Setup", "SetUp", "Variante", "Layout", "Opening")
_NO_SETUP = ("", "1", "0", "?", "-", "custom", "abalone")
# Names of set-ups besides our own and those of MiGs, which are the titles.
_ALIASES = {
    "classic": "standard",
    "classique": "standard",
    "default": "standard",
    "normal": "standard",
    "belgian": "belgian-daisy",
    "belge": "belgian-daisy",
    "daisy": "belgian-daisy",
    "german": "german-daisy",
    "allemande": "german-daisy",
    "dutch": "dutch-daisy",
    "hollandaise": "dutch-daisy",
    "swiss": "swiss-daisy",
    "suisse": "swiss-daisy",
    "69": "6-9",
    "alien": "alien-attack",
    "aliens": "alien-attack",
    "alliance": "alliances",
    "atomouche": "atomouche",
    "centrifugeuse": "centrifuge",
    "wall": "the-wall",
    "mur": "the-wall",
    "facetoface": "face-2-face",
    "faceaface": "face-2-face",
    "serpents": "snakes",
    "snakesvariant": "snakes",
}
# What APGN calls set-ups that have the same cells there; others are written as `custom`.
_VARIANTS = {
    "standard": "standard",
    "belgian-daisy": "belgian",
    "german-daisy": "german_daisy",
    "dutch-daisy": "dutch_daisy",
    "swiss-daisy": "swiss_daisy",
}
_USUAL = ("standard", "belgian-daisy")
_WRITTEN_FIRST = ("Event", "Date", "Black", "White", "Variant", "Result", "Notation")
_UNKNOWN = {"Event": "?", "Date": "????.??.??", "Black": "?", "White": "?"}


class AbaloneDialect(Dialect):
    """APGN: tags like PGN's, of which `Variant` names the set-up and `Notation` the moves."""

    game = "abalone"

    def __init__(self, name: str, notation: str, write: Callable[[Move], str]) -> None:
        self.name, self.notation, self._write = name, notation, write
        self.script = f"games/{self.game}/dialect.js"

    def device_facts(self) -> dict[str, object]:
        """Return the set-ups by all their names, their cells, and what APGN calls them."""
        names = {
            normalize_name(text): name
            for name, setup in setups().items()
            for text in (name, setup["title"])
        }
        return {
            "names": {**names, **_ALIASES},
            "setups": setup_texts(),
            "variants": _VARIANTS,
            "notations": {dialect.name: dialect.notation for dialect in DIALECTS},
        }

    # -- reading ------------------------------------------------------------------------------
    def recognises(self, tags: Mapping[str, str], moves: str) -> bool:
        """Moves of two or three cells; with hyphens or none at all, tags of APGN."""
        if _MOVE.match(moves):
            return True
        if moves and not _HYPHENS.match(moves):
            return False
        named = (_setup_name(tags.get(tag, "")) for tag in _SETUP_TAGS)
        return "Notation" in tags or any(named) or any(map(read_marbles, tags.values()))

    def headers(self, tags: Mapping[str, str], remarks: Sequence[str]) -> Iterator[DialectHeader]:
        """Yield what the tags say; where they name no set-up, with each of those there are."""
        rest = {**_remark_tags(remarks), **tags}
        rest.pop("Notation", None)
        setup, marbles = _pop_start(rest)
        if marbles:
            yield DialectHeader(*_placed(marbles, setup), rest)
            return
        for name in (setup,) if setup else (*_USUAL, *(n for n in setups() if n not in _USUAL)):
            yield DialectHeader(_game(name), None, rest)

    def read_move(self, position: Position, text: str) -> Move:
        """Read a move of either notation: on a board no text has two meanings."""
        return read_move(position, text)

    def read_position(self, text: str) -> Position | None:
        """Read a position alone."""
        marbles = read_marbles(text)
        if marbles is None:
            return None
        game, start = _placed(marbles, None)
        return game.start() if start is None else game.position(start)

    # -- writing ------------------------------------------------------------------------------
    def write_tags(self, record: Record, start: Position) -> dict[str, str]:
        """Return the seven tags that APGN needs first, then the others."""
        setup = record.game.options["setup"]
        written = {**_UNKNOWN, **record.tags, "Result": record.result, "Notation": self.notation}
        written["Variant"] = _VARIANTS.get(setup, "custom")
        if record.start is not None or setup not in _VARIANTS:
            written |= {"SetUp": "1", "Position": write_rows(start)}
        written["Plies"] = str(sum(not ply.is_event for ply in record.plies))
        first = {name: written[name] for name in _WRITTEN_FIRST}
        return first | written

    def write_move(self, move: Move) -> str:
        """Write a move in the notation of this dialect."""
        return self._write(move)


# -- where a game begins --------------------------------------------------------------------------
def _pop_start(tags: dict[str, str]) -> tuple[str | None, Marbles | None]:
    """Remove the tags that say where the game begins; return the set-up and the position."""
    position = _pop_first(tags, _POSITION_TAGS)
    marbles = read_marbles(position) if position else None
    if position and marbles is None:
        raise BadRecord("abalone-marbles", given=truncate(position))
    setup = None
    for tag in _SETUP_TAGS:
        text = tags.get(tag, "")
        named = _setup_name(text)
        if named or normalize_name(text) in _NO_SETUP:
            tags.pop(tag, None)
            setup = setup or named
        elif tag != "Opening":
            marbles = marbles or read_marbles(text)
            if marbles is None:
                raise BadRecord("abalone-variant", tag=tag, given=truncate(text))
            tags.pop(tag)
    return setup, marbles


def _pop_first(tags: dict[str, str], names: tuple[str, ...]) -> str:
    found = [tags.pop(name) for name in names if name in tags]
    return found[0] if found else ""


def _setup_name(text: str) -> str | None:
    """Return the set-up of this name, alias or title; None if there is none."""
    wanted = normalize_name(text)
    if wanted in _ALIASES:
        return _ALIASES[wanted]
    for name, setup in setups().items():
        if wanted and wanted in (normalize_name(name), normalize_name(setup["title"])):
            return name
    return None


def _placed(marbles: Marbles, setup: str | None) -> tuple[Game, str | None]:
    """Return the game in which a position is where a game begins, and its text if needed.

    Without a number of marbles lost, a position is a set-up, unless the set-up that is named has
    more marbles.
    """
    sides = (marbles.black, marbles.white)
    counts = tuple(bits.bit_count() for bits in sides)
    lost = marbles.lost if marbles.lost and any(marbles.lost) else None
    if lost or (setup and counts != _counts(setup)):
        game = _game(setup or _USUAL[0])
        missing = tuple(b - c for b, c in zip(_counts(setup or _USUAL[0]), counts, strict=True))
        if lost in (None, missing) and min(missing) >= 0:
            return game, _text(game, marbles)
        if lost:
            raise BadRecord("abalone-lost", black=lost[0], white=lost[1])
    named = next((name for name in setups() if setup_masks(name) == sides), None)
    game = _game(named or _custom(sides))
    return game, _text(game, marbles) if marbles.turn else None


def _counts(setup: str) -> tuple[int, ...]:
    return tuple(bits.bit_count() for bits in setup_masks(setup))


def _custom(sides: tuple[int, int]) -> str:
    black, white = (",".join(HEXAGON.names[cell] for cell in cells_of(bits)) for bits in sides)
    return f"black:{black};white:{white}"


def _game(setup: str) -> Game:
    return make_game(AbaloneDialect.game, setup=setup)


def _text(game: Game, marbles: Marbles) -> str:
    sides = zip(game.seats, (marbles.black, marbles.white), strict=True)
    pieces = {HEXAGON.names[cell]: seat for seat, bits in sides for cell in cells_of(bits)}
    return set_up(game, pieces, marbles.turn, {}).text


def _remark_tags(remarks: Sequence[str]) -> dict[str, str]:
    """Return the tags of a remark `date · set-up · result · Black vs White` above the moves."""
    parts = [part.strip() for part in (remarks[-1] if remarks else "").split("·")]
    if len(parts) < 3:
        return {}
    tags = {"Date": parts[0].replace("-", "."), "Variant": parts[1], "Termination": parts[2]}
    names = parts[3].split(" vs ") if len(parts) > 3 else []
    return tags | dict(zip(("Black", "White"), names, strict=False))


DIALECTS = (
    AbaloneDialect("apgn", "Aba-Pro", write_aba_pro),
    AbaloneDialect("nacre", "Nacre", write_nacre),
)
