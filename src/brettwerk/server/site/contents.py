"""What can be shown without a server: the addresses of pages, drawings and data."""

import json
from collections.abc import Iterator
from urllib.parse import urlencode

from brettwerk.core.registry import definition, names, pages
from brettwerk.findings import has_facts
from brettwerk.i18n import SOURCE, Language
from brettwerk.learn.course import course_steps
from brettwerk.learn.lessons import steps
from brettwerk.learn.model_games import model_games
from brettwerk.puzzles.puzzle import has_puzzles

OFFLINE = "/offline"  # what is shown instead of pages that need the server


def page_addresses() -> Iterator[str]:
    """Yield the pages that a device keeps: to play, learn, solve and analyse."""
    yield from ("/", "/learn", "/puzzles", "/analysis", "/progress", OFFLINE)
    yield from play_addresses()
    for name in names():
        yield from (f"/new/{name}", f"/learn/{name}", f"/analysis/{name}")
        if steps(name):
            yield f"/lessons/{name}"
        yield from (f"/lessons/{name}/{step.name}" for step in steps(name))
        if has_puzzles(name):
            yield f"/puzzles/{name}"
        yield from _course_addresses(name)
        yield f"/practice/{name}"
    yield from (f"/rules/{page}" for page in pages())


def _course_addresses(name: str) -> Iterator[str]:
    """Yield the pages of a course: its chapters, their positions, and the model games."""
    found = course_steps(name)
    if found:
        yield f"/course/{name}"
    yield from (f"/course/{name}/{step.name}" for step in found)
    count = len(model_games(name, SOURCE)) if found else 0
    yield from (f"/course/{name}/game/{number}" for number in range(1, count + 1))


def play_addresses() -> Iterator[str]:
    """Yield the pages of games on the device, to which only scripts lead: they know which one."""
    for name in names():
        yield from (f"/play/{name}", f"/play/{name}/review")


def further_addresses() -> Iterator[str]:
    """Yield the pages that a static site has as well: what is known of the games."""
    yield "/known"
    yield from (f"/known/{name}" for name in names() if has_facts(name))
    yield from books()


def books() -> Iterator[str]:
    """Yield the pages of games that show what lies below their addresses."""
    for name in names():
        yield from definition(name).site_pages


def file_addresses() -> Iterator[str]:
    """Yield what is loaded when it is asked for: the engine's own games, files of single games."""
    yield from (f"/data/games/{name}.json" for name in names())
    for name in names():
        yield from definition(name).site_files


def drawing_addresses() -> Iterator[str]:
    """Yield the drawings that scripts ask for: boards, and set-ups to choose from."""
    for name in names():
        yield f"/board/{name}.svg"
        yield from (f"/board/{name}.svg?{turned}" for turned in ("flipped=1", "snug=1"))
        yield f"/board/{name}.svg?flipped=1&snug=1"
        for option in definition(name).option_specs:
            if option.control == "pictures":
                yield from (
                    _start(name, {option.name: choice}, theme)
                    for choice in option.choices
                    for theme in ("light", "dark")
                )


def _start(name: str, options: dict[str, object], theme: str) -> str:
    chosen = json.dumps(options, separators=(",", ":"), ensure_ascii=False)
    return f"/start/{name}.svg?{urlencode({'o': chosen, 'theme': theme})}"


def data_addresses(language: Language) -> Iterator[str]:
    """Yield the data that scripts ask for instead of the server."""
    yield from (f"/data/{language}/lessons/{name}.json" for name in names() if steps(name))
    yield from (f"/data/{language}/courses/{name}.json" for name in names() if course_steps(name))
    yield from (f"/data/{language}/puzzles/{name}.json" for name in names() if has_puzzles(name))
