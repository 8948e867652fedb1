"""The weights of an evaluation: data beside the code, with the record of how they were found."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

STEERING = {"margin": 250, "null-depth": 2, "late-from": 12, "reduce": 55}


@dataclass(frozen=True, slots=True)
class Weights:
    """What each feature is worth, in thousandths of a logit, and what steers the search."""

    features: Mapping[str, int]
    steering: Mapping[str, int] = field(default_factory=lambda: dict(STEERING))
    found: Mapping[str, Any] = field(default_factory=dict)

    def in_order(self, names: Sequence[str]) -> list[int]:
        """The weights of these features."""
        return [self.features[name] for name in names]

    def as_json(self) -> str:
        """The text of the file."""
        parts = {"features": self.features, "steering": self.steering, "found": self.found}
        return json.dumps(parts, indent=1, ensure_ascii=False) + "\n"


def shipped(game: str) -> str:
    """The text of the file of weights that comes with a game."""
    return (files("brettwerk.engine") / "data" / f"{game}.json").read_text(encoding="utf-8")


@cache
def read_weights(game: str) -> Weights:
    """The weights that are shipped for a game."""
    return weights_of(shipped(game))


def weights_of(text: str) -> Weights:
    """The weights in a file's text."""
    parts = json.loads(text)
    return Weights(parts["features"], {**STEERING, **parts["steering"]}, parts["found"])
