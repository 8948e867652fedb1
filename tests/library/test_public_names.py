"""What a guest meets: public names, with examples, and nothing heavy loaded for them."""

from __future__ import annotations

import inspect
import subprocess
import sys
from enum import StrEnum

import pytest

import brettwerk
from brettwerk.i18n import LANGUAGES, Translator
from brettwerk.match import Match

HEAVY = ("numba", "numpy", "wasmtime", "rich", "starlette", "sqlalchemy", "babel", "asyncio")
PUBLIC = [name for name in brettwerk.__all__ if name not in ("NAMES", "__version__")]


def test_dir_lists_exactly_the_public_names() -> None:
    assert dir(brettwerk) == sorted(brettwerk.__all__)
    assert all(hasattr(brettwerk, name) for name in brettwerk.__all__)


def test_help_begins_with_what_one_does_first() -> None:
    text = brettwerk.__doc__ or ""
    assert text.index(">>> position") < text.index("errors")


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_says_what_it_is(name: str) -> None:
    text = inspect.getdoc(getattr(brettwerk, name)) or ""
    assert len(text) > 20
    thing = getattr(brettwerk, name)
    is_error = inspect.isclass(thing) and issubclass(thing, Exception)
    assert is_error or ">>>" in text


def test_errors_are_value_errors_with_sentences_in_both_languages() -> None:
    with pytest.raises(ValueError, match="There is no marble of yours on e1") as caught:
        brettwerk.game("abalone").start().play("e1e2")
    assert isinstance(caught.value, brettwerk.IllegalMove)
    assert caught.value.localized("de") == "Auf e1 liegt keine Kugel von dir."
    with pytest.raises(brettwerk.BadOptions, match="no texts in the language “fr”"):
        caught.value.localized("fr")


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_reasons_are_an_enumeration_of_the_game(name: str) -> None:
    reasons = brettwerk.game(name).reasons
    assert issubclass(reasons, StrEnum)
    assert reasons.__module__.split(".")[-2:] == [name, "rules"]
    for language in LANGUAGES:
        assert all(Translator(language).reason(name, code) for code in reasons)


def test_a_position_knows_whether_it_is_over() -> None:
    start = brettwerk.game("bedraengnis").start()
    assert (start.is_over, start.result, start.outcome) == (False, "*", None)
    assert start.sentence("de") == "Weiß ist am Zug."
    position = start
    while not position.is_over:
        position = position.play(position.moves[0])
    outcome = position.outcome
    assert outcome is not None
    assert position.result in ("1-0", "0-1")
    assert outcome.reason is position.game.reasons("no-placement")
    assert outcome.sentence() == position.sentence()
    assert outcome.sentence("de") != outcome.sentence("en")


def test_moves_are_found_by_text_as_people_write_it() -> None:
    position = brettwerk.game("abalone").start()
    assert "a1b2" in position.moves
    assert " A1-B2 " in position.moves
    assert "e1e2" not in position.moves
    assert "nonsense" not in position.moves
    assert position.move("a1b2") in position.moves
    assert 7 not in position.moves
    assert position.moves == tuple(position.moves)
    assert position.moves[:2] == (position.moves[0], position.moves[1])
    assert "44 legal moves" in repr(position.moves)


def test_the_end_of_a_match_names_people() -> None:
    match = Match.new(brettwerk.game("bedraengnis"), target=1, names=("Ada", "Bo"))
    ended = match.play(0, "b2").resign(1)
    assert ended.outcome is not None
    assert ended.outcome.sentence().startswith("Ada wins. ")
    alone = Match.new(brettwerk.game("abalone")).resign(0)
    assert alone.outcome is not None
    assert alone.outcome.sentence("de").startswith("Spieler 2 gewinnt. ")


def test_pictures_for_notebooks_and_files() -> None:
    position = brettwerk.game("triapon").start()
    assert position._repr_svg_().startswith("<svg")
    assert position.png(width=64, theme="dark").startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="pixels wide"):
        position.png(width=1)


def test_importing_and_playing_loads_nothing_heavy() -> None:
    program = (
        "import sys, brettwerk; p = brettwerk.game('abalone').start().play('a1b2'); str(p); dir(p);"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert found.stdout.split() == [b"[]"]
