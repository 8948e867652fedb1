"""Self-play games on file: positions, visit counts of the actions, and returns.

A shard is one `.npz` or `.parquet` file of whole games. A position is stored as its row of words
(see `core`), from which observations are made again: planes would be a hundred times larger. The
options of a game, such as its board, are `variants[v]`, where v is the variant in its rows.
"""

import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from brettwerk.research.extras import needs

FORMATS = ("npz", "parquet")
Variants = tuple[dict[str, Any], ...]  # sets of options


@dataclass(frozen=True, eq=False)
class Shard:
    """Some games. By position: its row, its game, the player to move, the action played.

    The actions tried in position `i` are `actions[start[i] : start[i + 1]]`, with their `visits`.
    `returns` is by game and player.
    """

    rows: NDArray[np.uint64]
    game: NDArray[np.int32]
    player: NDArray[np.int8]
    played: NDArray[np.int32]
    start: NDArray[np.int64]
    actions: NDArray[np.int32]
    visits: NDArray[np.int32]
    returns: NDArray[np.float32]
    variants: Variants

    def __len__(self) -> int:
        return len(self.rows)


_ARRAYS = [field.name for field in fields(Shard) if field.name != "variants"]


def write_shard(path: Path, shard: Shard, about: dict[str, Any]) -> None:
    """Write a shard in the format of the file's ending; the file is complete or absent."""
    about = {**about, "variants": list(shard.variants)}
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        if path.suffix == ".parquet":
            _write_parquet(file, shard, about)
        else:
            arrays: dict[str, Any] = {name: getattr(shard, name) for name in _ARRAYS}
            np.savez_compressed(file, about=np.array(json.dumps(about)), **arrays)
    part.replace(path)


def read_shard(path: Path) -> tuple[Shard, dict[str, Any]]:
    """Read a shard and its description."""
    if path.suffix == ".parquet":
        return _read_parquet(path)
    with np.load(path, allow_pickle=False) as arrays:
        about: dict[str, Any] = json.loads(str(arrays["about"]))
        return Shard(**{name: arrays[name] for name in _ARRAYS}, variants=_variants(about)), about


def _variants(about: dict[str, Any]) -> Variants:
    """Return the variants of a file; older ones have the options of one."""
    return tuple(about.get("variants") or [about["options"]])


def _write_parquet(file: BinaryIO, shard: Shard, about: dict[str, Any]) -> None:
    arrow = needs("pyarrow", "parquet")
    parquet = needs("pyarrow.parquet", "parquet")
    offsets = arrow.array(shard.start.astype(np.int32))
    width = arrow.array(np.arange(len(shard) + 1, dtype=np.int32) * shard.rows.shape[1])
    seats = arrow.array(np.arange(len(shard) + 1, dtype=np.int32) * shard.returns.shape[1])
    lists = arrow.ListArray.from_arrays
    table = arrow.table(
        {
            "row": lists(width, arrow.array(shard.rows.ravel())),
            "game": shard.game,
            "player": shard.player,
            "played": shard.played,
            "actions": lists(offsets, arrow.array(shard.actions)),
            "visits": lists(offsets, arrow.array(shard.visits)),
            "returns": lists(seats, arrow.array(shard.returns[shard.game].ravel())),
        }
    )
    parquet.write_table(table.replace_schema_metadata({"brettwerk": json.dumps(about)}), file)


def _read_parquet(path: Path) -> tuple[Shard, dict[str, Any]]:
    table = needs("pyarrow.parquet", "parquet").read_table(path)
    column = {name: table[name].combine_chunks() for name in table.column_names}
    game = column["game"].to_numpy()
    count = len(game)
    about = json.loads(table.schema.metadata[b"brettwerk"])
    returns = column["returns"].flatten().to_numpy().reshape(count, -1)
    _, firsts = np.unique(game, return_index=True)
    shard = Shard(
        column["row"].flatten().to_numpy().reshape(count, -1),
        game,
        column["player"].to_numpy(),
        column["played"].to_numpy(),
        column["actions"].offsets.to_numpy().astype(np.int64),
        column["actions"].flatten().to_numpy(),
        column["visits"].flatten().to_numpy(),
        returns[firsts],
        _variants(about),
    )
    return shard, about
