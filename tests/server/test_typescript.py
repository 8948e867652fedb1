"""The page's scripts know the messages as the server sends them."""

from __future__ import annotations

import re

from brettwerk.server.typescript import FILE, declarations
from brettwerk.web import STATIC

WEB = STATIC.parent


def test_the_types_are_those_of_the_messages() -> None:
    assert FILE.read_text(encoding="utf-8") == declarations(), "run `make types`"


def test_messages_are_written_as_they_are_encoded() -> None:
    text = declarations()
    assert 'export interface Command {\n  t: "act";\n  id: string;' in text
    assert "  moment?: number | null;" in text  # a client may leave it out
    assert "  moment: number;" in text  # the server never does
    assert "  plies?: number;" in text
    assert "variations?: (string | PlyMessage)[][];" in text


def test_scripts_have_no_any() -> None:
    for script in (*STATIC.rglob("*.js"), *WEB.parent.glob("games/*/web/*.js")):
        comments = re.findall(r"/\*\*.*?\*/", script.read_text(encoding="utf-8"), re.DOTALL)
        types = [found for one in comments for found in re.findall(r"\{.*\}", one)]
        assert not [found for found in types if re.search(r"\bany\b", found)], script.name
