"""What kernels are written with, in plain Python; that of the twin is Numba's."""

from importlib import import_module
from typing import Any

from brettwerk.rules.kit import (
    bit,
    ctz,
    drop,
    inlined,
    kernel,
    mix,
    number,
    popcount,
    prefetch,
    table,
    word,
)

__all__ = [
    "bit",
    "ctz",
    "drop",
    "inlined",
    "kernel",
    "mix",
    "number",
    "popcount",
    "prefetch",
    "rules_of",
    "table",
    "word",
]


def rules_of(name: str) -> Any:
    """The kernels of a game's rules, or what they share."""
    return import_module(f"brettwerk.rules.{name}")
