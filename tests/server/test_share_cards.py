"""How other sites and browsers show our addresses: titles, descriptions, pictures, icons."""

from __future__ import annotations

import re

import pytest

from server.helpers import HERE, make, serving

PNG = b"\x89PNG\r\n\x1a\n"


def property_of(page: str, name: str) -> str:
    """The content of a property of a page."""
    found = re.search(rf'<meta (?:property|name)="{name}" content="([^"]*)"', page)
    assert found, name
    return found[1]


@pytest.mark.parametrize("path", ["/", "/new/abalone", "/rules/triapon", "/learn", "game"])
def test_every_page_has_a_card_with_a_picture(path: str) -> None:
    with serving() as client:
        if path == "game":
            game = make(client, "drei", HERE, HERE, begins=0)
            path = f"/g/{game.id}"
        page = client.get(path).text
        for name in ("og:title", "og:description", "description", "theme-color"):
            assert property_of(page, name)
        assert property_of(page, "og:url") == f"http://testserver{path}"
        picture = property_of(page, "og:image")
        assert picture.startswith("http://testserver/")
        answer = client.get(picture)
        assert answer.headers["content-type"] == "image/png"
        assert answer.content.startswith(PNG)


def test_a_card_names_the_host_that_was_asked() -> None:
    with serving() as client:
        for host in ("testserver", "testserver:8017"):
            page = client.get("/learn", headers={"host": host}).text
            assert property_of(page, "og:url") == f"http://{host}/learn"


def test_the_card_of_a_game_shows_its_position() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE, begins=0)
        picture = property_of(client.get(f"/g/{game.id}").text, "og:image")
        before = client.get(picture).content
        with game.sit(0, 1) as both:
            both.act("play", "d4")
        assert client.get(picture).content != before


def test_the_icon_of_old_browsers_is_an_ico_file_with_a_picture() -> None:
    with serving() as client:
        icon = client.get("/favicon.ico")
        assert icon.headers["content-type"] == "image/x-icon"
        assert icon.content[:6] == b"\0\0\1\0\1\0"
        assert icon.content[22:].startswith(PNG)
