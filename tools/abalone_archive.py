"""Make an archive of random Abalone games as many programs write them, with all their quirks.

The largest archive that is known has 2,589 games with 262,032 moves: `make_archive` makes one of
that size, the same every time for a seed.

    python tools/abalone_archive.py FOLDER --games 2589 --plies 262032
"""

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import brettwerk
from brettwerk.core.game import Game, Position
from brettwerk.games.abalone.marbles import write_rows
from brettwerk.games.abalone.notation import write_nacre

GAMES, PLIES = 2589, 262_032
SETUPS = ("standard", "german-daisy", "the-wall", "alliances", "snakes")
NAMES = ("Aglaé", "budgie", "KALVINH", "pervers pépère", "MLA (IA) - max", "Żółw", 'O\'Neil "Bo"')
BOOK_PLIES, BOOK_MOVES = 8, 4


@dataclass
class RandomGame:
    """A game: its moves in our notation and in Nacre's, and the result."""

    game: Game
    moves: list[str]
    nacre: list[str]
    result: str
    start: Position
    number: int


# -- games ----------------------------------------------------------------------------------------
def random_game(game: Game, plies: int, random: Random, number: int) -> RandomGame:
    """Play random moves; the first are drawn from a few, so that games meet again."""
    start = position = game.start()
    moves, nacre = list[str](), list[str]()
    while len(moves) < plies:
        choices = position.legal_codes[:BOOK_MOVES] if len(moves) < BOOK_PLIES else ()
        move = game.move_of(random.choice(choices or position.legal_codes))
        after = position.play_unchecked(move.code)
        if after.outcome and len(moves) + 1 < plies:
            continue  # the game must have its length: most moves do not end it
        moves.append(move.text)
        nacre.append(write_nacre(move))
        position = after
    result = position.result if position.outcome else random.choice(("*", "1-0", "0-1", "1/2-1/2"))
    return RandomGame(game, moves, nacre, result, start, number)


def lengths(games: int, plies: int, random: Random) -> list[int]:
    """Return lengths of games that have this sum."""
    mean = plies // games
    found = [max(2, min(3 * mean, round(random.gauss(mean, mean / 3)))) for _ in range(games)]
    at = 0
    while (missing := plies - sum(found)) != 0:
        step = 1 if missing > 0 else -1
        if found[at % games] + step >= 2:
            found[at % games] += step
        at += 1
    return found


# -- how programs write them ----------------------------------------------------------------------
def _tags(game: RandomGame, random: Random, notation: str, **more: str) -> list[str]:
    black, white = random.choice(NAMES), random.choice(NAMES)
    tags = {
        "Event": f"MIGS {20000 + game.number}",
        "Date": random.choice(("2016.09.19", "2017-02-30", "????.??.??")),
        "Black": black,
        "White": white,
        **more,
        "Result": game.result,
        "Notation": notation,
        "Termination": random.choice(("Au score", "Abandon", "Au temps", "Déco")),
        "Plies": str(len(game.moves)),
        "BlackElo": str(random.randrange(900, 2000)),
    }
    lines = []
    for name, value in tags.items():
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{name} "{escaped}"]')
    return lines


def _numbered(moves: list[str], random: Random, second: str = "") -> list[str]:
    """Return words with numbers before the first player's moves, some joined to the move."""
    words = []
    for at, move in enumerate(moves):
        if at % 2 == 0:
            words.append(f"{at // 2 + 1}.{random.choice(('', ' '))}{move}")
        else:
            words.append(f"{at // 2 + 1}.{second}{move}" if second else move)
    return words


def _wrapped(words: list[str], width: int = 78) -> str:
    lines, line = list[str](), ""
    for word in words:
        if len(line) + len(word) >= width:
            lines.append(line.strip())
            line = ""
        line += f" {word}"
    return "\n".join([*lines, line.strip()])


def _quirky(move: str, random: Random) -> str:
    """Write a move in capitals, with the ends of a row exchanged, or with a mark."""
    if len(move) == 6 and random.random() < 0.5:
        move = _other_end(move)
    style = random.randrange(12)
    if style == 0:
        return move.upper()
    if style == 1:
        return move + random.choice(("!", "?!", "✕"))
    return f"{move} {{good}}" if style == 2 else move


def _other_end(move: str) -> str:
    """Name the other end of a row first, and its target."""
    first, last, target = ((ord(move[at]), int(move[at + 1])) for at in (0, 2, 4))
    row, number = (last[i] + target[i] - first[i] for i in (0, 1))
    return move[2:4] + move[:2] + f"{chr(row)}{number}"


def apgn(game: RandomGame, random: Random) -> str:
    """Write a game as the archive of MiGs does."""
    variant = game.game.options["setup"].replace("belgian-daisy", "belgian").replace("-", "_")
    words = [*_numbered(game.moves, random), game.result]
    return "\n".join([*_tags(game, random, "Aba-Pro", Variant=variant), "", _wrapped(words), ""])


def quirks(game: RandomGame, random: Random) -> str:
    """Write a game with capitals, marks, comments, exchanged ends, and tags without an end."""
    moves = [_quirky(move, random) for move in game.moves]
    result = "½-½" if game.result == "1/2-1/2" else game.result
    setup = game.game.options["setup"]
    tags = [line for line in _tags(game, random, "AbaPro", Setup=setup) if "Result" not in line]
    gap = random.choice(([""], [], ["", ""]))
    words = [*_numbered(moves, random), result]
    return "\n".join([*tags, '[Event "twice"]', "[Score] 6-3", *gap, _wrapped(words), ""])


def nacre(game: RandomGame, random: Random) -> str:
    """Write a game in Nacre, with `1.-` before White's moves."""
    words = [*_numbered(game.nacre, random, "-"), game.result]
    tags = _tags(game, random, "Nacre", Variant="Marguerite Belge")
    return "\n".join([*tags, "", _wrapped(words), ""])


def bare(game: RandomGame, random: Random) -> str:
    """Write moves alone, without any tag."""
    moves = game.moves if game.number % 2 else game.nacre
    words = _numbered(moves, random) if random.random() < 0.7 else moves
    return _wrapped(words, 200) + "\n"


def history(game: RandomGame, random: Random) -> str:
    """Write a remark with date, set-up and players above the moves."""
    setup = game.game.options["setup"]
    return (
        f"# 2026-01-01 · {setup} · Nulle · Ada vs Bo\n{_wrapped(_numbered(game.moves, random))}\n"
    )


def placed(game: RandomGame, random: Random) -> str:
    """Write where the marbles stand at the beginning, in one of many forms."""
    write = POSITIONS[game.number % len(POSITIONS)]
    tags = _tags(game, random, "Aba-Pro", Variant="custom", SetUp="1", Position=write(game.start))
    return "\n".join([*tags, "", _wrapped([*_numbered(game.moves, random), game.result]), ""])


def own(game: RandomGame, random: Random) -> str:
    """Write our own record."""
    lines = ['[Game "abalone"]', f'[Setup "{game.game.options["setup"]}"]', '[Black "Ada"]']
    return "\n".join([*lines, "", _wrapped([*_numbered(game.moves, random), game.result]), ""])


def json_line(game: RandomGame, _random: Random) -> str:
    """Write our own JSON."""
    facts = {"game": "abalone", "options": dict(game.game.chosen), "moves": game.moves}
    return json.dumps({**facts, "result": game.result}) + "\n"


def _signs(start: Position, signs: str, *, from_top: bool) -> str:
    held = start.pieces
    rows = start.game.board.rows if from_top else start.game.board.rows[::-1]
    names = start.game.board.names
    marks = {"black": signs[0], "white": signs[1]}
    return " ".join(
        "".join(marks[held[names[c]]] if names[c] in held else signs[2] for c in row)
        for row in rows
    )


def _cells(start: Position, colour: str) -> str:
    return "".join(cell for cell, piece in start.pieces.items() if piece == colour)


POSITIONS: tuple[Callable[[Position], str], ...] = (
    write_rows,
    lambda start: _signs(start, "01-", from_top=False).replace(" ", ""),
    lambda start: _signs(start, "12.", from_top=True) + " 1",
    lambda start: f"0{_cells(start, 'black')},0{_cells(start, 'white')}",
    lambda start: ",".join(f"{c.upper()}{piece[0]}" for c, piece in start.pieces.items()),
)


# -- files ----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class ArchiveFile:
    """A file: its name, how games are written in it, their set-ups, encoding and line ends."""

    name: str
    write: Callable[[RandomGame, Random], str]
    setups: tuple[str, ...] = ("belgian-daisy",)
    encoding: str = "utf-8"
    newline: str = "\n"


FILES = (
    ArchiveFile("migs.apgn", apgn),
    ArchiveFile("windows.apgn", apgn, ("standard", "german-daisy"), "cp1252", "\r\n"),
    ArchiveFile("quirks.apgn", quirks, SETUPS, "utf-8-sig"),
    ArchiveFile("nacre.apgn", nacre, encoding="utf-16"),
    ArchiveFile("bare.txt", bare),
    ArchiveFile("history.txt", history, ("standard", "dutch-daisy")),
    ArchiveFile("placed.apgn", placed, ("standard", *SETUPS)),
    ArchiveFile("own.pgn", own, SETUPS),
    ArchiveFile("own.jsonl", json_line, SETUPS),
)


def make_archive(
    folder: Path, games: int = GAMES, plies: int = PLIES, seed: int = 17
) -> list[Path]:
    """Write the files of an archive, and return them; half of the games are in the first file."""
    random = Random(seed)
    kinds = {setup: brettwerk.game("abalone", setup=setup) for f in FILES for setup in f.setups}
    texts: dict[str, list[str]] = {file.name: [] for file in FILES}
    for number, length in enumerate(lengths(games, plies, random)):
        file = FILES[0] if number % 2 else FILES[number // 2 % len(FILES)]
        setup = file.setups[len(texts[file.name]) % len(file.setups)]
        game = random_game(kinds[setup], length, random, number)
        texts[file.name].append(file.write(game, random))
    return list(_written(folder, texts))


def _written(folder: Path, texts: dict[str, list[str]]) -> Iterator[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for file in FILES:
        between = "" if file.name.endswith("jsonl") else "\n"
        content = between.join(texts[file.name]).replace("\n", file.newline)
        path = folder / file.name
        path.write_bytes(content.encode(file.encoding, errors="replace"))
        yield path


def main() -> None:
    """Write an archive as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--plies", type=int, default=PLIES)
    parser.add_argument("--seed", type=int, default=17)
    wanted = parser.parse_args()
    for path in make_archive(wanted.folder, wanted.games, wanted.plies, wanted.seed):
        print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
