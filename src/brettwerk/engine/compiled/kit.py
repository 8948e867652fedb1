"""What kernels are written with, compiled: the same names as in `brettwerk.engine.kernels.kit`."""

from importlib import import_module
from typing import Any

from brettwerk.compiled.kit import (
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
    """The compiled kernels of a game's rules, or what they share."""
    return import_module(f"brettwerk.compiled.{name}")
