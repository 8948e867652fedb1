"""Records as guests use them: from files, in notebooks."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

import brettwerk

TEXT = '[Game "drei"]\n[White "Äda </script> \\"x\\""]\n\n1. d4 c3 2. resign:0 0-1\n'


def test_a_path_is_read_and_the_name_of_a_file_gets_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "g.pgn"
    file.write_text(TEXT, encoding="utf-8")
    assert [record.result for record in brettwerk.read_records(file)] == ["0-1"]
    for name in ("g.pgn", str(file), "games.JSONL", "my games.txt"):
        with pytest.raises(brettwerk.BadRecord, match="is the name of a file"):
            list(brettwerk.read_records(name))


def test_a_file_in_latin_1_is_refused_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "old.pgn"
    file.write_bytes(TEXT.encode("latin-1"))
    with pytest.raises(brettwerk.BadRecord, match="UTF-8"):
        list(brettwerk.read_records(file))


def test_a_notebook_steps_through_a_game_without_a_server() -> None:
    (record,) = brettwerk.read_records(TEXT)
    framed = re.fullmatch(
        r'<iframe srcdoc="([^"]*)" sandbox="allow-scripts"[^>]*></iframe>', record._repr_html_()
    )
    assert framed
    page = html.unescape(framed[1])
    assert page == record.html("en")
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    data = re.search(r'<script type="application/json" id="game">(.*?)</script>', page)
    assert data
    facts = json.loads(data[1])
    pictures = ["".join(facts["parts"][n] for n in frame) for frame in facts["frames"]]
    positions = list(record.positions())
    assert pictures[0] == positions[0].svg()
    assert pictures[1] == positions[1].svg(last=["d4"])
    assert len(pictures) == 4
    assert facts["status"][0] == "White to move."
    assert facts["status"][-1] == "Black wins. The other side resigned."
    assert "Einen Zug zurück" in record.html("de")
