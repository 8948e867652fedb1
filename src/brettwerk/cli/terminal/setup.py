"""Starting a session: from the menu, by options, or from a saved file."""

from pathlib import Path
from random import Random

from brettwerk.cli.choose import parse_options
from brettwerk.cli.output import expand_path
from brettwerk.cli.screen import Screen
from brettwerk.cli.terminal.loop import run_session
from brettwerk.cli.terminal.menu import choose_game, choose_level, choose_people
from brettwerk.cli.terminal.play_options import PlayOptions
from brettwerk.cli.terminal.players import (
    HUMAN,
    check_styles,
    default_players,
    level_spec,
    parse_player,
    parse_players,
)
from brettwerk.cli.terminal.prompt import SessionLeft
from brettwerk.cli.terminal.results import with_my_level
from brettwerk.cli.terminal.saving import check_not_taken, load, newest_unfinished
from brettwerk.cli.terminal.session import TerminalSession
from brettwerk.core.game import Game, GameDefinition
from brettwerk.core.registry import definition, find_name
from brettwerk.errors import BadOptions
from brettwerk.match import Match
from brettwerk.match.clock import parse_time_control
from brettwerk.records.saved_match import SavedMatch
from brettwerk.solving import fair_opening

# Settings that a saved game determines.
_SAVED = ("names", "sets", "board", "setup", "target", "tableau", "clock", "fair")


def start_session(
    screen: Screen, options: PlayOptions, save: Path | None, resume: Path | None
) -> int:
    """Run a session of a new or a saved game; return the exit code."""
    rng = Random(options.seed)
    save, resume = (expand_path(str(path)) if path else None for path in (save, resume))
    if save and save != resume:
        check_not_taken(save)
        save.parent.stat()  # raises now rather than when there is a game to lose
    if not resume and not options.game:
        try:
            options, resume = _from_menu(screen, options)
        except SessionLeft as left:
            screen.print_message("cli-bye")
            return left.code
    if resume:
        saved_match, whole = resume_match(resume, options)
        return run_session(
            TerminalSession(saved_match, screen, rng, save or (resume if whole else None))
        )
    saved_match = new_saved_match(options, rng)
    if saved_match.opening_plies:
        screen.print_message("known-fair-game", move=" ".join(saved_match.match.moves))
    return run_session(TerminalSession(saved_match, screen, rng, save))


def _from_menu(screen: Screen, options: PlayOptions) -> tuple[PlayOptions, Path | None]:
    """Ask for the game in the menu; a saved one is offered if there are no other options."""
    chosen = choose_game(screen, None if set(_given(options)) - {"seed"} else newest_unfinished())
    if isinstance(chosen, Path):
        return options, chosen
    options = options._replace(game=chosen)
    if options.players:
        return options, None
    players, people = definition(chosen).players, choose_people(screen, chosen)
    program = level_spec(choose_level(screen, chosen)) if people < players else None
    return options._replace(players=",".join(default_players(players, people, program))), None


def _given(options: PlayOptions) -> list[str]:
    return [
        name
        for name, value in options._asdict().items()
        if value not in (None, []) and value is not False
    ]


def resume_match(path: Path, options: PlayOptions) -> tuple[SavedMatch, bool]:
    """Return the saved match, and whether saving it there again is lossless."""
    if settled := [name for name in _given(options) if name in _SAVED]:
        raise BadOptions("cli-resume-options", options=", ".join(f"--{name}" for name in settled))
    saved_match, whole = load(path)
    game = saved_match.match.game
    if options.game and find_name(options.game) != game.name:
        raise BadOptions("cli-resume-other-game", file=path, game=game.name)
    if options.players:
        saved_match.kinds = with_my_level(parse_players(options.players, game.players), game.name)
    saved_match.kinds = tuple(map(parse_player, saved_match.kinds))
    check_styles(saved_match.kinds, game.name)
    return saved_match, whole


def new_saved_match(options: PlayOptions, rng: Random) -> SavedMatch:
    """Return a new match; what is usually random is drawn unless it was chosen."""
    rules = definition(find_name(options.game))
    chosen = parse_options(rules.name, options.sets, options.board, options.setup, rng)
    given = _with_random_options(rules, chosen, rng)
    kinds = default_players(rules.players)
    if options.players:
        kinds = with_my_level(parse_players(options.players, rules.players), rules.name)
        check_styles(kinds, rules.name)
    if set(kinds) != {HUMAN}:
        given = {**rules.engine_overrides, **given}
    game = Game(rules, given)
    opening = fair_opening(game, rng) if options.fair else ()
    match = Match.new(
        game,
        target=options.target,
        names=[name.strip() for name in options.names.split(",")] if options.names else (),
        time_control=parse_time_control(options.clock or "none"),
        next_board=options.tableau or "keep",
        seed=rng.randrange(2**31) if options.seed is None else options.seed,
        opening=opening,
    )
    return SavedMatch(match, kinds, opening_plies=len(opening))


def _with_random_options(
    game: GameDefinition, given: dict[str, object], rng: Random
) -> dict[str, object]:
    """Return the options, completed by random ones."""
    return game.random_options(rng.randrange(10**6)) | given
