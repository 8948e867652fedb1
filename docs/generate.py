"""Writes the pages of the site that are made from the package: rules, and schemas of messages."""

from __future__ import annotations

import json
import os
import re
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec

from brettwerk.analyst import AnalystAnswer, AnalystRequest
from brettwerk.core.registry import pages
from brettwerk.i18n import Language
from brettwerk.learn.rules import FENCE, claims, figures, rules_page
from brettwerk.referee import RefereeAnswer, RefereeRequest
from brettwerk.requests import ErrorAnswer
from brettwerk.server.http import messages as http
from brettwerk.server.play import messages as play
from brettwerk.server.study import messages as study

MADE = Path(__file__).parent / "made"
LANGUAGES: tuple[Language, ...] = ("en", "de")
SENT = {
    "The referee": (RefereeRequest, RefereeAnswer, ErrorAnswer),
    "The analyst, and engines in matches": (AnalystRequest, AnalystAnswer),
    "Over HTTP": (play.GameRequest, play.CreatedGame, play.LinkRequest, http.ErrorMessage),
    "A game, to the server": play.GameMessage,
    "A game, from the server": play.GameAnswer,
    "Analysis, to the server": study.StudySocketMessage,
    "Analysis, from the server": study.StudySocketAnswer,
}
HEAD = """# Message schemas

JSON Schema of everything that the [referee](../referee.md), the [analyst](../engines.md) and the
[server](../server.md) read and write, made from the types of their messages. All of it in one file:
{download}`schemas.json <schemas.json>`.
"""


def main() -> None:
    """Write all pages, and remove obsolete ones."""
    made = schemas()
    for language in LANGUAGES:
        for page in pages():
            made |= rules_files(page, language)
    for name, text in made.items():
        _write(MADE / name, text)
    for file in MADE.rglob("*"):
        if file.is_file() and file.relative_to(MADE).as_posix() not in made:
            file.unlink(missing_ok=True)


def _write(file: Path, text: str) -> None:
    """Write a file atomically, unless it is unchanged: another build may be reading it."""
    if file.exists() and file.read_text("utf-8") == text:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f".{file.name}.{os.getpid()}")
    new.write_text(text, encoding="utf-8")
    new.replace(file)


def rules_files(page: str, language: Language) -> dict[str, str]:
    """Return a page of rules and its examples as pictures, by their places."""
    folder, found = f"rules/{language}", dict[str, str]()
    waiting = iter(figures(page, language))

    def drawn(_: re.Match[str]) -> str:
        figure = next(waiting)
        example, picture = figure.example, f"{page}-{figure.name}.svg"
        rings = [(cell, "ring") for cell in example.ringed]
        svg = example.position.svg(marks=[*example.marked, *rings], size=280)
        found[f"{folder}/{picture}"] = svg
        caption = " ".join((f"*{figure.caption}*", *claims(figure, language)))
        return f"![{figure.title(language)}]({picture})\n\n{caption}\n"

    found[f"{folder}/{page}.md"] = FENCE.sub(drawn, rules_page(page, language))
    return found


def schemas() -> dict[str, str]:
    """Return the page of message schemas, and the schemas as one file."""
    groups = {title: _types(sent) for title, sent in SENT.items()}
    kinds = [kind for group in groups.values() for kind in group]
    _, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    whole = json.dumps({"$defs": components}, indent=1)
    lines = [HEAD]
    inner = components.keys() - {kind.__name__ for kind in kinds}
    names = {title: [kind.__name__ for kind in group] for title, group in groups.items()}
    for title, group in (names | {"Parts of messages": sorted(inner)}).items():
        lines.append(f"## {title}\n")
        for name in group:
            about = components[name].get("description", "")
            lines.append(f"### `{name}`\n\n{cleandoc(about)}\n")
            lines.append(f"```json\n{json.dumps(components[name], indent=1)}\n```\n")
    return {"schemas.json": whole, "schemas.md": "\n".join(lines)}


def _types(sent: Any) -> tuple[type[msgspec.Struct], ...]:
    """Return the types of a union of messages."""
    return sent if isinstance(sent, tuple) else sent.__args__


if __name__ == "__main__":
    main()
