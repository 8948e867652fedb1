"""Starting a session: from the menu, by options, or from a saved file."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from brettwerk.cli.choose import parse_options
from brettwerk.cli.output import expand_path
from brettwerk.cli.terminal.loop import run_session
from brettwerk.cli.terminal.menu import choose_game, choose_level, choose_people
from brettwerk.cli.terminal.players import (
    HUMAN,
    default_players,
    level_spec,
    parse_player,
    parse_players,
)
from brettwerk.cli.terminal.prompt import SessionLeft
from brettwerk.cli.terminal.saving import check_not_taken, load, newest_unfinished
from brettwerk.cli.terminal.session import TerminalSession
from brettwerk.core.game import Game
from brettwerk.core.registry import definition, find_name
from brettwerk.errors import BadOptions
from brettwerk.match import Match
from brettwerk.match.clock import parse_time_control
from brettwerk.records.saved_match import SavedMatch
from brettwerk.solve import fair_opening

if TYPE_CHECKING:
    from brettwerk.cli.screen import Screen
    from brettwerk.core.definition import GameDefinition


@dataclass(frozen=True)
class GameSettings:
    """The options of the command line; `people` and `program` come from the menu."""

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


# Settings that a saved game determines.
_SAVED = ("names", "sets", "board", "setup", "target", "tableau", "clock", "fair")


def start_session(
    screen: Screen, settings: GameSettings, save: Path | None, resume: Path | None
) -> int:
    """Run a session of a new or a saved game; return the exit code."""
    rng = Random(settings.seed)
    save, resume = (expand_path(str(path)) if path else None for path in (save, resume))
    if save and save != resume:
        check_not_taken(save)
        save.parent.stat()  # raises now rather than when there is a game to lose
    if not resume and not settings.game:
        try:
            settings, resume = _from_menu(screen, settings)
        except SessionLeft as left:
            screen.print_message("cli-bye")
            return left.code
    if resume:
        saved_match, whole = resume_match(resume, settings)
        return run_session(
            TerminalSession(saved_match, screen, rng, save or (resume if whole else None))
        )
    saved_match = new_saved_match(settings, rng)
    if saved_match.opening_plies:
        screen.print_message("known-fair-game", move=" ".join(saved_match.match.moves))
    return run_session(TerminalSession(saved_match, screen, rng, save))


def _from_menu(screen: Screen, settings: GameSettings) -> tuple[GameSettings, Path | None]:
    """Ask for the game in the menu; a saved one is offered if there are no other settings."""
    chosen = choose_game(screen, None if set(_given(settings)) - {"seed"} else newest_unfinished())
    if isinstance(chosen, Path):
        return settings, chosen
    settings = replace(settings, game=chosen)
    if settings.players:
        return settings, None
    people = choose_people(screen, chosen)
    if people < definition(chosen).players:
        settings = replace(settings, program=level_spec(choose_level(screen, chosen)))
    return replace(settings, people=people), None


def _given(settings: GameSettings) -> list[str]:
    return [f.name for f in fields(settings) if getattr(settings, f.name) not in (None, [])]


def resume_match(path: Path, settings: GameSettings) -> tuple[SavedMatch, bool]:
    """Return the saved match, and whether saving it there again is lossless."""
    if settled := [name for name in _given(settings) if name in _SAVED]:
        raise BadOptions("cli-resume-options", options=", ".join(f"--{name}" for name in settled))
    saved_match, whole = load(path)
    game = saved_match.match.game
    if settings.game and find_name(settings.game) != game.name:
        raise BadOptions("cli-resume-other-game", file=path, game=game.name)
    if settings.players:
        saved_match.kinds = parse_players(settings.players, game)
    saved_match.kinds = tuple(map(parse_player, saved_match.kinds))
    return saved_match, whole


def new_saved_match(settings: GameSettings, rng: Random) -> SavedMatch:
    """Return a new match."""
    name = find_name(settings.game)
    options = parse_options(name, settings.sets, settings.board, settings.setup, rng)
    options = _with_random_options(definition(name), options, rng)
    game = Game(definition(name), options)
    if settings.players:
        kinds = parse_players(settings.players, game)
    else:
        kinds = default_players(game.players, settings.people or 1, settings.program)
    game = _with_programs(game, kinds, options)
    opening = fair_opening(game, rng) if settings.fair else ()
    match = Match.new(
        game,
        target=settings.target,
        names=[name.strip() for name in settings.names.split(",")] if settings.names else (),
        time_control=parse_time_control(settings.clock or "none"),
        tableau=settings.tableau or "keep",
        seed=rng.randrange(2**31) if settings.seed is None else settings.seed,
        opening=opening,
    )
    return SavedMatch(match, kinds, opening_plies=len(opening))


def _with_random_options(
    game: GameDefinition, given: dict[str, object], rng: Random
) -> dict[str, object]:
    """Return the options, completed by random ones."""
    return game.random_options(rng.randrange(10**6)) | given


def _with_programs(game: Game, kinds: tuple[str, ...], given: dict[str, object]) -> Game:
    """Return the game with the overrides for engines, unless all players are human."""
    missing = {k: v for k, v in game.definition.engine_overrides.items() if k not in given}
    if set(kinds) == {HUMAN} or not missing:
        return game
    return Game(game.definition, given | missing)
