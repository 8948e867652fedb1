"""Running commands, and games whose course is known beforehand."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from typer.testing import CliRunner

import brettwerk
from brettwerk.cli import app
from brettwerk.cli.terminal.players import HUMAN, PROGRAMS, RANDOM, default_players
from brettwerk.match import Match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typer.testing import Result

SOURCE = str(Path(brettwerk.__file__).parent.parent)
ENDED = 2


def run(*arguments: str | Path, stdin: str = "") -> Result:
    """A command run within this process; no fault may get out of it."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def done(*arguments: str | Path, stdin: str = "") -> str:
    """What a command writes that ends well."""
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


def facts(*arguments: str | Path, stdin: str = "") -> Any:
    """The JSON that a command writes."""
    return json.loads(done(*arguments, "--json", stdin=stdin))


def refused(*arguments: str | Path, stdin: str = "") -> str:
    """The sentence with which a command refuses."""
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == ENDED, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr.strip()


@dataclass
class Script:
    """The lines that people type in a match, and how it then stands."""

    lines: list[str]
    match: Match

    @property
    def stdin(self) -> str:
        """All lines."""
        return "".join(f"{line}\n" for line in self.lines)


def script(
    name: str,
    *,
    seed: int,
    kinds: Sequence[str] = (),
    target: int | None = None,
    plies: int = 10_000,
    **options: Any,
) -> Script:
    """A match in which people play at random too, and programs as they will for this seed."""
    game = brettwerk.game(name, **options)
    kinds = kinds or default_players(game.players, program=RANDOM)
    match = Match.new(game, target=target)
    people, programs = Random(seed + 1), Random(seed)
    lines: list[str] = []
    while not match.outcome and plies:
        person = match.to_move
        if person is None:
            lines.append("")  # on to the next round
            match = match.next_round()
            continue
        human = kinds[person] == HUMAN
        chosen = people.choice(match.position.moves) if human else None
        move = chosen or PROGRAMS[kinds[person]](match.position, programs)
        lines += [move.text] if human else []
        match = match.play(person, move)
        plies -= 1
    return Script(lines, match)
