"""What a game at the terminal promises: it can be played, in words, from start to end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from rich.console import Console
from rich.text import Text

import brettwerk
from brettwerk.cli.screen import render_diagram
from brettwerk.cli.terminal.saving import load
from brettwerk.i18n import LANGUAGES, Translator
from brettwerk.notation.diagram import diagram
from brettwerk.records import read_record
from brettwerk.solving import fair_moves
from cli.helpers import done, refused, run, script

if TYPE_CHECKING:
    from pathlib import Path

    from brettwerk.i18n import Language

# Games that come to an end: name, options, target.
WHOLE: list[tuple[str, dict[str, Any], int | None]] = [
    ("abalone", {"ply_limit": 30, "repetition": 3}, None),
    ("triapon", {}, None),
    ("bedraengnis", {}, 20),
    ("drei", {"board": "#77"}, None),
    ("schlacht", {}, 9),
    ("katarenga", {}, None),
]
NAMES = [name for name, _, _ in WHOLE]


def arguments(name: str, options: dict[str, Any], target: int | None) -> list[str]:
    given = [f"--set={key}={value}" for key, value in options.items()]
    return ["play", name, *given, *([f"--target={target}"] if target else [])]


# -- a fair start ---------------------------------------------------------------------------------
def test_a_fair_start_is_announced_saved_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "fair.pgn"
    given = ("play", "drei", "--board", "#5", "--players", "human,human", "--seed=4")
    told = done(*given, "--fair", "--save", file, stdin="")
    saved_match, _ = load(file)
    (move,) = saved_match.match.moves
    assert f"Fair start: {move} was drawn at random." in told
    start = brettwerk.game("drei", board="#5").start()
    assert move in [even.text for even in fair_moves(start)]
    assert (saved_match.opening_plies, saved_match.match.to_move) == (1, 1)
    reply = saved_match.match.position.moves[0].text
    done("play", "--resume", file, stdin=f"{reply}\n")
    again, _ = load(file)
    assert (again.opening_plies, again.match.moves) == (1, (move, reply))
    assert "No fair start is known" in refused("play", "katarenga", "--fair", "--seed=4")


# -- whole games ----------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "options", "target"), WHOLE, ids=NAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_game_is_played_to_its_end(
    name: str, options: dict[str, Any], target: int | None, language: Language, tmp_path: Path
) -> None:
    played = script(name, seed=5, target=target, **options)
    assert played.match.outcome
    file = tmp_path / "game.pgn"
    told = done(
        *arguments(name, options, target),
        *("--seed", "5", "--save", file, "--lang", language),
        stdin=played.stdin,
    )
    assert Translator(language).title(name) in told
    assert load(file)[0].match == played.match


@pytest.mark.parametrize(("name", "options", "target"), WHOLE, ids=NAMES)
def test_programs_play_among_themselves(
    name: str, options: dict[str, Any], target: int | None, tmp_path: Path
) -> None:
    kinds = ["random"] * brettwerk.game(name).players
    played = script(name, seed=2, kinds=kinds, target=target, **options)
    file = tmp_path / "game.pgn"
    told = done(
        *arguments(name, options, target),
        *("--seed", "2", "--save", file, "--players", ",".join(kinds)),
    )
    assert told.count("played") + told.count("passed") >= len(played.match.moves)
    assert load(file)[0].match == played.match


@pytest.mark.parametrize(("name", "options", "target"), WHOLE, ids=NAMES)
def test_people_play_among_themselves(
    name: str, options: dict[str, Any], target: int | None, tmp_path: Path
) -> None:
    kinds = ["human"] * brettwerk.game(name).players
    played = script(name, seed=3, kinds=kinds, target=target, **options)
    file = tmp_path / "game.pgn"
    done(
        *arguments(name, options, target),
        *("--save", file, "--players", ",".join(kinds)),
        stdin=played.stdin,
    )
    assert load(file)[0].match == played.match


def test_the_end_is_shown_in_words() -> None:
    played = script("drei", seed=5)
    assert "a Drei!" in done("play", "drei", "--seed", "5", stdin=played.stdin)
    assert "eine Drei!" in done("play", "drei", "--seed", "5", "--lang=de", stdin=played.stdin)


def test_the_only_move_is_played_by_enter() -> None:
    kinds = ["human", "human"]
    played = script("schlacht", seed=3, kinds=kinds, target=1)
    lines = ["" if line == "pass" else line for line in played.lines]
    assert "" in lines
    told = done(
        "play", "schlacht", "--players=human,human", "--target=1", stdin="\n".join(lines) + "\n"
    )
    assert "There is only one move: pass." in told
    assert "wins the match." in told


# -- the menu -------------------------------------------------------------------------------------
def test_without_a_game_there_is_a_menu() -> None:
    told = done("play", stdin="chess\n9\n4\n7\n2\nd4\n")
    assert "There is no game “chess”" in told
    assert "Choose a number from 1 to 2." in told
    assert "Black to move: B" in told


def test_without_a_game_there_is_the_same_menu() -> None:
    assert "Which game would you like to play?" in done("play", stdin="cornered\n\n\nb2\nquit\n")


def test_the_menu_can_be_left() -> None:
    assert "Bye!" in done("play")
    assert "Tschüss!" in done("play", "--lang", "de", stdin="2\n")


# -- what can be said -----------------------------------------------------------------------------
def test_malformed_input_is_answered_with_a_hint() -> None:
    told = done(
        "play", "abalone", stdin="hello\na1a1a1a1\na1c3\n\x00\n🙂\n99\nmoves zz\nsvg\n" + "x" * 9999
    )
    assert "“hello” is not a move. Write a marble and its target" in told
    assert "c3 is too far from a1" in told
    assert "Choose a number from 1 to 44." in told
    assert "no such moves (“zz”)" in told
    assert "Say which file" in told
    assert len(told) < 20_000 + 9999


def test_help_comes_in_the_players_language() -> None:
    assert "take your last move back" in done("play", "drei", stdin="?\n")
    assert "deinen letzten Zug zurücknehmen" in done("play", "drei", "--lang=de", stdin="hilfe\n")


def test_moves_are_listed_by_number_cell_and_kind() -> None:
    told = done("play", "abalone", stdin="moves\nmoves c3\nmoves to\nmoves takes\n2\n")
    assert "44 c5d6" in told
    assert "There are no such moves (“takes”) now." in told
    assert "White (random player) played" in told


def test_undo_goes_back_to_the_persons_turn(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    told = done("play", "triapon", "--save", file, stdin="undo\ne5\nundo\na1\nzurück\nd4\n")
    assert "There is no move of yours to take back." in told
    assert told.count("3 moves taken back.") == 2
    match = load(file)[0].match
    assert match.moves[0] == "d4"
    assert len(match.moves) == 3


def test_undo_between_people_takes_back_one_move(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    lines = "b2\nundo\nc3\nundo\nb2\nc3\nundo\n"
    done("play", "drei", "--players=human,human", "--save", file, stdin=lines)
    assert load(file)[0].match.moves == ("b2",)


def test_the_board_turns_and_is_shown_again() -> None:
    told = done("play", "drei", stdin="flip\nboard\nposition\n")
    assert told.count("h  g  f  e  d  c  b  a") == 2
    assert brettwerk.game("drei").start().text in told


def test_rules_are_shown_at_the_table() -> None:
    assert "Die Drei (Troika)" in done("play", "drei", stdin="rules\n")


def test_a_picture_is_made_but_never_over_another_file(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    told = done("play", "drei", stdin=f"svg {file}\nsvg {file}\nsvg {tmp_path}/no/x.svg\n")
    assert file.read_text().startswith("<svg")
    assert f"There is already a file “{file}”" in told
    assert f"There is no folder “{tmp_path}/no”" in told


def test_resigning_is_confirmed_and_scores() -> None:
    told = done("play", "bedraengnis", stdin="resign\nb2\nresign\nhm\nn\nresign\ny\n\nquit\n")
    assert "You can resign once" in told
    assert "Black (random player) scores 2 points for this round. Do you really" in told
    assert "Black (random player) wins the round with 2 points." in told
    assert "The other side resigned." in told
    assert "Round 2" in told
    assert "White (random player) 2" in told


def test_resigning_a_round_that_loses_the_match_is_warned_of() -> None:
    told = done("play", "schlacht", "--players=human,human", stdin="resign\nn\n")
    warning = "White scores 8 points for this round and wins the whole match with them."
    assert f"{warning} Do you really want to resign?" in told


def test_people_agree_on_a_draw_or_do_not() -> None:
    told = done("play", "abalone", "--players=human,human", stdin="draw\nn\ndraw\na1b2\ndraw\ny\n")
    assert "White would rather play on." in told
    assert "You have just offered a draw" in told
    assert "A draw.\nThe players agreed on a draw." in told


def test_programs_answer_offers() -> None:
    told = done("play", "abalone", "--seed=1", stdin="draw\na1b2\n" * 9)
    assert "A draw." in told


def test_computers_with_levels_play_on_for_long() -> None:
    told = done("play", "drei", "--players=human,level:1", stdin="draw\nquit\n")
    assert "Black (computer, level 1) would rather play on." in told


def test_the_others_play_on_when_a_player_resigns() -> None:
    told = done("play", "triapon", "--seed=4", stdin="e5\nresign\ny\n")
    assert "wins." in told
    assert "Only one player is left" in told or "Fifteen rounds" in told


def test_the_continuation_is_offered_after_a_draw(tmp_path: Path) -> None:
    board = "/".join(["g" * 8] * 8)
    moves = "e2 g3 f5 h6 g8 e7 c6 a7 c8 b6 d5 e3 g2 f4 e6 d4"
    lines = "\n".join(moves.split()) + "\n"
    given = ("play", "drei", "--board", board, "--players=human,human")
    assert "All sixteen pieces are placed" in done(*given, stdin=lines + "n\n")
    file = tmp_path / "game.pgn"
    done(*given, "--save", file, stdin=lines + "y\n1\n")
    match = load(file)[0].match
    assert len(match.moves) == 17
    assert match.game.options["continuation"] is True


def test_another_game_can_be_played() -> None:
    played = script("drei", seed=5)
    told = done("play", "drei", "--seed=5", stdin=played.stdin + "y\nd4\nquit\n")
    assert told.count("Type ? for help, or quit") == 2


# -- computers that think -------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["bedraengnis", "drei"])
def test_levels_play_a_game_to_its_end_and_for_a_seed_the_same_again(
    name: str, tmp_path: Path
) -> None:
    files = [tmp_path / "a.pgn", tmp_path / "b.pgn"]
    given = ("play", name, "--players=level:1,level:2", "--seed=4")
    for file in files:
        told = done(*given, *(["--target=1"] if name == "bedraengnis" else []), "--save", file)
        assert "White (computer, level 1) played" in told
    first, second = (load(file)[0] for file in files)
    assert first.match.outcome
    assert first.match == second.match
    assert first.kinds == ("level:1", "level:2")


def test_the_opponent_has_the_default_level_unless_another_is_named(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    assert "Black (computer, level 3) played" in done("play", "drei", "--save", file, stdin="d4\n")
    assert load(file)[0].kinds == ("human", "level:3")
    told = done("play", "--resume", file, "--players=human,Computer", stdin="quit\n")
    assert "Black (computer, level 3)" in told


def test_a_level_as_written_by_the_page_is_understood(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text('[Game "drei"]\n[WhiteType "human"]\n[BlackType "computer 2"]\n\n1. d4 *\n')
    told = done("play", "--resume", file, stdin="quit\n")
    assert "Black (computer, level 2) played" in told


# -- players, names, clocks, options --------------------------------------------------------------
def test_a_named_opponent_plays_at_a_level_and_is_introduced(tmp_path: Path) -> None:
    file = tmp_path / "g.pgn"
    told = done("play", "abalone", "--players=human,attacking:2", "--save", file, stdin="a1b2\n")
    assert "Rosa the fox, level 2" in told
    saved_match, _ = load(file)
    assert saved_match.kinds == ("human", "attacking:2")
    assert len(saved_match.match.moves) == 2
    assert "in the style solid" in refused("play", "triapon", "--players=human,solid:2,solid:2")


def test_the_level_mine_follows_the_results_at_the_keyboard(saves: Path) -> None:
    results = saves.parent / "results.json"
    told = done("play", "drei", "--players=human,mine", stdin="resign\ny\n")
    assert "computer, level 4" in told
    assert json.loads(results.read_text())["drei"] == [[4, 0.0]]
    assert "computer, level 2" in done("play", "drei", "--players=human,mine", stdin="")
    results.write_text('{"drei": 3}')
    assert "computer, level 4" in done("play", "drei", "--players=human,mine", stdin="")


def test_the_table_says_who_wins_if_that_is_certain() -> None:
    told = done("play", "bedraengnis", "--players=human,level:10", stdin="certain\n")
    assert "Certain: White wins" in told
    told = done("play", "abalone", "--players=human,level:10", stdin="certain\n")
    assert "I am not certain yet." in told


def test_names_are_shown() -> None:
    told = done("play", "drei", "--players=human,human", "--names=Ada,Bo", stdin="d4\n")
    assert "White (Ada) played d4." in told
    assert "Black (Bo) to move: B" in told


def test_a_program_may_have_any_name() -> None:
    told = done("play", "drei", "--names=Ada,[/b]", stdin="d4\nquit\n")
    assert "Black ([/b]) played" in told


def test_a_clock_is_shown_and_can_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(0, 10_000, 20))
    monkeypatch.setattr("brettwerk.cli.terminal.session.monotonic", lambda: float(next(times)))
    told = done("play", "drei", "--clock=1", "--players=human,human", stdin="d4\nd5\nd6\n")
    assert "Time left: White 1:00" in told or "Time left: White 0:" in told
    assert "ran out of time" in told


def test_against_programs_repetition_ends_abalone(tmp_path: Path) -> None:
    for kinds, repetition in ("human,random", 3), ("human,human", 0):
        file = tmp_path / f"{repetition}.pgn"
        done("play", "abalone", "--players", kinds, "--save", file, stdin="a1b2\n")
        assert load(file)[0].match.game.options["repetition"] == repetition


def test_a_new_tableau_each_round(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    lines = "b2\nresign\ny\n\nquit\n"
    done("play", "cornered", "--tableau=new", "--seed=1", "--save", file, stdin=lines)
    match = load(file)[0].match
    assert match.round == 2
    assert match.game != match.rounds[0].game


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["chess"], "There is no game “chess”"),
        (["drei", "--players", "human"], "You named 1 player;"),
        (["drei", "--players", "human,god"], "There is no player “god”"),
        (["drei", "--players", "human,level:11"], "human, level:1 … level:10, attacking:3, solid"),
        (["drei", "--names", "Ada"], "There is 1 name for 2 players."),
        (["drei", "--target", "9"], "score no points"),
        (["cornered", "--target", "0"], "whole number from 1"),
        (["drei", "--clock", "soon"], "is not a time control"),
        (["drei", "--tableau", "new"], "not played on a single tableau"),
        (["--resume", "nosuch.pgn"], "There is no file or folder “nosuch.pgn”"),
    ],
)
def test_wrong_settings_are_refused_in_one_sentence(given: list[str], sentence: str) -> None:
    assert sentence in refused("play", *given)


def test_output_without_a_terminal_has_no_colours() -> None:
    assert "\x1b" not in run("play", "katarenga", stdin="?\nmoves\n").stdout


def test_colours_never_carry_meaning_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    board_view = brettwerk.game("drei").start().play("d4").board_view
    plain = render_diagram(board_view, Translator("en")).plain
    assert plain == diagram(board_view)
    monkeypatch.setenv("NO_COLOR", "1")
    console = Console(force_terminal=True)
    with console.capture() as shown:
        console.print(render_diagram(board_view, Translator("en")))
    assert "[Wy]" in Text.from_ansi(shown.get()).plain
    assert "38;" not in shown.get()
    assert "48;" not in shown.get()


def test_translated_diagrams_keep_their_shape() -> None:
    board_view = brettwerk.game("katarenga").start().board_view
    english, german = (
        render_diagram(board_view, Translator(lang)).plain.split("\n") for lang in LANGUAGES
    )
    assert "links" in "".join(english) or "links" in "".join(german)
    assert [line.index("(") for line in english if "(" in line] == [
        line.index("(") for line in german if "(" in line
    ]


def test_the_board_is_random_unless_one_is_named(tmp_path: Path) -> None:
    def board(number: int, *given: str) -> str:
        file = tmp_path / f"{number}.pgn"
        done("play", "katarenga", "--save", file, *given, stdin="quit\n")
        record = read_record(file.read_text(encoding="utf-8"))
        return str(record.game.options["board"])

    first, again = board(1, "--seed=1"), board(2, "--seed=1")
    assert first == again
    assert len({first, board(3, "--seed=2"), board(4, "--seed=3")}) == 3
    chosen = brettwerk.game("katarenga", board="#5").options["board"]
    assert board(5, "--seed=1", "--board=#5") == chosen
