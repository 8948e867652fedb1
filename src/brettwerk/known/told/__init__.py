"""Facts told to people: the same sections on the page and on the command line."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from brettwerk.known.told import samples
from brettwerk.known.told.section import Section, Table, Teller

if TYPE_CHECKING:
    from brettwerk.known.facts import Facts
    from brettwerk.texts import Language

__all__ = ["Section", "Table", "Teller", "told"]

# The games with exact facts of their own, told by `told` in the module of its name.
_OWN = ("bedraengnis", "drei", "schlacht")


def told(facts: Facts, language: Language) -> list[Section]:
    """All that is known of a game, the exact facts first."""
    teller = Teller(language)
    found: list[Section] = []
    if facts.game in _OWN:
        own = import_module(f"brettwerk.known.told.{facts.game}")
        found += own.told(facts.exact, teller)
    return [*found, *samples.told(facts, teller)]
