"""How a game at the table comes about: chosen from a menu, by options, or from a saved file."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from brettwerk.cli.choose import chosen_options
from brettwerk.cli.output import path_of
from brettwerk.cli.table.asking import Left
from brettwerk.cli.table.game import sit_down
from brettwerk.cli.table.keeping import newest_unfinished, refuse_taken
from brettwerk.cli.table.menu import choose_game, choose_level, choose_people
from brettwerk.cli.table.players import HUMAN, default_kinds, of_level, read_kind, read_kinds
from brettwerk.cli.table.saves import load
from brettwerk.cli.table.table import Table
from brettwerk.errors import BadOptions
from brettwerk.games.catalogue import face, find_name
from brettwerk.games.core import Game
from brettwerk.match import Match
from brettwerk.match.clock import read_time
from brettwerk.records.sittings import Sitting
from brettwerk.solve.fair import fair_opening

if TYPE_CHECKING:
    from brettwerk.cli.screen import Screen
    from brettwerk.games.face import Face


@dataclass(frozen=True)
class Wishes:
    """What the command line asked for; `people` and `program` are what the menu asked."""

    game: str | None = None
    people: int | None = None
    program: str | None = None
    players: str | None = None
    names: str | None = None
    sets: list[str] | None = None
    board: str | None = None
    setup: str | None = None
    target: int | None = None
    tableau: str | None = None
    clock: str | None = None
    seed: int | None = None
    fair: bool | None = None


# A saved game has its own; only who plays, and how programs choose, can be changed.
_SAVED = ("names", "sets", "board", "setup", "target", "tableau", "clock", "fair")


def open_table(screen: Screen, wishes: Wishes, save: Path | None, resume: Path | None) -> int:
    """Sit down to a new or a saved game; the exit code."""
    rng = Random(wishes.seed)
    save, resume = (path_of(str(path)) if path else None for path in (save, resume))
    if save and save != resume:
        refuse_taken(save)
        save.parent.stat()  # better told now than when there is a game to lose
    if not resume and not wishes.game:
        try:
            wishes, resume = _from_menu(screen, wishes)
        except Left as left:
            screen.tell("cli-bye")
            return left.code
    if resume:
        sitting, whole = resumed(resume, wishes)
        return sit_down(Table(sitting, screen, rng, save or (resume if whole else None)))
    sitting = new_sitting(wishes, rng)
    if sitting.by_lot:
        screen.tell("known-fair-game", move=" ".join(sitting.match.moves))
    return sit_down(Table(sitting, screen, rng, save))


def _from_menu(screen: Screen, wishes: Wishes) -> tuple[Wishes, Path | None]:
    """What was chosen: a game, or a saved one, which is offered to those without other wishes."""
    chosen = choose_game(screen, None if set(_given(wishes)) - {"seed"} else newest_unfinished())
    if isinstance(chosen, Path):
        return wishes, chosen
    wishes = replace(wishes, game=chosen)
    if wishes.players:
        return wishes, None
    people = choose_people(screen, chosen)
    if people < face(chosen).players:
        wishes = replace(wishes, program=of_level(choose_level(screen, chosen)))
    return replace(wishes, people=people), None


def _given(wishes: Wishes) -> list[str]:
    return [f.name for f in fields(wishes) if getattr(wishes, f.name) not in (None, [])]


def resumed(path: Path, wishes: Wishes) -> tuple[Sitting, bool]:
    """The saved game, and whether saving it there again would lose nothing of the file."""
    if settled := [name for name in _given(wishes) if name in _SAVED]:
        raise BadOptions("cli-resume-options", options=", ".join(f"--{name}" for name in settled))
    sitting, whole = load(path)
    game = sitting.match.game
    if wishes.game and find_name(wishes.game) != game.name:
        raise BadOptions("cli-resume-other-game", file=path, game=game.name)
    if wishes.players:
        sitting.kinds = read_kinds(wishes.players, game)
    sitting.kinds = tuple(map(read_kind, sitting.kinds))
    return sitting, whole


def new_sitting(wishes: Wishes, rng: Random) -> Sitting:
    """A match before its first move."""
    name = find_name(wishes.game)
    options = chosen_options(name, wishes.sets, wishes.board, wishes.setup, rng)
    options = _by_lot(face(name), options, rng)
    game = Game(face(name), options)
    if wishes.players:
        kinds = read_kinds(wishes.players, game)
    else:
        kinds = default_kinds(game.players, wishes.people or 1, wishes.program)
    game = _with_programs(game, kinds, options)
    opening = fair_opening(game, rng) if wishes.fair else ()
    match = Match.new(
        game,
        target=wishes.target,
        names=[name.strip() for name in wishes.names.split(",")] if wishes.names else (),
        time_control=read_time(wishes.clock or "none"),
        tableau=wishes.tableau or "keep",
        seed=rng.randrange(2**31) if wishes.seed is None else wishes.seed,
        opening=opening,
    )
    return Sitting(match, kinds, by_lot=len(opening))


def _by_lot(game: Face, given: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The options, with what people let chance decide where they did not choose."""
    return game.by_lot(rng.randrange(10**6)) | given


def _with_programs(game: Game, kinds: tuple[str, ...], given: dict[str, Any]) -> Game:
    """The game with what programs need to come to an end, unless something else was asked for."""
    missing = {k: v for k, v in game.face.with_programs.items() if k not in given}
    if set(kinds) == {HUMAN} or not missing:
        return game
    return Game(game.face, given | missing)
