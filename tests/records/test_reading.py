"""Records as people and other programs write them, and what is said about broken ones."""

from __future__ import annotations

import pytest

import brettwerk
from brettwerk.errors import BadRecord
from brettwerk.records import Ply, Record, read_record, read_records, write_record

HEAD = '[Game "bedraengnis"]\n\n'


def plies(moves: str) -> tuple[Ply, ...]:
    """The plies of a text of moves."""
    return read_record(HEAD + moves).plies


@pytest.mark.parametrize(
    "moves",
    [
        "1. b2 c3 2. d4 *",
        "1.b2 c3 2.d4 *",
        "b2 c3 d4",
        "1. b2 1... c3 2. d4 *",
        "1 b2 c3 2 d4 *",
        "(a1) 1. b2 () c3 2. d4 (2. d4 no:move! --) *",
        "1.\tb2\r\nc3\n\n\n2.\nd4\n*\n\n",
    ],
)
def test_moves_are_parsed_among_numbers_comments_and_annotations(moves: str) -> None:
    """Numbers and white space mean nothing, nor do variations of nothing or with other words."""
    assert plies(moves) == (Ply("b2"), Ply("c3"), Ply("d4"))


def test_variations_stay_with_the_ply_they_replace() -> None:
    """Also within each other, and with comments before their first move."""
    found = plies("1. b2 {x} (1. a1 b2 (a3) (1... {why} c3 {)} ; )\n)) (d1) {y} c3 2. d4 *")
    second = Ply("b2", "", None, ((Ply("a3"),), (Ply("c3", "why ) )"),)))
    first = Ply("b2", "x y", None, ((Ply("a1"), second), (Ply("d1"),)))
    assert found == (first, Ply("c3"), Ply("d4"))


@pytest.mark.parametrize(
    ("moves", "ply"),
    [
        ("b2!?", Ply("b2", "!?")),
        ("b2 !? $3 {odd}", Ply("b2", "!? $3 odd")),
        ("b2 ; to the end } of (the line\n", Ply("b2", "to the end } of (the line")),
        ("b2;end", Ply("b2", "end")),
        ("b2 { [%clk 1:02:03.5]   two\n  words }", Ply("b2", "two words", 3723.5)),
        ("b2 {[%clk 0:00:09]} {one} {} {two}", Ply("b2", "one two", 9)),
        ("b2 {[%clk soon] [%eval 3]}", Ply("b2", "[%clk soon] [%eval 3]")),
        ("b2 {a\\}b\\\\} *", Ply("b2", "a}b\\")),
        ("b2 {C:\\dir \\u12 \\Uffffffff}", Ply("b2", "C:\\dir \\u12 \\Uffffffff")),
        ("b2 * {after the result}", Ply("b2", "after the result")),
        ("b2 {{nested}", Ply("b2", "{nested")),
        ("B2", Ply("B2")),
    ],
)
def test_comments_and_annotations_belong_to_their_ply(moves: str, ply: Ply) -> None:
    """Wherever PGN has them."""
    assert plies(moves) == (ply,)


def test_a_comment_before_the_moves_belongs_to_the_game() -> None:
    """As is the only comment of a game without moves."""
    assert read_record(HEAD + "{hello} b2 {there}").comment == "hello"
    assert read_record(HEAD + "* {nobody came}").comment == "nobody came"


def test_results_come_from_the_tag_or_from_the_moves() -> None:
    """And must not contradict each other."""
    assert read_record(HEAD + "b2 0-1").result == "0-1"
    assert read_record('[Game "bedraengnis"]\n[Result "1-0"]').result == "1-0"
    assert read_record(HEAD).result == "*"
    with pytest.raises(BadRecord, match="The tag says 1-0, but 0-1 stands after the moves"):
        read_record('[Game "bedraengnis"]\n[Result "1-0"]\n\n0-1')


def test_options_are_tags() -> None:
    """With names and values that follow from those of the options."""
    game = brettwerk.game("drei", continuation=True, continuation_limit=9, lines="any")
    text = write_record(Record.of(game))
    assert '[Continuation "true"]\n[ContinuationLimit "9"]\n[Lines "any"]' in text
    assert read_record(text).game == game


def test_a_set_up_can_be_json() -> None:
    """As programs construct it."""
    setup = '{\\"black\\": [\\"a1\\"], \\"white\\": [\\"i9\\"]}'
    record = read_record(f'[Game "abalone"]\n[Setup "{setup}"]\n\n1. a1b2 i9h8 *')
    assert record.game == brettwerk.game("abalone", setup={"black": ["a1"], "white": ["i9"]})
    record.check()


def test_aliases_and_other_orders_of_tags_are_read() -> None:
    """Chess programs write the event first."""
    record = read_record('[Event "x"]\n  [Lines "any"]\n[ Game  "Troika" ] \n[White "Ada"]\n\n*')
    assert record.game == brettwerk.game("drei", lines="any")
    assert list(record.tags.items()) == [("Event", "x"), ("White", "Ada")]
    assert record.players == ("Ada", None)


def test_a_reformatted_record_means_the_same() -> None:
    """Windows line ends, a byte order mark, comments between records."""
    text = "\ufeff; my games\r\n" + HEAD.replace("\n", "\r\n") + "1. b2 {a\r\nb} *\r\n"
    assert read_record(text).plies == (Ply("b2", "a b"),)
    assert list(read_records("{just words}\n; and more\n\n")) == []


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("b2 c3", 1, "record-no-game"),
        ('[White "Ada"]\n\nb2', 1, "record-no-game"),
        ('\n\n[Game "go"]', 1, "record-game"),
        ('[Game "abalone"]\n[Setup "no such"]', 1, "record-game"),
        ('[Game "abalone"]\n[PlyLimit "many"]', 1, "record-option"),
        ('[Game "abalone"]\n[Event "a"]\n[Event "b"]', 3, "record-tag-twice"),
        ('[Game "abalone"]\n[Event "a]\n', 2, "record-tag"),
        ('[Game "abalone"]\n[Event "a" "b"]\n', 2, "record-tag"),
        ('[Game "abalone"]\n[Event a]\n[Site "x"]\n', 2, "record-tag"),
        ('[Game "abalone"]\n[Äpfel "a"]\n', 2, "record-tag"),
        ('[Game "abalone"]\n[Result "2-0"]', 1, "record-result"),
        (HEAD + "b2\n{c3\n", 4, "record-comment-open"),
        (HEAD + "b2\n\nc3}", 5, "record-stray"),
        (HEAD + "b2 )", 3, "record-stray"),
        (HEAD + "b2 (c3", 3, "record-variation-open"),
        (HEAD + "(" * 101 + ")" * 101, 3, "record-too-deep"),
        (HEAD + "b2 0-1\nc3", 4, "record-after-result"),
        (HEAD + "b2 0-1\n1-0", 4, "record-after-result"),
        (HEAD + "b2 1-0-0", 3, "record-word"),
        (HEAD + "b2\n<c3>", 4, "record-word"),
        (HEAD + "b2 " + "c" * 100, 3, "record-word"),
        (HEAD + "b2 {[%clk 999999:00:00]}", 3, "record-clock"),
        (HEAD + "b2 {\\ud800}", 3, "record-half-character"),
        (HEAD + "b2 {" + "a" * 100_001 + "}", 3, "record-text-too-long"),
    ],
)
def test_errors_have_their_line_and_reason_in_both_languages(
    text: str, line: int, key: str
) -> None:
    """For people who look at the file, and for programs."""
    with pytest.raises(BadRecord) as caught:
        read_record(text)
    fault = caught.value
    assert fault.details["line"] == str(line)
    reason = getattr(fault, "reason", None)
    assert isinstance(reason, BadRecord)
    assert reason.key == key
    assert str(fault) == f"Line {line}: {reason}"
    assert fault.localized("de") == f"Zeile {line}: {reason.localized('de')}"
    assert reason.localized("de") != str(reason)


def test_read_record_wants_exactly_one() -> None:
    """None and two are refused."""
    with pytest.raises(BadRecord, match="there are 0"):
        read_record("")
    with pytest.raises(BadRecord, match="there are 2"):
        read_record((HEAD + "*\n") * 2)


def test_invalid_records_cannot_be_constructed() -> None:
    """Tags that the record writes itself, moves that would not be read as such, half letters."""
    game = brettwerk.game("bedraengnis")
    for tags in ({"Game": "x"}, {"Board": "x"}, {"a b": "x"}, {"": "x"}, {"A": "\ud800"}):
        with pytest.raises(BadRecord):
            Record(game, tags=tags)
    for text in ("", "b2 c3", "{b2}", "1-0", "*", "b2!", "$1", "b" * 65, "b2\n"):
        with pytest.raises(BadRecord):
            Ply(text)
    for clock in (-1, float("nan"), float("inf"), 10**5000, True):
        with pytest.raises(BadRecord):
            Ply("b2", clock=clock)
    with pytest.raises(BadRecord):
        Record(game, result="1-0-0")
    with pytest.raises(BadRecord):
        Record(game, start="a\nb")
    with pytest.raises(BadRecord):
        Record.of(game, players=("Ada", "Bo", "Cleo"))
    with pytest.raises(BadRecord):
        Record(game, tags={f"A{n}": "x" for n in range(1001)})


def test_records_cannot_be_changed() -> None:
    """Not even the tags, nor the mapping they were given as."""
    tags = {"Event": "x"}
    record = Record(brettwerk.game("bedraengnis"), tags=tags)
    tags["Event"] = "y"
    assert record.tags["Event"] == "x"
    with pytest.raises(TypeError):
        record.tags["Event"] = "y"  # type: ignore[index]
    with pytest.raises(AttributeError):
        record.result = "1-0"  # type: ignore[misc]
