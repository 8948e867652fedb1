"""Model games: three of each game, the same in both languages, legal, and with comments."""

from __future__ import annotations

import pytest

import brettwerk
from brettwerk.i18n import LANGUAGES
from brettwerk.learn.model_games import (
    THEMES,
    find_model_games,
    model_games,
    played_games,
    written_model,
)

SHOWN = [name for name in brettwerk.NAMES if model_games(name, "en")]


def test_every_game_has_some() -> None:
    assert list(brettwerk.NAMES) == SHOWN


@pytest.mark.parametrize("name", SHOWN)
def test_three_games_with_comments_in_both_languages(name: str) -> None:
    english, german = (model_games(name, language) for language in LANGUAGES)
    assert [one.theme for one in english] == [one.theme for one in german] == list(THEMES)
    for one, other in zip(english, german, strict=True):
        assert one.record.game == other.record.game
        assert [p.text for p in one.record.plies] == [p.text for p in other.record.plies]
        one.record.check()
        assert one.record.outcome() is not None
        assert one.record.comment != other.record.comment
        remarks = [ply.comment for ply in one.record.plies if ply.comment]
        assert remarks
        assert remarks != [ply.comment for ply in other.record.plies if ply.comment]


def test_the_same_seed_gives_the_same_games() -> None:
    first, second = (
        [
            written_model(theme, found, "en")
            for theme, found in find_model_games(played_games("bedraengnis", 20, 7), 1000)
        ]
        for _ in range(2)
    )
    assert first == second
    assert [record.tags["Theme"] for record in first] == list(THEMES)
