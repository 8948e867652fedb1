"""Named opponents like other positions, in the games that have them; "mine" finds a level."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

import brettwerk
from brettwerk.core.levels import LEVELS, STYLES
from brettwerk.core.registry import definition, names
from brettwerk.errors import BadLimit
from brettwerk.i18n import LANGUAGES, Translator
from brettwerk.search import choose
from brettwerk.search.strength import level_for
from brettwerk.search.styles import styles_of, weights_of_style
from brettwerk.search.weights import read_weights

SCRIPT = Path(brettwerk.__file__).parent / "web" / "static" / "strength.js"
STYLED = [name for name in names() if styles_of(name)]


@pytest.mark.parametrize("name", STYLED)
def test_a_style_weighs_features_of_the_game_otherwise(name: str) -> None:
    usual, features = read_weights(name), definition(name).kernels.evaluation.FEATURES
    assert tuple(styles_of(name)) == STYLES
    for weights in styles_of(name).values():
        assert set(weights.phases[""]) == set(usual.phases[""]) <= set(features)
        assert weights.phases != usual.phases
        assert weights.steering == usual.steering


def test_a_style_chooses_other_moves_sometimes_and_always_legal_ones() -> None:
    rng, differs = Random(3), 0
    for _ in range(12):
        position = brettwerk.game("abalone", setup="belgian-daisy").start()
        for _ in range(rng.randrange(10)):
            position = position.play_unchecked(rng.choice(position.legal_codes))
        moves = {style: choose(position, 8, 5, style) for style in ("", *STYLES)}
        assert all(move in position.moves for move in moves.values())
        differs += len(set(moves.values())) > 1
    assert differs


def test_a_style_does_not_change_how_the_usual_player_judges() -> None:
    position = brettwerk.game("abalone").start()
    before = choose(position, 6, 1)
    choose(position, 6, 1, "attacking")
    assert choose(position, 6, 1) == before


def test_a_style_that_nobody_plays_is_refused() -> None:
    with pytest.raises(BadLimit, match="in the style attacking"):
        choose(brettwerk.game("triapon").start(), 3, 1, "attacking")
    with pytest.raises(BadLimit, match="in the style wild"):
        weights_of_style("abalone", "wild")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_style_has_a_name_and_a_sentence(language: str) -> None:
    t = Translator(language)
    for style in STYLES:
        assert "?" not in t(f"page-style-{style}") + t(f"page-style-{style}-about")
        assert "7" in t(f"page-computer-{style}", level=7)


# -- at my strength -------------------------------------------------------------------------------
def played(strength: int, games: int, rng: Random) -> list[int]:
    """The levels that somebody of this strength is given, game after game."""
    results: list[tuple[int, float]] = []
    levels = []
    for _ in range(games):
        levels.append(level_for(results))
        chance = 1 / (1 + math.exp(-0.7 * (strength - levels[-1])))
        results.insert(0, (levels[-1], float(rng.random() < chance)))
    return levels


@pytest.mark.parametrize("strength", LEVELS)
def test_after_three_games_the_level_is_about_right_and_stays(strength: int) -> None:
    rng = Random(strength)
    fourth, later = [], []
    for _ in range(200):
        levels = played(strength, 10, rng)
        fourth.append(abs(levels[3] - strength))
        later += [abs(a - b) for a, b in zip(levels[4:], levels[3:], strict=False)]
    assert sum(far <= 2 for far in fourth) > 0.6 * len(fourth)
    assert sum(later) < len(later)  # on average it changes by less than one


def test_winning_raises_the_level_and_losing_lowers_it() -> None:
    assert level_for([(5, 0.0)]) < level_for([(5, 0.5)]) < level_for([(5, 1.0)])
    assert level_for([(10, 1.0)] * 6) == 10
    assert level_for([(1, 0.0)] * 6) == 1


@pytest.mark.skipif(shutil.which("node") is None, reason="There is no Node here.")
def test_the_page_finds_the_same_level() -> None:
    rng = Random(5)
    names = {1.0: "won", 0.5: "drawn", 0.0: "lost"}
    cases = [
        [(rng.choice(LEVELS), rng.choice([1.0, 0.5, 0.0])) for _ in range(rng.randrange(9))]
        for _ in range(200)
    ]
    asked = [[{"level": level, "result": names[points]} for level, points in one] for one in cases]
    script = f"""
        import {{ levelFor }} from {json.dumps(SCRIPT.as_uri())};
        console.log(JSON.stringify({json.dumps(asked)}.map(levelFor)));
    """
    run = subprocess.run(
        ["node", "--input-type=module", "-e", script], capture_output=True, check=True
    )
    assert json.loads(run.stdout) == [level_for(one) for one in cases]
