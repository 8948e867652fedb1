"""Records of other programs: all notations, positions and quirks, and a report of the rest."""

from pathlib import Path

import pytest
from abalone_archive import FILES, POSITIONS, make_archive

import brettwerk
from brettwerk.cli.sources import decode_text
from brettwerk.errors import BadOptions, BadRecord, IllegalMove
from brettwerk.games.abalone.notation import read_move, write_nacre
from brettwerk.records import (
    ImportFault,
    Record,
    dialect_named,
    dialects,
    import_games,
    read_records,
    write_dialect,
    write_record,
)
from brettwerk.records.dialect import read_foreign_position
from records.quirks import OPENING, QUIRKS, Quirk

GAMES, PLIES = 54, 2700
DAISY = brettwerk.game("abalone", setup="belgian-daisy")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return make_archive(tmp_path_factory.mktemp("archive"), GAMES, PLIES)


def test_an_archive_in_all_dialects_reads_whole(archive: list[Path]) -> None:
    faults: list[ImportFault] = []
    games = [game for path in archive for game in _imported(path, faults)]
    assert faults == []
    assert len(games) == GAMES
    assert sum(len(game.plies) for game in games) == PLIES
    assert len({game.game.options["setup"] for game in games}) >= 5
    for game in games:
        game.check()


def test_each_file_of_the_archive_has_the_games_that_were_written(tmp_path: Path) -> None:
    """Whatever the dialect, the same random games come out."""
    sums = {}
    for seed in (1, 2):
        games = [g for path in make_archive(tmp_path, 18, 360, seed) for g in _imported(path, [])]
        sums[seed] = sorted(" ".join(ply.text for ply in game.plies) for game in games)
    assert sums[1] != sums[2]
    assert all(len(texts) == 18 for texts in sums.values())


def _imported(path: Path, faults: list[ImportFault]) -> list[Record]:
    text = decode_text(path.read_bytes())
    return list(import_games(text, file=path.name, skip=faults.append))


@pytest.mark.parametrize("quirk", QUIRKS, ids=lambda quirk: quirk.name)
def test_quirks_are_read_as_they_are_meant(quirk: Quirk) -> None:
    games = list(import_games(decode_text(quirk.content)))
    assert len(games) == quirk.games
    game = games[-1]
    moves = [ply.text for ply in game.plies if not ply.is_event]
    assert (game.game.options["setup"], len(moves)) == (quirk.setup, quirk.plies)
    assert tuple(moves[:4]) == OPENING[: len(moves)]
    assert game.result == quirk.result


def test_marks_of_windows_are_read() -> None:
    (windows,) = (quirk for quirk in QUIRKS if quirk.name == "windows")
    (game,) = import_games(decode_text(windows.content))
    assert game.players == ("Ann", "L’Œil")


def test_a_result_that_cannot_be_read_does_not_matter_where_the_moves_decide() -> None:
    own = (Path(__file__).parent / "six_out.pgn").read_text(encoding="utf-8")
    (record,) = read_records(own)
    dialect = dialect_named("apgn")
    assert dialect is not None
    text = write_dialect(record, dialect).replace('[Result "1-0"]', '[Result "6-2"]')
    assert [game.result for game in import_games(text)] == ["1-0"]


def test_names_keep_their_accents(archive: list[Path]) -> None:
    games = [g for path in archive if path.name == "windows.apgn" for g in _imported(path, [])]
    names = {name for game in games for name in game.players}
    assert names & {"Aglaé", "pervers pépère"}


@pytest.mark.parametrize("setup", ["standard", "belgian-daisy", "the-wall"])
def test_nacre_has_one_meaning_for_every_move(setup: str) -> None:
    position = brettwerk.game("abalone", setup=setup).start()
    for step in range(40):
        for move in position.moves:
            text = write_nacre(move)
            assert read_move(position, text) == move, text
            assert read_move(position, move.text) == move
        position = position.play(position.moves[step * 7 % len(position.moves)])


def test_nacre_names_a_broadside_by_two_cells_that_do_not_touch() -> None:
    start = brettwerk.game("abalone").start()
    assert write_nacre(start.move("c3c5d3")) == "c5d3"
    assert write_nacre(start.move("c3c5d4")) == "c3d6"
    assert read_move(start, "a1d4").text == "a1b2"
    assert read_move(start, "a1c3").text == "a1b2"  # the foremost marble itself


def test_a_row_that_is_named_too_long_is_refused() -> None:
    with pytest.raises(IllegalMove, match="longer or shorter"):
        read_move(DAISY.start(), "a1a4")


@pytest.mark.parametrize("name", ["apgn", "nacre"])
def test_what_is_written_in_a_dialect_reads_back(name: str, archive: list[Path]) -> None:
    dialect = dialect_named(name)
    assert dialect is not None
    for game in _imported(archive[2], []) + _imported(archive[6], []):
        text = write_dialect(game, dialect)
        (back,) = import_games(text)
        assert (back.game, back.result, back.start) == (game.game, game.result, game.start)
        assert [ply.text for ply in back.plies] == [ply.text for ply in game.plies]
        assert back.players == game.players


def test_the_seven_tags_of_apgn_come_first() -> None:
    dialect = dialect_named("apgn")
    assert dialect is not None
    text = write_dialect(Record.of(DAISY, ["a1b2"]), dialect)
    tags = [line.split()[0].lstrip("[") for line in text.splitlines()[:7]]
    assert tags == ["Event", "Date", "Black", "White", "Variant", "Result", "Notation"]
    assert '[Variant "belgian"]' in text


@pytest.mark.parametrize("write", POSITIONS)
@pytest.mark.parametrize("setup", ["standard", "belgian-daisy", "alliances", "centrifuge"])
def test_positions_of_other_programs_are_read(write: object, setup: str) -> None:
    start = brettwerk.game("abalone", setup=setup).start()
    assert callable(write)
    assert read_foreign_position(write(start)) == start


@pytest.mark.parametrize(
    "text",
    [
        "SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 0 0 b 0 0",
        "00-11000111-00-11---------------------------11-00-11100011-00",
        "22.11 222111 .22.11. ........ ......... ........ .11.22. 111222 11.22 1",
        "0a12b123c23g78h789i89_0a45b456c56g45h456i56",
    ],
)
def test_the_belgian_daisy_is_known_in_all_its_forms(text: str) -> None:
    assert read_foreign_position(text) == DAISY.start()


def test_marbles_that_were_lost_are_counted() -> None:
    position = read_foreign_position("1a1a2b1b2b3c2c3g7g8h7h8h9i8,0a4a5b4b5b6c5c6g4g5h4h5h6i5i6")
    assert position is not None
    taken = [tray.count for tray in position.board_view.trays]
    assert sorted(taken) == [0, 1]


@pytest.mark.parametrize("text", ["", "5/6/7", "hello", "a1a1,b1", "a1,a1", "9" * 61, "z" * 2000])
def test_other_texts_are_no_positions(text: str) -> None:
    assert read_foreign_position(text) is None


def test_the_rest_is_read_and_each_fault_has_its_place() -> None:
    text = """[Event "one"]
[Variant "belgian"]

1. a1b2 i5h5 2. a2b3 i6h6 *

[Event "two"]
[Variant "belgian"]

1. a1b2 i5h5
2. a2b3 e1e2 *

[Event "three"]
[Variant "unheard of"]

1. a1b2 *

[Event "four"]
[Variant "belgian"]
[Result "1-0"]

1. a1b2 0-1

[Event "five"]
[Variant "belgian"]

1. a1b2 i5h5 *
"""
    faults: list[ImportFault] = []
    games = list(import_games(text, file="club.apgn", skip=faults.append))
    assert [game.tags["Event"] for game in games] == ["one", "five"]
    assert [(f.game, f.line, f.ply, f.move) for f in faults] == [
        (2, 10, 4, "e1e2"),
        (3, 12, None, ""),
        (4, 17, None, ""),
    ]
    assert faults[0].sentence() == (
        "club.apgn, game 2, line 10, ply 4 (e1e2): There is no marble of yours on e1."
    )
    assert "unheard of" in faults[1].sentence("de")
    with pytest.raises(BadRecord):
        list(import_games(text))


def test_a_result_that_is_none_has_its_line() -> None:
    faults: list[ImportFault] = []
    text = '\n\n[Variant "belgian"]\n[Result "7-3"]\n\n1. a1b2 *\n'
    assert list(import_games(text, skip=faults.append)) == []
    assert faults[0].line == 1
    text = '[Variant "belgian"]\n\n1. a1b2 *\n' + text.replace("\n\n[V", "\n[V")
    assert len(list(import_games(text, skip=faults.append))) == 1
    assert (faults[1].game, faults[1].line) == (2, 5)


def test_faults_of_our_own_records_have_their_line_too() -> None:
    text = '[Game "drei"]\n\n1. d4 c3\n2. d4 *\n\n{"game": 1}'
    faults: list[ImportFault] = []
    assert list(import_games(text, file="own.pgn", skip=faults.append)) == []
    assert (faults[0].game, faults[0].line, faults[0].ply) == (1, 4, 3)


def test_faults_of_json_have_their_line() -> None:
    text = '{"game": "drei", "moves": ["d4"]}\n{"game": "drei", "moves": ["d4", "d4"]}\n'
    faults: list[ImportFault] = []
    assert len(list(import_games(text, skip=faults.append))) == 1
    assert (faults[0].game, faults[0].line, faults[0].ply) == (2, 2, 2)


def test_a_set_up_that_is_not_named_is_found_by_the_moves() -> None:
    (game,) = import_games("1. i9h8 i6h6 2. i8h7 a5b5 3. h8g7 h6g5")
    assert game.game == DAISY


def test_six_out_decides_a_game_without_a_result() -> None:
    own = (Path(__file__).parent / "six_out.pgn").read_text(encoding="utf-8")
    (record,) = read_records(own)
    dialect = dialect_named("apgn")
    assert dialect is not None
    text = write_dialect(record, dialect).replace(record.result, "*")
    (back,) = import_games(text)
    assert (back.result, back.tags["Termination"]) == (record.result, "six-out")
    wrong = write_dialect(record, dialect).replace("1-0", "0-1")
    with pytest.raises(BadRecord, match="according to the moves"):
        list(import_games(wrong))


def test_our_own_records_are_no_dialect() -> None:
    record = Record.of(DAISY, ["a1b2", "i5h5"])
    (back,) = import_games(write_record(record))
    assert back == record


def test_an_unknown_format_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOptions, match="pgn, jsonl, apgn, nacre"):
        dialect_named("pdf")


def test_a_dialect_refuses_other_games() -> None:
    with pytest.raises(BadRecord, match="drei"):
        write_dialect(Record.of(brettwerk.game("drei"), ["d4"]), dialects()[0])


def test_the_files_of_the_archive_differ() -> None:
    assert len({file.write for file in FILES}) == len(FILES) - 1
