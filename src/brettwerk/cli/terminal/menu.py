"""The menu: which game, or a saved one; who plays; the level of the computer."""

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from pathlib import Path

from brettwerk.cli.choose import resolve_name
from brettwerk.cli.rules import page_name, print_page
from brettwerk.cli.screen import Screen
from brettwerk.cli.terminal.commands import parse_command
from brettwerk.cli.terminal.players import DEFAULT_LEVEL
from brettwerk.cli.terminal.prompt import SessionLeft, ask
from brettwerk.cli.terminal.saving import ResumableGame
from brettwerk.core.levels import LEVELS
from brettwerk.core.registry import definition, names
from brettwerk.errors import UnknownGame
from brettwerk.i18n import Translator
from brettwerk.learn.rules import rules_text


def choose_game(screen: Screen, resumable: ResumableGame | None) -> str | Path:
    """Ask for a game; return its name, or the file of the saved game."""
    screen.print_message("cli-menu-games", style="bold")
    screen.columns(_rows(screen.t, resumable))
    while True:
        answer = _answer(screen, "game")
        if resumable and answer == "0":
            return resumable.path
        try:
            return _parse_game(answer, resolve_name)
        except UnknownGame as fault:
            if answer.isdecimal():
                screen.print_message("cli-no-such-number", last=len(names()))
            else:
                screen.write(fault.localized(screen.t.language))


def _rows(t: Translator, resumable: ResumableGame | None) -> Iterator[tuple[str, ...]]:
    if resumable:
        saved = f"{_day(t, resumable.when)}; {t('cli-menu-moves', count=resumable.moves)}"
        yield "0", t("cli-menu-go-on", game=t.title(resumable.game)), saved
    for number, name in enumerate(names(), start=1):
        yield str(number), t.title(name), t.about(name)


def _day(t: Translator, when: datetime) -> str:
    """Return when a game was saved, in words."""
    if when.date() == date.today():
        return t("cli-menu-today", time=t.time(when))
    if when.date() == date.today() - timedelta(days=1):
        return t("cli-menu-yesterday", time=t.time(when))
    return t("cli-menu-day", date=t.date(when))


def _parse_game(text: str, find: Callable[[str], str]) -> str:
    """Return the name of a game by its number in the menu, or as `find` finds it."""
    return names()[int(text) - 1] if _in_range(text, len(names())) else find(text)


def choose_people(screen: Screen, game: str) -> int:
    """Ask for the number of people at this keyboard."""
    people = range(1, definition(game).players + 1)
    screen.print_message("cli-menu-people", style="bold")
    screen.columns((str(count), screen.t(f"cli-menu-people-{count}")) for count in people)
    return _number(screen, "people", game, people[-1], usual=1)


def choose_level(screen: Screen, game: str) -> int:
    """Ask for the level of the computer."""
    screen.print_message("cli-menu-level", style="bold")
    return _number(screen, "level", game, LEVELS[-1], usual=DEFAULT_LEVEL)


def _number(screen: Screen, question: str, game: str, last: int, usual: int) -> int:
    """Ask until the answer is a number from 1 to the last; an empty line is the usual one."""
    while not _in_range(answer := _answer(screen, question, game) or str(usual), last):
        screen.print_message("cli-no-such-number", last=last)
    return int(answer)


def _in_range(text: str, last: int) -> bool:
    return text.isdecimal() and len(text) < 9 and 1 <= int(text) <= last


# -- answers --------------------------------------------------------------------------------------
def _answer(screen: Screen, question: str, game: str = "") -> str:
    """Ask until the answer is not one of the commands `quit`, `help` and `rules`."""
    while True:
        line = ask(screen.t(f"cli-menu-{question}-prompt") + " ")
        command, rest = parse_command(line) or (None, "")
        name = command.name if command else ""
        if name == "quit":
            raise SessionLeft
        if name == "help":
            screen.print_message(f"cli-menu-{question}-help")
        elif name == "rules":
            _rules(screen, rest or game)
        else:
            return line


def _rules(screen: Screen, page: str) -> None:
    language = screen.t.language
    if not page:
        screen.print_message("cli-menu-rules")
        return
    try:
        name = _parse_game(page, page_name)
    except UnknownGame as fault:
        screen.write(fault.localized(language))
        return
    print_page(screen.console, rules_text(name, language), language)
