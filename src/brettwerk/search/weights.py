"""The weights of an evaluation: data beside the code, with the record of how they were found."""

import json
from array import array
from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from brettwerk.core.game import GameDefinition
from brettwerk.core.registry import definition
from brettwerk.errors import BadOptions, MissingPart
from brettwerk.search.memory_layout import NETWORK_HEAD

STEERING = {"margin": 250, "null-depth": 2, "late-from": 6, "reduce": 55, "singular-from": 6}


@dataclass(frozen=True, slots=True)
class Weights:
    """What each feature is worth, in thousandths of a logit, and what steers the search.

    An evaluation of every player has weights for each of its phases, one of the player to move has
    one phase without a name.
    """

    phases: Mapping[str, Mapping[str, float]]
    # in base64: first numbers of 16 bits, then weights of 8 bits; nothing if there is none
    network: str = ""
    steering: Mapping[str, int] = field(default_factory=lambda: dict(STEERING))
    found: Mapping[str, Any] = field(default_factory=dict)

    def in_order(self, names: Sequence[str], phase: str = "") -> list[float]:
        """Return the weights of these features."""
        features = self.phases.get(phase, {})
        return [features.get(name, 0) for name in names]

    @property
    def network_words(self) -> Sequence[int]:
        """The network as the words of a search's memory: there all its numbers have 16 bits."""
        told = b64decode(self.network)
        numbers = array("h", told[: 2 * NETWORK_HEAD])
        numbers.extend(memoryview(told)[2 * NETWORK_HEAD :].cast("b"))
        return memoryview(numbers).cast("B").cast("q")

    def as_json(self) -> str:
        """Return the text of the file."""
        single = self.phases.get("")
        parts = {"features": single} if single is not None else {"phases": self.phases}
        network = {"network": self.network} if self.network else {}
        both = {**parts, **network, "steering": self.steering, "found": self.found}
        return json.dumps(both, indent=1, ensure_ascii=False) + "\n"


@cache
def read_weights(game: str) -> Weights:
    """Return the weights that come with a game; without a file all are 0."""
    return weights_in(definition(game))


def weights_in(game: GameDefinition) -> Weights:
    """Return the weights in the folder of a game; without a file all are 0."""
    file = game.file("data/weights.json")
    return weights_of(file.read_text(encoding="utf-8")) if file else Weights({"": {}})


def first_weights(game: str) -> Weights:
    """Return the weights to begin tuning with; MissingPart if the game has no evaluation."""
    kernels = definition(game).kernels
    if not (kernels.has_score or kernels.player_evaluation):
        raise MissingPart("missing-evaluation", game=game)
    return read_weights(game)


def weights_in_file(file: Path) -> Weights:
    """Return the weights in a file that somebody names; BadOptions if it has none."""
    try:
        found = weights_of(file.read_text(encoding="utf-8"))
        msgspec.convert(asdict(found), Weights)
    except (ValueError, KeyError, TypeError, AttributeError, msgspec.ValidationError) as error:
        raise BadOptions("engine-weights", file=file) from error
    return found


def weights_of(text: str) -> Weights:
    """Return the weights in a file's text."""
    parts = json.loads(text)
    phases = parts.get("phases") or {"": parts["features"]}
    steering = {**STEERING, **parts.get("steering", {})}
    return Weights(phases, parts.get("network", ""), steering, parts.get("found", {}))
