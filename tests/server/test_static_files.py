"""Scripts as they are served: without comments, with the same lines."""

from __future__ import annotations

import pytest

from brettwerk.server.http.static_files import content, served, without_comments
from brettwerk.web import static_files

KEPT = [
    'const address = "http://host";',
    "const half = a / b; // what is left",
    "/** @type {number[]} */ (found).push(1);",
    "const pattern = /\\/\\*/;",
]


@pytest.mark.parametrize("line", KEPT)
def test_code_stays_with_the_comments_beside_it(line: str) -> None:
    assert without_comments(line.encode()).decode() == line


def test_lines_that_are_comments_are_empty_and_the_others_keep_their_numbers() -> None:
    script = "// About.\n/**\n * Add **one**.\n */\nadd(1);\n  /* Why. */\n\tend();\n"
    assert without_comments(script.encode()).decode() == "\n\n\n\nadd(1);\n\n\tend();\n"


def test_every_script_loses_its_comments_only() -> None:
    for name in served():
        if name.endswith(".js") and name in static_files():
            before = static_files()[name].read_text("utf-8").splitlines()
            after = content(name).decode().splitlines()
            assert len(before) == len(after)
            for old, new in zip(before, after, strict=True):
                assert new in (old, "")
                assert new or old.strip()[:2] in ("", "//", "/*") or old.strip()[0] == "*"
