"""The pages of what is known: every number on them is one of the facts."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlparse

import pytest

import brettwerk
from brettwerk.boards.tableaus import Arrangement, board_text, numbered_arrangement, parse_tableaus
from brettwerk.findings import has_facts, load_facts
from brettwerk.games.drei.atlas import Atlas
from brettwerk.i18n import LANGUAGES, Language
from server.helpers import serving

KNOWN = [name for name in brettwerk.NAMES if has_facts(name)]
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
SPACE = "\N{NO-BREAK SPACE}"


class Tables(HTMLParser):
    """The cells of all tables of a page, by the id of the section they stand in."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.section, self.cell = "", False
        self.found: dict[str, list[list[str]]] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "section":
            self.section = dict(attrs).get("id") or ""
        if tag == "tr":
            self.found.setdefault(self.section, []).append([])
        if tag in ("td", "th"):
            self.cell = True
            self.found[self.section][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self.cell = False

    def handle_data(self, data: str) -> None:
        if self.cell:
            self.found[self.section][-1][-1] += data


def words(page: str) -> str:
    """What is read on a page."""
    return unescape(re.sub(r"<[^>]*>", " ", page))


def number(text: str, language: Language) -> float:
    """A number as the language writes it, or the part of one that percent are."""
    plain = text.replace(".", "").replace(",", ".") if language == "de" else text.replace(",", "")
    percent = plain.endswith("%")
    return float(plain.rstrip(f"%{SPACE} ")) / (100 if percent else 1)


def page_of(name: str, language: Language) -> str:
    with serving() as client:
        answer = client.get(f"/known/{name}", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.text


@LANGUAGE
@pytest.mark.parametrize("name", KNOWN)
def test_the_numbers_of_a_page_are_the_facts(name: str, language: Language) -> None:
    facts, page = load_facts(name), page_of(name, language)
    tables, read = Tables(page).found, words(page)
    counts = [number(row[1], language) for row in tables["size"][1:]]
    assert counts == facts.exact["sequences"]
    for sample in facts.samples:
        rows = tables[f"{sample.name}-advantage"][1:]
        for row, wins, score in zip(rows, sample.wins, sample.scores, strict=True):
            assert number(row[1], language) == wins
            assert number(row[2], language) == pytest.approx(score.value, abs=6e-4)
            low, high = row[3].split(" – ")
            assert number(low, language) == pytest.approx(score.low, abs=6e-4)
            assert number(high, language) == pytest.approx(score.high, abs=6e-4)
        lengths = tables[f"{sample.name}-length"][1:]
        assert sum(number(row[1], language) for row in lengths) == sample.games
        ends = tables[f"{sample.name}-ends"][1:]
        assert [number(row[1], language) for row in ends] == list(sample.ends.values())
        choices = tables[f"{sample.name}-choice"][1:]
        assert number(choices[0][1], language) == pytest.approx(sample.by_ply[0].mean, abs=0.06)
        assert sample.how.command in read
        mean = f"{sample.lengths.mean.value:.1f}"
        assert (mean.replace(".", ",") if language == "de" else mean) in read


@LANGUAGE
def test_bedraengnis_shows_every_first_move_and_every_chance(language: Language) -> None:
    exact, page = load_facts("bedraengnis").exact, page_of("bedraengnis", language)
    tables, read = Tables(page).found, words(page)
    wins = {"de": "gewinnt", "en": "wins"}[language]
    for tableau in exact["tableaus"]:
        rows = tables[f"tableau-{tableau['number']}"][1:]
        told = {row[0]: int(row[2]) * (1 if row[1] == wins else -1) for row in rows}
        assert told == tableau["first"]
        assert tableau["line"] in read
        board = f"brettwerk solve bedraengnis --board {tableau['number']}a0"
        assert board in read
    shown = [rows[1:] for name, rows in tables.items() if name.startswith("match-")]
    assert len(shown) == sum(len({str(t) for t in tables}) for tables in exact["chances"].values())
    for key, tables_of in exact["chances"].items():
        for at, table in enumerate(tables_of, start=1):
            if f"match-{key}-{at}" in tables:
                rows = tables[f"match-{key}-{at}"][1:]
                assert [" ".join(row[1:]) for row in rows] == table
                assert len(re.findall(rf'id="match-{key}-{at}"', page)) == 1
    assert page.count("data-chip") == 4 * 16


@LANGUAGE
def test_drei_tells_the_atlas(language: Language) -> None:
    exact, page = load_facts("drei").exact, page_of("drei", language)
    tables, read = Tables(page).found, words(page)
    total = sum(exact["moves"].values())
    rows = tables["atlas"][1:]
    assert [number(row[1], language) for row in rows] == list(exact["moves"].values())
    assert [number(row[2], language) for row in rows] == pytest.approx(
        [count / total for count in exact["moves"].values()], abs=6e-4
    )
    assert {row[0]: number(row[1], language) for row in tables["shortest"][1:]} == exact["shortest"]
    for row in tables["winning"][1:]:
        for end, cell in zip(("won", "drawn", "lost"), row[1:], strict=True):
            assert number(cell, language) == exact["by_board"][end].get(row[0], 0)
    for numbers in exact["remarkable"].values():
        assert all(f'href="/known/drei/atlas/{board}"' in page for board in numbers)
    assert ("24.576" if language == "de" else "24,576") in read


@LANGUAGE
def test_schlacht_tells_of_the_end(language: Language) -> None:
    exact, page = load_facts("schlacht").exact, page_of("schlacht", language)
    rows = Tables(page).found["battles"][1:]
    black = {"de": "Schwarz", "en": "Black"}[language]
    told = {
        str(int(row[1]) * (1 if row[0] == black else -1)): number(row[2], language) for row in rows
    }
    assert {worth: count for worth, count in told.items() if count} == exact["battles"]["points"]


@LANGUAGE
def test_the_overview_has_a_row_for_each_game(language: Language) -> None:
    with serving() as client:
        page = client.get("/known", headers={"accept-language": language}).text
    rows = Tables(page).found["overview"][1:]
    make_sample = [load_facts(name) for name in KNOWN if load_facts(name).samples]
    assert len(rows) == len(make_sample)
    for row, facts in zip(rows, make_sample, strict=True):
        sample = facts.samples[0]
        assert number(row[1], language) == pytest.approx(sample.lengths.mean.value, abs=0.06)
        assert number(row[3].split(" (")[0], language) == pytest.approx(
            sample.scores[0].value, abs=6e-4
        )
    assert all(f'href="/known/{name}"' in page for name in KNOWN)


def test_other_names_lead_to_the_page_of_the_game() -> None:
    with serving() as client:
        answer = client.get("/known/troika", follow_redirects=False)
        assert answer.headers["location"] == "/known/drei"
        assert client.get("/known/chess").status_code == 404


# -- the atlas --------------------------------------------------------------------------------
@LANGUAGE
@pytest.mark.parametrize("board", ["0", "15853", "24575", "1a0-3b2-4a1-2b3", "2b1-1a3-4b0-3a2"])
def test_a_sheet_shows_all_64_first_moves(board: str, language: Language) -> None:
    with serving() as client:
        page = client.get(f"/known/drei/atlas/{board}", headers={"accept-language": language}).text
    arrangement = numbered_arrangement(int(board)) if board.isdigit() else laid_out(board)
    moves = Atlas.load().first_moves(arrangement)
    letters = {1: "W", 0: "=", -1: "S" if language == "de" else "B"}
    table = Tables(page).found[""][1:]
    assert [row[0] for row in table] == list("87654321")
    for row in table:
        for file, cell in zip("abcdefgh", row[1:], strict=True):
            exact = moves[f"{file}{row[0]}"]
            plies = str(exact.plies + 1) if exact.value else ""
            assert cell == letters[exact.value] + plies
    chips = re.findall(r'data-chip="(\w+)" data-cell|data-chip="(\w+)"', page)
    assert len(chips) == 64
    counts = [sum(exact.value == value for exact in moves.values()) for value in (1, 0, -1)]
    assert re.search(rf"{counts[0]} \D+ 64 \D+{counts[1]}\D+{counts[2]}\D", words(page))


def test_an_engine_is_told_what_first_moves_lead_to() -> None:
    arrangement = numbered_arrangement(15853)
    with serving() as client:
        rows = board_text(arrangement.rows)
        told = client.get("/known/drei/atlas.json", params={"board": rows}).json()
        assert client.get("/known/drei/atlas.json?board=no/board").json() == {}
    moves = Atlas.load().first_moves(arrangement)
    assert told == {field: list(exact) for field, exact in moves.items()}


def laid_out(text: str) -> Arrangement:
    a, b, c, d = parse_tableaus(text.replace("-", " "))
    return Arrangement((a, b, c, d))


def test_the_forms_of_the_atlas_lead_to_boards() -> None:
    with serving() as client:

        def led(query: str) -> str:
            answer = client.get(f"/known/drei/atlas{query}", follow_redirects=False)
            assert answer.status_code == 303
            return answer.headers["location"]

        assert led("") == "/known/drei/atlas/1a0-2a0-3a0-4a0"
        assert (
            led("?number=15853")
            == f"/known/drei/atlas/{str(numbered_arrangement(15853)).replace(' ', '-')}"
        )
        places = "&".join(
            f"tableau-{at}={n}&side-{at}=b&turns-{at}={at}" for at, n in enumerate((3, 1, 4, 2))
        )
        assert led(f"?{places}") == "/known/drei/atlas/3b0-1b1-4b2-2b3"
        assert len({led("?number=random") for _ in range(8)}) > 4


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/24576", "24575"),
        ("?number=many", "24575"),
        ("?number=-1", "24575"),
        ("/1a0-1b0-2a0-3a0", "1"),
        ("/1a0-2a0", "4"),
        ("/nowhere", "nowhere"),
        ("/" + "9" * 500, ""),
    ],
)
def test_what_is_no_board_gets_a_sentence(path: str, sentence: str) -> None:
    with serving() as client:
        answer = client.get(f"/known/drei/atlas{path}")
    assert answer.status_code in (400, 404)
    assert sentence in words(answer.text)
    assert "Traceback" not in answer.text


def test_each_first_move_leads_to_its_analysis() -> None:
    with serving() as client:
        page = client.get("/known/drei/atlas/7").text
        links = re.findall(r'href="(/analysis/drei\?[^"]+)"', page)
        assert len(links) == 64
        start = brettwerk.game("drei", board="#7").start()
        texts = {parse_qs(urlparse(unescape(link)).query)["position"][0] for link in links}
        assert texts == {start.play(move).text for move in start.moves}
        assert client.get(unescape(links[20])).status_code == 200
