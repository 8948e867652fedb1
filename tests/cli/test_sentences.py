"""What the terminal says: orders have their lines of help, and seats their letters."""

from __future__ import annotations

import pytest

import brettwerk
from brettwerk.cli.screen import letter
from brettwerk.cli.terminal.commands import COMMANDS
from brettwerk.core.registry import definition
from brettwerk.i18n import LANGUAGES, Language, Translator

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


@LANGUAGE
def test_seats_have_names_and_different_letters(language: Language) -> None:
    t = Translator(language)
    for name in brettwerk.NAMES:
        seats = definition(name).seats
        assert all(t.has(f"seat-{seat}") for seat in seats)
        assert len({letter(t, seat) for seat in seats}) == len(seats)


@LANGUAGE
def test_every_command_has_its_line_of_help(language: Language) -> None:
    assert all(Translator(language).has(command.key) for command in COMMANDS)


def test_commands_are_not_moves_and_share_no_words() -> None:
    words = [word for command in COMMANDS for word in command.words]
    assert len(words) == len(set(words))
    for name in brettwerk.NAMES:
        position = brettwerk.game(name).start()
        for word in words:
            with pytest.raises(brettwerk.InvalidMove):
                position.move(word)
