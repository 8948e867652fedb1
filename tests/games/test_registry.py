"""Games are found in our folders and in other packages, and none can break the others."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import brettwerk
from brettwerk.core import registry
from brettwerk.core.registry import definition, find_name, names
from brettwerk.server.http.drawings import colour_sheet
from cli.helpers import done
from games.foreign import installed, write_metadata
from server.helpers import serving

OURS = ("abalone", "triapon", "bedraengnis", "drei", "schlacht", "katarenga")
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path) -> Iterator[Install]:
    """Install a package whose definition is this source."""

    def install(package: str, source: str) -> None:
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text("")
        (tmp_path / package / "definition.py").write_text(textwrap.dedent(source))
        write_metadata(tmp_path, package, f"{package}.definition:GAME")
        registry.reset()

    with installed(tmp_path, "foreign_"):
        yield install


def variant(name: str, aliases: tuple[str, ...] = (), order: int = 1000, more: str = "") -> str:
    """The source of a definition: Das Bedrängnis under another name."""
    return f"""
        import types
        from dataclasses import replace

        from brettwerk.games.bedraengnis.definition import Bedraengnis

        class Other(Bedraengnis):
            name = {name!r}
            aliases = {aliases!r}
            order = {order}
            {more}

        GAME = Other()
    """


def with_rules(changed: str) -> str:
    """The line of a definition with rules of which this is different."""
    rules = f"types.SimpleNamespace(**{{**vars(Bedraengnis.kernels.rules), {changed}}})"
    return f"kernels = replace(Bedraengnis.kernels, rules={rules})"


def test_our_games_are_the_folders_with_a_definition() -> None:
    assert tuple(name for name in names() if name in OURS) == OURS
    assert names() == brettwerk.NAMES
    assert "katarenga_family" not in names()
    for name in names():
        assert definition(name).name == name
        assert definition(name) is definition(name)
        assert (definition(name).folder / "definition.py").is_file()


def test_a_package_brings_a_game(install: Install) -> None:
    install("foreign_one", variant("foreign_one", ("something-else",), order=5))
    assert names()[0] == "foreign_one"
    assert find_name("Something Else") == "foreign_one"
    assert definition("foreign_one").name == "foreign_one"
    assert (definition("foreign_one").folder / "definition.py").is_file()


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("raise RuntimeError('cannot be')", "RuntimeError: cannot be"),
        ("import no_such_package", "no_such_package"),
        ("OTHER = 1", "AttributeError"),
        ("GAME = 'abalone'", "not an instance of GameDefinition"),
        (variant("No Name"), "'No Name' is not a name"),
        (variant("abalone"), "already a game called 'abalone'"),
        (variant("troika"), "already a game called 'troika'"),
        (variant("new", more="seats = ('red', 'white')"), "seat 'red' has no piece"),
        (
            variant("new", more="kernels = replace(Bedraengnis.kernels, rules=replace)"),
            "replace lacks MAX_MOVES, REASONS, gen_moves",
        ),
        (variant("new", more="seats = ('white',)"), "2 to 3 seats, not 1"),
        (variant("new", more="seats = ('white', 'black') * 2"), "2 to 3 seats, not 4"),
        (
            variant("new", more="seats = ('white', 'black', 'white'); context = lambda *_: [3]"),
            "repetition compares the pieces of two players",
        ),
        (
            variant("new", more=with_rules("'REASONS': range(14)")),
            "REASONS has 14 members; there is room for 13",
        ),
    ],
)
def test_a_broken_package_is_left_out(install: Install, source: str, fault: str) -> None:
    install("foreign_whole", variant("foreign_whole"))
    install("foreign_broken", source)
    with pytest.warns(RuntimeWarning, match="foreign_broken") as told:
        found = names()
    assert [str(one.message) for one in told if fault in str(one.message)]
    assert set(found) >= {*OURS, "foreign_whole"}
    assert "foreign_broken" not in found
    assert type(definition("abalone")).__module__ == "brettwerk.games.abalone.definition"


def test_a_package_with_unreadable_texts_is_left_out(install: Install, tmp_path: Path) -> None:
    install("foreign_texts", variant("foreign_texts"))
    messages = tmp_path / "foreign_texts" / "text" / "en" / "messages.json"
    messages.parent.mkdir(parents=True)
    messages.write_text("{'single': 'quotes'}")
    with pytest.warns(RuntimeWarning, match=r"foreign_texts.*messages\.json: Expecting"):
        assert "foreign_texts" not in names()
    assert "Abalone" in done("games")


def test_of_two_packages_with_one_name_the_second_is_left_out(install: Install) -> None:
    install("foreign_first", variant("foreign_twice"))
    install("foreign_second", variant("foreign_twice"))
    with pytest.warns(RuntimeWarning, match="foreign_second.*already a game"):
        assert names().count("foreign_twice") == 1
    assert type(definition("foreign_twice")).__module__ == "foreign_first.definition"


def test_an_alias_stays_with_the_game_that_has_it(install: Install) -> None:
    install("foreign_alias", variant("foreign_alias", ("troika", "drei")))
    assert "foreign_alias" in names()
    assert find_name("troika") == find_name("drei") == "drei"


def test_our_games_do_without_looking_through_packages() -> None:
    run("brettwerk.game('drei').start(); assert 'importlib.metadata' not in sys.modules")


def test_importing_and_listing_loads_nothing_heavy() -> None:
    run("brettwerk.NAMES; assert not {'numpy', 'numba', 'starlette'} & set(sys.modules)")


def run(code: str) -> None:
    subprocess.run([sys.executable, "-c", f"import sys, brettwerk; {code}"], check=True)


def test_environments_are_found_by_name_and_version() -> None:
    pytest.importorskip("pettingzoo")
    from brettwerk import bedraengnis_v0

    assert str(bedraengnis_v0.env()) == "bedraengnis_v0"
    with pytest.raises(ImportError):
        from brettwerk import bedraengnis_v1  # noqa: F401
    with pytest.raises(AttributeError):
        _ = brettwerk.nothing_v0


# -- what a game brings besides itself ------------------------------------------------------------
EXTRAS = """
    from starlette.responses import PlainTextResponse
    from starlette.routing import Route
    from typer import Typer

    from brettwerk.games.bedraengnis.definition import Bedraengnis

    app = Typer(name="foreign")

    @app.command()
    def greet() -> None:
        print("hello from afar")

    @app.command()
    def other() -> None:
        pass

    async def page(request):
        return PlainTextResponse("a page from afar")

    class Extras(Bedraengnis):
        name = "foreign_extras"
        aliases = ()

        def routes(self):
            return [Route("/foreign", page)]

        def commands(self):
            return app

    GAME = Extras()
"""
BROKEN = """
    from brettwerk.games.bedraengnis.definition import Bedraengnis

    class Broken(Bedraengnis):
        name = "foreign_broken"
        aliases = ()

        def routes(self):
            raise RuntimeError("no routes")

        def commands(self):
            raise RuntimeError("no commands")

    GAME = Broken()
"""


def test_a_game_brings_pages_commands_and_pieces(install: Install, tmp_path: Path) -> None:
    install("foreign_extras", EXTRAS)
    red = {"letter": "R", "light": ["#f00"] * 4, "dark": ["#a00"] * 4}
    red["flat"] = ["#aa0000", "#ffffff"]
    pieces = [red | {"name": name} for name in ("white", "black", "foreign-red")]
    (tmp_path / "foreign_extras" / "data").mkdir()
    (tmp_path / "foreign_extras" / "data" / "pieces.json").write_text(json.dumps(pieces))
    assert "hello from afar" in run_python("brettwerk.cli.main()", "foreign", "greet")
    assert "foreign" in run_python("brettwerk.cli.main()", "--help")
    colour_sheet.cache_clear()
    with serving() as client:
        assert client.get("/foreign").text == "a page from afar"
    assert ".part.seat-foreign-red{background:#aa0000;color:#ffffff}" in colour_sheet()
    colour_sheet.cache_clear()


def test_extras_that_fail_are_left_out(install: Install) -> None:
    install("foreign_broken", BROKEN)
    install("foreign_extras", EXTRAS)
    with pytest.warns(RuntimeWarning, match="foreign_broken.*no routes"):
        found = registry.collect(lambda game: list(game.routes()))
    assert sum(map(len, found)) >= 3  # the atlas, and the page from afar
    assert "hello from afar" in run_python("brettwerk.cli.main()", "foreign", "greet")


def run_python(code: str, *arguments: str) -> str:
    """What a program writes that imports the command line."""
    program = f"import brettwerk.cli; {code}"
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_only_games_with_a_solver_have_a_level_that_asks_it(name: str) -> None:
    file = definition(name).file("data/levels.json")
    settings = json.loads(file.read_text()) if file else []
    assert not any(level.get("exact") for level in settings) or definition(name).solver
