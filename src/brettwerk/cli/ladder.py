"""`brettwerk ladder`: everyone against everyone, with ratings and a page."""

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from brettwerk.cli.choose import parse_options, resolve_name
from brettwerk.cli.interrupt import INTERRUPTED
from brettwerk.cli.match import GameSettings, limit_text, play_missing
from brettwerk.cli.options import Count, GameName, GameOptions, Jobs, Json, OnRay
from brettwerk.cli.output import expand_path, print_json, print_table, write_atomically
from brettwerk.cli.shared import translator
from brettwerk.core.registry import game as make_game
from brettwerk.errors import BadOptions
from brettwerk.i18n import Translator, truncate

if TYPE_CHECKING:
    from brettwerk.arena.ladder import Ladder, Standings


def ladder(
    *,
    game: GameName,
    contestants: Annotated[list[str], Argument(metavar="PLAYER")],
    out: Annotated[Path, Option(metavar="FOLDER")],
    each: Annotated[str | None, Option(metavar="NAME=VALUE,…")] = None,
    openings: Count = 20,
    settings: GameSettings,
    jobs: Jobs = 1,
    ray: OnRay = False,
    options: GameOptions,
    json: Json = False,
) -> None:
    """Let everyone play everyone, rate them, and write a page."""
    from brettwerk.arena.ladder import Ladder
    from brettwerk.arena.players import check_programs

    name = resolve_name(game)
    config = settings.config(name, contestants, options)
    folder = expand_path(str(out))
    found = Ladder(config, folder, _setups(name, options, each))
    for _, match in found.matches():
        match.make_game(0)  # a wrong option is refused before anything is played
    check_programs(config)
    (folder / "games").mkdir(parents=True, exist_ok=True)
    finished = _play(found, openings, jobs, ray)
    t, standings = translator(), found.standings()
    _write_pages(t, found, standings)
    if json:
        print_json(standings.as_json())
    else:
        _print(t, standings)
    if not finished:
        print(t("ladder-interrupted", folder=folder), file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


def _setups(game: str, options: GameOptions, each: str | None) -> dict[str, dict[str, object]]:
    """Return the options of every set-up by its name; without `--each` there is one."""
    if each is None:
        return {"": dict(parse_options(game, *options))}
    name, _, values = each.partition("=")
    if not name or not values:
        raise BadOptions("ladder-each", given=truncate(each))
    found = {
        value: dict(
            parse_options(game, *options._replace(sets=[*(options.sets or []), f"{name}={value}"]))
        )
        for value in values.split(",")
    }
    for given in found.values():  # before the first game is played
        make_game(game, **given)
    return found


def _play(ladder: "Ladder", openings: int, jobs: int, ray: bool) -> bool:
    """Play all matches; return False if interrupted."""
    from brettwerk.arena.match_file import MatchFile

    for _, config in ladder.matches():
        with closing(MatchFile(ladder.file_of(config), config)) as file:
            total = openings * len(config.seatings)
            if not play_missing(config, total, file, jobs, ray=ray):
                return False
    return True


def _write_pages(t: Translator, ladder: "Ladder", standings: "Standings") -> None:
    from brettwerk.arena.ladder_page import html_page, markdown_page, tables

    title = t("ladder-title", game=t.title(ladder.config.game))
    first, limit = standings.names[0], limit_text(t, ladder.config)
    about = t("ladder-about", count=len(standings.results), limit=limit, name=first)
    found = tables(t, standings)
    pages = {"md": markdown_page(title, about, found)}
    pages["html"] = html_page(title, about, found, t.language)
    for kind, text in pages.items():
        write_atomically(ladder.folder / f"ladder.{kind}", text.encode())


def _print(t: Translator, standings: "Standings") -> None:
    from brettwerk.arena.ladder_page import tables

    for table in tables(t, standings):
        print_table(table.title, table.head, table.rows)
