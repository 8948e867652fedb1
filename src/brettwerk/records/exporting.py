"""Writing games in any format: ours, as text or as JSON, or another program's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .dialect import dialect_named, write_dialect
from .jsonl import write_jsonl
from .pgn import write_records
from .record import Record


def export_games(records: Iterable[Record], form: str) -> Iterator[str]:
    """Yield the texts of games as `pgn`, as `jsonl` or in the format of a dialect."""
    dialect = dialect_named(form)
    if dialect is None:
        return (write_jsonl if form == "jsonl" else write_records)(records)
    texts = (write_dialect(record, dialect) for record in records)
    return (("\n" if number else "") + text for number, text in enumerate(texts))
