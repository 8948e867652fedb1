"""The benchmark report is made from the results on file, and these are of the commands it names."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(DOCS))
    monkeypatch.delitem(sys.modules, "report", raising=False)
    import report

    return report


def test_the_report_on_file_is_made_from_the_results(report: Any) -> None:
    assert (DOCS / "research" / "report.md").read_text(encoding="utf-8") == report.page()
    for name, drawn in report.pictures().items():
        assert (DOCS / "research" / name).read_text(encoding="utf-8") == drawn


@pytest.mark.parametrize("part", ["environments", "speed", "regret", "recipes"])
def test_all_commands_have_results(part: str, report: Any) -> None:
    assert [one["command"] for one in report.results(part)] == report.commands(part)


def test_what_is_missing_is_measured(
    report: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "FOLDER", tmp_path)
    asked = ["brettwerk environment bedraengnis --games 20 --json"]
    monkeypatch.setattr(report, "commands", lambda _: asked)
    report.measure("environments")
    (one,) = report.results("environments")
    assert one["found"]["games"] == 20
    kept = one["found"]["length"] = 77.0
    report.file_of("environments").write_text(f"[{report.json.dumps(one)}]", encoding="utf-8")
    report.measure("environments")  # it is there
    assert report.results("environments")[0]["found"]["length"] == kept
    assert "| bedraengnis | 2 | 77.0 ± " in "\n".join(report._environments())
