"""What README and docs show can be done: requests, answers, commands."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_group

from brettwerk.cli import app
from brettwerk.referee import Referee

ROOT = Path(__file__).parent.parent
ASKED = re.compile(
    r"^(?:\$ echo ')?(\{.*?\})(?:' \| brettwerk referee)?\n(\{\"ok\".*\})$", re.MULTILINE
)


@pytest.mark.parametrize(
    ("page", "examples"), [("docs/how-to/engine.md", 1), ("docs/referee.md", 2)]
)
def test_requests_on_the_page_get_the_answers_on_the_page(page: str, examples: int) -> None:
    found = ASKED.findall((ROOT / page).read_text(encoding="utf-8"))
    assert len(found) == examples
    for request, answer in found:
        assert json.loads(Referee().answer(request.encode())) == json.loads(answer)


PAGES = sorted(
    page
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"))
    if "made" not in page.parts
)
FENCED = re.compile(r"^```(?:sh|console)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^ *(?:\$ )?(?:\S*=\S+ )*(brettwerk(?: .*)?)$", re.MULTILINE)
FOR_A_READER = ("…", "GAME", "CONTESTANT", "PROGRAM")  # to be replaced by something


def commands(page: Path) -> list[str]:
    """The commands on a page that can be typed as they are."""
    text = re.sub(r"\\\n *", "", page.read_text("utf-8"))
    found = (line for block in FENCED.findall(text) for line in COMMAND.findall(block))
    lines = (re.split(r" +#| \||  +→", line)[0].strip() for line in found)
    return [line for line in lines if not any(word in line for word in FOR_A_READER)]


def parse(arguments: list[str]) -> None:
    """Parse a command line as the program would, without running anything."""
    group: Any = get_group(app)
    context = group.make_context("brettwerk", list(arguments))
    while context.command.__class__.__name__.endswith("Group") and context._protected_args:
        rest = [*context._protected_args, *context.args]
        name, command, rest = context.command.resolve_command(context, rest)
        context = command.make_context(name, rest, parent=context)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_on_the_page_can_be_typed(page: Path) -> None:
    for command in commands(page):
        try:
            # The file of settings is the reader's.
            parse(shlex.split(re.sub(r" --config \S+", "", command))[1:])
        except Exception as error:
            pytest.fail(f"{command}: {error}")


def test_the_pages_have_commands() -> None:
    assert sum(len(commands(page)) for page in PAGES) > 40


def test_a_command_that_cannot_be_typed_is_noticed() -> None:
    for wrong in (["perft", "abalone", "4", "--deptth", "2"], ["nonsense"], ["perft"]):
        with pytest.raises(Exception, match=r"."):
            parse(wrong)


def built_docs(folder: Path, builder: str) -> Path:
    """Build the site into a folder, with warnings as errors."""
    pytest.importorskip("sphinx", reason="pip install brettwerk[docs]")
    options = ("-q", "-W", "--keep-going", "-b", builder, "-d", folder / "trees")
    command = (sys.executable, "-m", "sphinx", *options, ROOT / "docs", folder / "site")
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return folder / "site"


def test_the_site_is_read_without_a_warning(tmp_path: Path) -> None:
    """All pages, links and docstrings, of which nothing is written."""
    built_docs(tmp_path, "dummy")


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    built_docs(tmp_path, "html")
    reference = (tmp_path / "site/reference/index.html").read_text("utf-8")
    assert all(f"brettwerk.{name}" in reference for name in ("Position", "Engine", "analyse"))
