"""Contestant specifications: `level:7`, `engine`, `new=engine:weights.json`, `mcts`, `net:FILE`."""

import re
from dataclasses import dataclass, replace

from brettwerk.core.levels import LEVELS
from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate
from brettwerk.programs import split_command

RANDOM, MCTS, ENGINE, LEVEL, COMMAND = "random", "mcts", "engine", "level", "command"
NET = "net"
_NAMED = re.compile(r"([\w.+-]{1,40})=(.+)", re.DOTALL)


@dataclass(frozen=True)
class Contestant:
    """A contestant: a name, the kind of player and its argument."""

    name: str
    kind: str
    argument: str = ""

    @property
    def text(self) -> str:
        """Return the specification without the name."""
        return f"{self.kind}:{self.argument}" if self.argument else self.kind

    @property
    def full_text(self) -> str:
        """Return the specification, with the name if it differs."""
        return self.text if self.name == self.text else f"{self.name}={self.text}"


def parse_contestant(text: str) -> Contestant:
    """Parse a specification; raise BadOptions with a hint if it is malformed."""
    found = _NAMED.fullmatch(text.strip())
    name, player = (found[1], found[2]) if found else ("", text)
    kind, _, argument = (part.strip() for part in player.strip().partition(":"))
    _check(kind.lower(), argument, text)
    unnamed = Contestant("", kind.lower(), argument)
    return replace(unnamed, name=name or unnamed.text)


def _check(kind: str, argument: str, text: str) -> None:
    if kind == ENGINE or (kind in (RANDOM, MCTS) and not argument):
        return
    if kind == LEVEL:
        if argument in map(str, LEVELS):
            return
        raise BadOptions("arena-level", given=truncate(argument), last=LEVELS[-1])
    if kind == NET:
        if argument:
            return
        raise BadOptions("arena-net")
    if kind == COMMAND:
        if split_command(argument):
            return
        raise BadOptions("arena-command")
    raise BadOptions("arena-contestant", given=truncate(text))
