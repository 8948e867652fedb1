"""Contestant specifications: `level:7`, `solid:7`, `engine@nodes=5000`, `engine:FILE`, `mcts`."""

import re
from dataclasses import dataclass, replace

from brettwerk.core.levels import LEVELS, STYLES
from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate
from brettwerk.programs import split_command
from brettwerk.search.report import Limit

RANDOM, MCTS, ENGINE, LEVEL, COMMAND = "random", "mcts", "engine", "level", "command"
NET = "net"
_NAMED = re.compile(r"([\w.+-]{1,40})=(.+)", re.DOTALL)
_LIMITED = re.compile(r"(.+)@(seconds|nodes|depth)=([0-9.]{1,20})", re.DOTALL)


@dataclass(frozen=True)
class Contestant:
    """A contestant: a name, the kind of player and its argument.

    `limit` is its own limit of a move, if it has one.
    """

    name: str
    kind: str
    argument: str = ""
    limit: Limit | None = None

    @property
    def text(self) -> str:
        """Return the specification without the name."""
        player = f"{self.kind}:{self.argument}" if self.argument else self.kind
        own = self.limit.as_json() if self.limit else {}
        return player + "".join(f"@{name}={value:g}" for name, value in own.items())

    @property
    def full_text(self) -> str:
        """Return the specification, with the name if it differs."""
        return self.text if self.name == self.text else f"{self.name}={self.text}"


def parse_contestant(text: str) -> Contestant:
    """Parse a specification; raise BadOptions with a hint if it is malformed."""
    found = _NAMED.fullmatch(text.strip())
    name, player = (found[1], found[2]) if found else ("", text.strip())
    limit = None
    if limited := _LIMITED.fullmatch(player):
        player, limit = limited[1], _own_limit(limited[2], limited[3])
    kind, _, argument = (part.strip() for part in player.partition(":"))
    _check(kind.lower(), argument, text)
    if limit and kind.lower() in (LEVEL, RANDOM, *STYLES):
        raise BadOptions("arena-own-limit", given=truncate(text))
    unnamed = Contestant("", kind.lower(), argument, limit)
    return replace(unnamed, name=name or unnamed.text)


def _own_limit(name: str, value: str) -> Limit:
    """Return the limit after an `@`; raise BadOptions if it is malformed."""
    try:
        if name == "seconds":
            return Limit(seconds=float(value))
        return Limit(nodes=int(value)) if name == "nodes" else Limit(depth=int(value))
    except ValueError:
        raise BadOptions("arena-own-limit", given=truncate(f"{name}={value}")) from None


def _check(kind: str, argument: str, text: str) -> None:
    if kind in (ENGINE, NET) or (kind in (RANDOM, MCTS) and not argument):
        return
    if kind == LEVEL or kind in STYLES:
        if argument in map(str, LEVELS):
            return
        raise BadOptions("arena-level", given=truncate(argument), last=LEVELS[-1])
    if kind == COMMAND:
        if split_command(argument):
            return
        raise BadOptions("arena-command")
    raise BadOptions("arena-contestant", given=truncate(text))
