"""What README and docs show of the referee is what it says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from brettwerk.referee import Referee

ROOT = Path(__file__).parent.parent
ASKED = re.compile(
    r"^(?:\$ echo ')?(\{.*?\})(?:' \| brettwerk referee)?\n(\{\"ok\".*\})$", re.MULTILINE
)


@pytest.mark.parametrize(("page", "examples"), [("README.md", 1), ("docs/referee.md", 2)])
def test_requests_on_the_page_get_the_answers_on_the_page(page: str, examples: int) -> None:
    found = ASKED.findall((ROOT / page).read_text(encoding="utf-8"))
    assert len(found) == examples
    for request, answer in found:
        assert json.loads(Referee().answer(request.encode())) == json.loads(answer)
