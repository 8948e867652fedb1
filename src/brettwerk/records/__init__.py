"""Game records, as text like PGN and as JSON.

>>> import brettwerk
>>> from brettwerk.records import Record, read_record, write_record
>>> record = Record.of(brettwerk.game("bedraengnis"), ["b2", "c3"], players=("Ada", "Bo"))
>>> print(write_record(record), end="")
[Game "bedraengnis"]
[White "Ada"]
[Black "Bo"]
[Result "*"]
<BLANKLINE>
1. b2 c3 *
>>> read_record(write_record(record)) == record
True
"""

from .dialect import Dialect, dialect_named, dialects, write_dialect
from .errors import RecordFault
from .exporting import export_games
from .importing import ImportFault, import_games
from .jsonl import from_json, read_any, read_jsonl, to_json, write_jsonl
from .pgn import read_record, read_records, write_record, write_records
from .record import Ply, Record
from .result import possible_results, result_text

__all__ = [
    "Dialect",
    "ImportFault",
    "Ply",
    "Record",
    "RecordFault",
    "dialect_named",
    "dialects",
    "export_games",
    "from_json",
    "import_games",
    "possible_results",
    "read_any",
    "read_jsonl",
    "read_record",
    "read_records",
    "result_text",
    "to_json",
    "write_dialect",
    "write_jsonl",
    "write_record",
    "write_records",
]
