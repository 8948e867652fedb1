"""Named opponents: levels whose evaluation weighs some features otherwise than usual.

A style is data beside the game's weights, `data/styles.json`: for each feature that it weighs
otherwise, the percentage of the usual weight.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from brettwerk.core.game import GameDefinition
from brettwerk.core.registry import definition
from brettwerk.errors import BadLimit
from brettwerk.i18n import truncate
from brettwerk.search.weights import Weights, weights_in

USUAL = ""  # the style of a computer without a name


@cache
def styles_of(game: str) -> Mapping[str, Weights]:
    """Return the weights of a game's styles.

    >>> [*styles_of("abalone")]
    ['attacking', 'solid']
    """
    return styles_in(definition(game))


def styles_in(game: GameDefinition) -> Mapping[str, Weights]:
    """Return the weights of the styles in the folder of a game; none without a file."""
    file = game.file("data/styles.json")
    styles: dict[str, dict[str, int]] = json.loads(file.read_bytes()) if file else {}
    usual = weights_in(game)
    return {name: _weighed(usual, percentages) for name, percentages in styles.items()}


def _weighed(usual: Weights, percentages: Mapping[str, int]) -> Weights:
    """Return the usual weights, each multiplied by its percentage."""
    features = usual.phases[""]
    weighed = {
        name: round(weight * percentages.get(name, 100) / 100) for name, weight in features.items()
    }
    return replace(usual, phases={"": weighed}, found={})


def weights_of_style(game: str, style: str) -> Weights | None:
    """Return the weights of a style, None for the usual ones; BadLimit if the game has no such."""
    if style == USUAL:
        return None
    if style not in styles_of(game):
        raise BadLimit("engine-style", given=truncate(style), game=game)
    return styles_of(game)[style]
