"""What saving promises: a match goes on just as it was, and no file is lost by it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import brettwerk
from brettwerk.cli.output import write_atomically
from brettwerk.cli.terminal.saving import load, save
from brettwerk.match import Match
from brettwerk.match.clock import TimeControl
from brettwerk.records import Record, read_records, write_record, write_records
from brettwerk.records.saved_match import SavedMatch, restore_match, to_records
from cli.helpers import done, refused, script
from quick import each_board

if TYPE_CHECKING:
    from pathlib import Path


# -- equality -------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", brettwerk.NAMES)
@pytest.mark.parametrize("plies", [0, 1, 7, 40])
def test_a_match_reads_back_equal(name: str, plies: int, tmp_path: Path) -> None:
    target = 30 if brettwerk.game(name).definition.scores else None
    saved_match = SavedMatch(
        script(name, seed=plies, target=target, plies=plies).match, ("human", "random")
    )
    saved_match.kinds = ("human", "random", "random")[: saved_match.match.players]
    save(saved_match, tmp_path / "game.pgn")
    assert load(tmp_path / "game.pgn") == (saved_match, True)


@each_board
def test_a_game_saved_at_any_turn_is_resumed_unchanged(name: str, tmp_path: Path) -> None:
    """Played in one go, or left and taken up again before every move: the same records."""
    kinds = ["human"] * brettwerk.game(name).players
    played = script(name, seed=1, kinds=kinds, plies=10)
    file = tmp_path / "game.pgn"
    done("play", name, "--players", ",".join(kinds), "--save", file, stdin=f"{played.lines[0]}\n")
    for line in played.lines[1:]:
        told = done("play", "--resume", file, stdin=f"{line}\n")
        assert "To go on later:" in told or played.match.outcome
    assert load(file)[0].match == played.match


def test_scores_and_colours_are_restored(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    done("play", "cornered", "--save", file, "--seed=1", stdin="b2\nresign\ny\n\nquit\n")
    before = load(file)[0].match
    assert before.scores == (0, 2)
    assert before.seats == (1, 0)
    told = done("play", "--resume", file, stdin="quit\n")
    assert "White (random player) 2" in told
    assert "Black (you) 0" in told
    assert load(file)[0].match.rounds == before.rounds


def leave(match: Match, *people: int) -> Match:
    for person in people:
        match = match.resign(person)
    return match


def test_departures_agreements_and_flags_read_back() -> None:
    triapon = Match.new(brettwerk.game("triapon"))
    left = leave(triapon.play(0, "e5"), 2).play(1, "d4").play(0, "a1")
    drawn = Match.new(brettwerk.game("abalone")).play(0, "a1b2").offer_draw(0).accept(1)
    for match in left, leave(left, 1), drawn:
        kinds = ("human",) * match.players
        assert restore_match(to_records(SavedMatch(match, kinds))).match.outcome == match.outcome
        assert restore_match(to_records(SavedMatch(match, kinds))).match.position == match.position


def test_a_loss_on_time_is_restored() -> None:
    timed = Match.new(brettwerk.game("drei"), time_control=TimeControl(60)).start_clock(0)
    fallen = timed.play(0, "d4", 1).flag(100)
    again = restore_match(to_records(SavedMatch(fallen, ("human", "human")))).match
    assert again.outcome == fallen.outcome
    assert again.departures == fallen.departures


def test_time_left_is_restored(tmp_path: Path) -> None:
    timed = Match.new(brettwerk.game("drei"), time_control=TimeControl(60)).start_clock(0)
    timed = timed.play(0, "d4", 7)
    save(SavedMatch(timed, ("human", "human"), clocks={(1, 0): 53.0}), tmp_path / "game.pgn")
    saved_match, whole = load(tmp_path / "game.pgn")
    assert whole
    assert saved_match.match.clock
    assert saved_match.match.clock.left == (53.0, 60.0)
    told = done("play", "--resume", tmp_path / "game.pgn", stdin="")
    assert "White 0:53" in told


def test_a_game_from_a_position_is_restored(tmp_path: Path) -> None:
    game = brettwerk.game("drei")
    start = game.start().play("d4")
    record = Record.of(game, [start.moves[0].text], start=start)
    (tmp_path / "game.pgn").write_text(write_record(record))
    saved_match, _ = load(tmp_path / "game.pgn")
    assert saved_match.match.position == record.final()
    assert to_records(saved_match)[0].start == start.text


# -- files ----------------------------------------------------------------------------------------
def test_the_last_of_several_games_is_resumed_and_the_file_not_changed(
    tmp_path: Path, saves: Path
) -> None:
    game = brettwerk.game("drei")
    records = [Record.of(game, [cell], tags={"Event": "Club"}) for cell in ("a1", "b2")]
    file = tmp_path / "club.pgn"
    file.write_text("".join(write_records(records)))
    before = file.read_text()
    told = done("play", "--resume", file, "--players=human,human", stdin="1\n")
    assert file.read_text() == before
    assert str(saves) in told
    (kept,) = saves.iterdir()
    assert load(kept)[0].match.moves[0] == "b2"


def test_annotations_are_never_overwritten(tmp_path: Path, saves: Path) -> None:
    file = tmp_path / "noted.pgn"
    file.write_text('[Game "drei"]\n[WhiteType "human"]\n[BlackType "human"]\n\n1. d4 {good!} *\n')
    done("play", "--resume", file, stdin="1\n")
    assert "good!" in file.read_text()
    assert len(list(saves.iterdir())) == 1


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious")
    assert "There is already a file" in refused("play", "drei", "--save", file)
    assert "There is already a file" in done("play", "drei", stdin=f"d4\nsave {file}\n")
    assert file.read_text() == "precious"


def test_save_keeps_the_game_where_it_is_told(tmp_path: Path, saves: Path) -> None:
    file = tmp_path / "game.pgn"
    told = done("play", "drei", stdin=f"d4\nsave {file}\nsave\nquit\n")
    assert told.count(f"Saved: {file}") == 3
    assert not saves.exists()
    done("play", "drei", stdin="d4\nsave\n")
    assert len(list(saves.iterdir())) == 1


def test_a_failed_save_is_reported(tmp_path: Path) -> None:
    told = done("play", "drei", stdin=f"d4\nsave {tmp_path}/no/game.pgn\nsave {tmp_path}\nquit\n")
    assert told.count("There is no folder") == 1
    assert "is a folder" in told


def test_a_file_that_cannot_be_written_any_more_costs_no_game(tmp_path: Path, saves: Path) -> None:
    folder = tmp_path / "stick"
    assert "There is no file or folder" in refused("play", "drei", "--save", folder / "game.pgn")
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "brettwerk.cli.terminal.loop.save",
            lambda *_: folder.rmdir() if folder.exists() else None,
        )
        told = done("play", "drei", "--save", folder / "game.pgn", stdin="d4\nquit\n")
    assert "could not be saved" in told
    assert len(list(saves.iterdir())) == 1


def test_a_finished_match_is_shown_as_such(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    played = script("drei", seed=5)
    done("play", "drei", "--seed=5", "--save", file, stdin=played.stdin)
    assert "already over" in done("play", "--resume", file)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no game in"),
        ("nonsense", "Game"),
        ('[Game "drei"]\n\n1. d4 d4 *\n', "d4"),
        ('[Game "drei"]\n[WhiteType "oracle"]\n\n1. d4 *\n', "There is no player “oracle”"),
        ('[Game "cornered"]\n[Target "x"]\n\n1. b2 *\n', "Target"),
        ('[Game "cornered"]\n\n1. b2 *\n\n[Game "cornered"]\n\n1. b2 *\n', "round"),
        ('[Game "drei"]\n[TimeControl "soon"]\n\n1. d4 *\n', "time control"),
    ],
)
def test_what_cannot_be_resumed_is_refused(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "x.pgn").write_text(text)
    assert sentence in refused("play", "--resume", tmp_path / "x.pgn")


def test_a_saved_game_brings_its_own_settings(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    done("play", "drei", "--save", file, stdin="d4\n")
    assert "leave out --target" in refused("play", "--resume", file, "--target", "3")
    assert "is a game of drei" in refused("play", "abalone", "--resume", file)
    done("play", "troika", "--resume", file, "--players", "random,human", stdin="quit\n")


def test_a_file_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.pgn"
    write_atomically(file, b"old")
    file.chmod(0o640)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(OSError, match="No space"):
            write_atomically(file, b"new")
    assert file.read_bytes() == b"old"
    write_atomically(file, b"newer")
    assert file.read_bytes() == b"newer"
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_links_stay_links(tmp_path: Path) -> None:
    link = tmp_path / "link.pgn"
    link.symlink_to(tmp_path / "game.pgn")
    write_atomically(link, b"here")
    assert link.is_symlink()
    assert (tmp_path / "game.pgn").read_bytes() == b"here"


def test_records_of_rounds_have_players_and_scores() -> None:
    match: Any = Match.new(brettwerk.game("bedraengnis"), names=("Ada", "Bo"), target=9)
    match = replace(match.play(0, "b2").resign(1).next_round())
    first, second = to_records(SavedMatch(match, ("human", "random")))
    assert (first.tags["White"], first.tags["WhiteType"]) == ("Ada", "human")
    assert (second.tags["White"], second.tags["WhiteType"]) == ("Bo", "random")
    assert (second.tags["Round"], second.tags["Target"]) == ("2", "9")
    assert list(read_records("".join(write_records([first, second])))) == [first, second]
