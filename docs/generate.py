"""Writes the pages of the site that are made from the package: rules, and schemas of messages."""

from __future__ import annotations

import json
import re
import shutil
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
[server](../server.md) read and write, made from the types of their messages. The whole as one file:
{download}`schemas.json <schemas.json>`.
"""


def main() -> None:
    """Write all pages anew."""
    shutil.rmtree(MADE, ignore_errors=True)
    MADE.mkdir()
    for language in LANGUAGES:
        for page in pages():
            write_rules(page, language)
    write_schemas()


def write_rules(page: str, language: Language) -> None:
    """Write a page of rules, its examples as pictures."""
    folder = MADE / "rules" / language
    folder.mkdir(parents=True, exist_ok=True)
    waiting = iter(figures(page, language))

    def drawn(_: re.Match[str]) -> str:
        figure = next(waiting)
        example, picture = figure.example, f"{page}-{figure.name}.svg"
        rings = [(cell, "ring") for cell in example.ringed]
        svg = example.position.svg(marks=[*example.marked, *rings], size=280)
        (folder / picture).write_text(svg, encoding="utf-8")
        caption = " ".join((f"*{figure.caption}*", *claims(figure, language)))
        return f"![{figure.title(language)}]({picture})\n\n{caption}\n"

    text = FENCE.sub(drawn, rules_page(page, language))
    (folder / f"{page}.md").write_text(text, encoding="utf-8")


def write_schemas() -> None:
    """Write the page of message schemas, and the schemas as one file."""
    groups = {title: _types(sent) for title, sent in SENT.items()}
    kinds = [kind for group in groups.values() for kind in group]
    _, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    (MADE / "schemas.json").write_text(json.dumps({"$defs": components}, indent=1), "utf-8")
    lines = [HEAD]
    inner = components.keys() - {kind.__name__ for kind in kinds}
    names = {title: [kind.__name__ for kind in group] for title, group in groups.items()}
    for title, group in (names | {"Parts of messages": sorted(inner)}).items():
        lines.append(f"## {title}\n")
        for name in group:
            about = components[name].get("description", "")
            lines.append(f"### `{name}`\n\n{cleandoc(about)}\n")
            lines.append(f"```json\n{json.dumps(components[name], indent=1)}\n```\n")
    (MADE / "schemas.md").write_text("\n".join(lines), encoding="utf-8")


def _types(sent: Any) -> tuple[type[msgspec.Struct], ...]:
    """Return the types of a union of messages."""
    return sent if isinstance(sent, tuple) else sent.__args__


if __name__ == "__main__":
    main()
