"""Contestants as people write them: `level:7`, `engine`, `new=engine:weights.json`, `mcts`."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

from brettwerk.errors import BadOptions
from brettwerk.texts import shown

RANDOM, MCTS, ENGINE, LEVEL, COMMAND = "random", "mcts", "engine", "level", "command"
LEVELS = range(1, 11)
_NAMED = re.compile(r"([\w.+-]{1,40})=(.+)", re.DOTALL)


@dataclass(frozen=True)
class Contestant:
    """Who plays: a name, the kind of player, and what that kind needs to know."""

    name: str
    kind: str
    argument: str = ""

    @property
    def text(self) -> str:
        """What it is, as it can be read again."""
        return f"{self.kind}:{self.argument}" if self.argument else self.kind

    @property
    def full(self) -> str:
        """The same with its name, if that is another."""
        return self.text if self.name == self.text else f"{self.name}={self.text}"


def read_contestant(text: str) -> Contestant:
    """The contestant of a text; BadOptions with what would be right."""
    found = _NAMED.fullmatch(text.strip())
    name, what = (found[1], found[2]) if found else ("", text)
    kind, _, argument = (part.strip() for part in what.strip().partition(":"))
    _check(kind.lower(), argument, text)
    made = Contestant("", kind.lower(), argument)
    return Contestant(name or made.text, made.kind, argument)


def _check(kind: str, argument: str, text: str) -> None:
    if kind == ENGINE or (kind in (RANDOM, MCTS) and not argument):
        return
    if kind == LEVEL:
        if argument in map(str, LEVELS):
            return
        raise BadOptions("arena-level", given=shown(argument), last=LEVELS[-1])
    if kind == COMMAND:
        if words_of(argument):
            return
        raise BadOptions("arena-command")
    raise BadOptions("arena-contestant", given=shown(text))


def words_of(command: str) -> list[str]:
    """A command's words; none if its quotes do not close."""
    try:
        return shlex.split(command)
    except ValueError:
        return []
