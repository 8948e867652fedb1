"""How games become numbers: actions and planes, one file a game."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from brettwerk.games.catalogue import find_name

if TYPE_CHECKING:
    from brettwerk.adapters.encoding.base import Encoding


def encoding(name: str) -> Encoding:
    """The encoding of a game by its name.

    >>> encoding("bedraengnis").actions
    16
    """
    return _encoding(find_name(name))


@cache
def _encoding(name: str) -> Encoding:
    module = import_module(f"brettwerk.adapters.encoding.{name}")
    found: Encoding = module.ENCODING
    return found
