"""The types of requests and answers, from which the docs' schemas are made, are true."""

from __future__ import annotations

import json

import msgspec
import pytest

import brettwerk
from brettwerk.analyst import Analyst, AnalystAnswer, AnalystRequest
from brettwerk.referee import Referee, RefereeAnswer, RefereeRequest
from brettwerk.requests import ErrorAnswer, ProgramRequest
from search.fakes import knowing

OF_BOTH: list[dict[str, object]] = [
    {"game": "drei"},
    {"game": "drei", "options": None, "moves": None, "id": [1]},
    {"game": "drei", "options": {"lines": "straight"}, "moves": ["d4"], "id": None},
    {"position": brettwerk.game("bedraengnis").start().text},
]
OF_THE_REFEREE: list[dict[str, object]] = [*OF_BOTH, {"game": "drei", "perft": 2}]
OF_THE_ANALYST: list[dict[str, object]] = [
    *OF_BOTH,
    {"game": "drei", "limit": {"seconds": 1, "nodes": 5, "depth": 2}, "lines": 2, "threads": 1},
    {"game": "drei", "level": 10, "seed": 7, "clock": {"left": [1.5, 60], "increment": 0}},
]
REFUSED: list[dict[str, object]] = [
    {"game": 7},
    {"game": "drei", "move": ["d4"]},
    {"game": "drei", "options": [1]},
    {"game": "drei", "moves": "d4"},
    {"game": "drei", "moves": ["d4", 5]},
    {"position": 3},
]
REFUSED_BY_THE_REFEREE = [*REFUSED, {"game": "drei", "perft": 0}, {"game": "drei", "perft": "4"}]
REFUSED_BY_THE_ANALYST: list[dict[str, object]] = [
    *REFUSED,
    {"game": "drei", "perft": 3},
    {"game": "drei", "limit": 3},
    {"game": "drei", "limit": {"plies": 3}},
    {"game": "drei", "limit": {"seconds": 0}},
    {"game": "drei", "limit": {"seconds": 1e20}},
    {"game": "drei", "limit": {"nodes": 1.5}},
    {"game": "drei", "lines": 0},
    {"game": "drei", "lines": 1001},
    {"game": "drei", "threads": "2"},
    {"game": "drei", "level": 11},
    {"game": "drei", "clock": {"left": [1, "x"]}},
    {"game": "drei", "clock": {"left": [1, -1]}},
    {"game": "drei", "clock": {"right": [1, 1]}},
]


def answer(kind: type[ProgramRequest], request: dict[str, object]) -> bytes:
    line = json.dumps(request).encode()
    return (Referee() if kind is RefereeRequest else Analyst(knowing)).answer(line)


@pytest.mark.parametrize(
    ("kind", "request_"),
    [
        *((RefereeRequest, request) for request in OF_THE_REFEREE),
        *((AnalystRequest, request) for request in OF_THE_ANALYST),
    ],
)
def test_what_fits_the_types_is_answered(
    kind: type[ProgramRequest], request_: dict[str, object]
) -> None:
    if kind is AnalystRequest and not request_.keys() & {"limit", "level"}:
        request_ = {**request_, "limit": {"nodes": 500}}  # not for a second
    msgspec.convert(request_, kind)
    answered: type = RefereeAnswer if kind is RefereeRequest else AnalystAnswer
    found: object = msgspec.json.decode(answer(kind, request_), type=answered)
    assert msgspec.to_builtins(found).get("id") == request_.get("id")


@pytest.mark.parametrize(
    ("kind", "request_"),
    [
        *((RefereeRequest, request) for request in REFUSED_BY_THE_REFEREE),
        *((AnalystRequest, request) for request in REFUSED_BY_THE_ANALYST),
    ],
)
def test_what_does_not_fit_the_types_is_refused(
    kind: type[ProgramRequest], request_: dict[str, object]
) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(request_, kind)
    assert msgspec.json.decode(answer(kind, request_), type=ErrorAnswer).message
