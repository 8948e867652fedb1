"""What devices are told of positions and games, to do with them what the server would do."""

from collections.abc import Iterator

from msgspec.json import encode

from brettwerk.core.game import Position
from brettwerk.core.registry import definition
from brettwerk.explorer.own_games import own_games
from brettwerk.records import Record
from brettwerk.records.dialect import Dialect, dialects_of
from brettwerk.server.jobs.tasks import MakeFile
from brettwerk.server.study.messages import DeviceCollection, DeviceDialect, DeviceGame


class CollectionFile(MakeFile, frozen=True):
    """The engine's own games, and how others are read."""

    game: str

    def content(self) -> bytes:
        return encode(device_collection(self.game))


def kernel_words(position: Position) -> tuple[str, ...]:
    """Return the words of a state in hexadecimal digits, as devices read them."""
    return tuple(f"{word & 2**64 - 1:x}" for word in position.state)


def device_collection(name: str) -> DeviceCollection:
    """Return what a device needs to explore games of a kind."""
    game = definition(name)
    return DeviceCollection(
        game.cell_sets,
        list(game.symmetries(game.defaults)),
        list(_device_dialects(name)),
        [_for_device(record) for record in own_games(name)],
    )


def _device_dialects(name: str) -> Iterator[DeviceDialect]:
    """Yield the scripts of a game's dialects, each once."""
    scripts: dict[str, list[Dialect]] = {}
    for dialect in dialects_of(name):
        if dialect.script:
            scripts.setdefault(dialect.script, []).append(dialect)
    for script, found in scripts.items():
        yield DeviceDialect(script, [one.name for one in found], found[0].device_facts())


def _for_device(record: Record) -> DeviceGame:
    moves = " ".join(ply.text for ply in record.plies if not ply.is_event)
    return DeviceGame(dict(record.game.chosen), record.result, moves)
