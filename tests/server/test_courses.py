"""Courses over HTTP: the pages of chapters and steps, verdicts, and what devices get."""

from __future__ import annotations

import re

import pytest

import brettwerk
from brettwerk.i18n import LANGUAGES, Translator
from brettwerk.learn.course import chapters, course_steps
from brettwerk.learn.model_games import model_games
from brettwerk.learn.move_values import good_moves
from brettwerk.learn.steps import chapter_text
from server.helpers import serving


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_a_course_has_its_chapters_and_leads_to_every_step(name: str) -> None:
    with serving() as client:
        for language in LANGUAGES:
            text = client.get(f"/course/{name}", headers={"accept-language": language}).text
            for chapter in chapters(name):
                assert chapter_text(name, chapter.name, language).title in text
            for step in course_steps(name):
                assert f'href="/course/{name}/{step.name}"' in text
        step = course_steps(name)[-1]
        text = client.get(f"/course/{name}/{step.name}?lang=en").text
        assert step.text("en").say in text
        assert step.text("en").right not in text
        assert Translator("en")("course-play-out") in text
        moved = client.get(f"/lessons/{name}/{step.name}", follow_redirects=False)
        assert moved.headers["location"] == f"/course/{name}/{step.name}"


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_devices_get_the_verdicts_that_the_server_gives(name: str) -> None:
    with serving() as client:
        kept = client.get(f"/data/en/courses/{name}.json").json()
        assert list(kept) == [step.name for step in course_steps(name)]
        step = course_steps(name)[0]
        for move in step.values:
            told = client.post(f"/api/lessons/{name}/{step.name}", json={"moves": [move]}).json()
            assert told == kept[step.name]["verdicts"][move]
            assert told["right"] is (move in good_moves(step.values))


def test_what_is_not_there_gets_a_sentence() -> None:
    with serving() as client:
        assert client.get("/course/abalone/nowhere").status_code == 404
        assert "no step" in client.get("/course/abalone/nowhere?lang=en").text
        count = len(model_games("bedraengnis", "en"))
        answer = client.get(f"/course/bedraengnis/game/{count + 1}?lang=en")
        assert answer.status_code == 404
        assert f"There are {count} games here." in answer.text


def test_columns_of_a_model_game_belong_to_its_players() -> None:
    """Also when one of three is out: the moves of the others stay where they are."""
    with serving() as client:
        for number, model in enumerate(model_games("triapon", "en"), start=1):
            text = client.get(f"/course/triapon/game/{number}?lang=en").text
            columns = [int(one) for one in re.findall(r'data-column="(\d)"', text)]
            turns = [position.turn for position in model.record.positions()]
            assert columns == turns[: len(columns)]
            assert len(columns) == len(model.record.plies)


@pytest.mark.parametrize("name", [n for n in brettwerk.NAMES if model_games(n, "en")])
def test_model_games_are_shown_with_their_comments(name: str) -> None:
    with serving() as client:
        for number, model in enumerate(model_games(name, "de"), start=1):
            text = client.get(f"/course/{name}/game/{number}?lang=de").text
            assert text.count("data-ply=") == len(model.record.plies)
            assert text.count('class="remarked"') == sum(
                bool(p.comment) for p in model.record.plies
            )
