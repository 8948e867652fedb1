"""The menu: which game, or a saved one to go on with, who plays, how strong the computer is."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from brettwerk.cli.choose import named
from brettwerk.cli.rules import page_name, print_page
from brettwerk.cli.table.asking import Left, ask
from brettwerk.cli.table.orders import order_of
from brettwerk.cli.table.players import LEVELS, USUAL_LEVEL
from brettwerk.errors import UnknownGame
from brettwerk.games.catalogue import NAMES, face
from brettwerk.learn.rules import as_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

    from brettwerk.cli.screen import Screen
    from brettwerk.cli.table.keeping import Kept
    from brettwerk.cli.voice import Voice


def choose_game(screen: Screen, kept: Kept | None) -> str | Path:
    """The name of a game, or the file of the saved one."""
    screen.tell("cli-menu-games", style="bold")
    screen.columns(_rows(screen.voice, kept))
    while True:
        answer = _answer(screen, "game")
        if kept and answer == "0":
            return kept.path
        try:
            return _game_of(answer)
        except UnknownGame as fault:
            if answer.isdecimal():
                screen.tell("cli-no-such-number", last=len(NAMES))
            else:
                screen.write(fault.in_words(screen.voice.language))


def _rows(voice: Voice, kept: Kept | None) -> Iterator[tuple[str, ...]]:
    if kept:
        saved = f"{_day(voice, kept.when)}; {voice('cli-menu-moves', count=kept.moves)}"
        yield "0", voice("cli-menu-go-on", game=voice.title(kept.game)), saved
    for number, name in enumerate(NAMES, start=1):
        yield str(number), voice.title(name), voice.about(name)


def _day(voice: Voice, when: datetime) -> str:
    """When a game was saved, as people say it."""
    if when.date() == date.today():
        return voice("cli-menu-today", when=when)
    if when.date() == date.today() - timedelta(days=1):
        return voice("cli-menu-yesterday", when=when)
    return voice("cli-menu-day", when=when)


def _game_of(text: str) -> str:
    """The id of a game by its number in the menu, its name, or the beginning of that."""
    return NAMES[int(text) - 1] if _in_range(text, len(NAMES)) else named(text)


def choose_people(screen: Screen, game: str) -> int:
    """How many sit at this keyboard."""
    most = face(game).players
    screen.tell("cli-menu-people", style="bold")
    people = range(1, most + 1)
    screen.columns((str(count), screen.voice(f"cli-menu-people-{count}")) for count in people)
    while True:
        answer = _answer(screen, "people", game) or "1"
        if _in_range(answer, most):
            return int(answer)
        screen.tell("cli-no-such-number", last=most)


def choose_level(screen: Screen, game: str) -> int:
    """How strong the computer shall be."""
    screen.tell("cli-menu-level", style="bold")
    while True:
        answer = _answer(screen, "level", game) or str(USUAL_LEVEL)
        if _in_range(answer, LEVELS[-1]):
            return int(answer)
        screen.tell("cli-no-such-number", last=LEVELS[-1])


def _in_range(text: str, last: int) -> bool:
    return text.isdecimal() and 1 <= int(text[:9]) <= last


# -- what can be said meanwhile -------------------------------------------------------------------
def _answer(screen: Screen, question: str, game: str = "") -> str:
    """What someone typed that is no order; `quit`, `help` and `rules` are obeyed."""
    while True:
        line = ask(screen.voice(f"cli-menu-{question}-prompt") + " ")
        order, rest = order_of(line) or (None, "")
        name = order.words[0] if order else ""
        if name == "quit":
            raise Left
        if name == "help":
            screen.tell(f"cli-menu-{question}-help")
        elif name == "rules":
            _rules(screen, rest or game)
        else:
            return line


def _rules(screen: Screen, page: str) -> None:
    language = screen.voice.language
    if not page:
        screen.tell("cli-menu-rules")
        return
    try:
        name = NAMES[int(page) - 1] if _in_range(page, len(NAMES)) else page_name(page)
    except UnknownGame as fault:
        screen.write(fault.in_words(language))
        return
    print_page(screen.console, as_text(name, language), language)
