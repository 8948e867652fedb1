"""Jobs and what workers report about them: messages that any process or machine can read."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Generic, Literal, Self, TypeVar, Union, get_args

from msgspec import Raw, Struct, msgpack
from msgspec.json import schema_components

from brettwerk.search.report import Stop
from brettwerk.version import __version__

R = TypeVar("R")
U = TypeVar("U")
Run = Callable[["Job[Any, Any]", Stop, Callable[[Any], None]], Any]
Jobs = tuple[type["Job[Any, Any]"], ...]
encode = msgpack.Encoder().encode


class Job(Struct, Generic[R, U], frozen=True, tag=True, kw_only=True):
    """Work with a limit of seconds; `R` is the type of its result, `U` that of updates."""

    seconds: float = 60.0

    @property
    def game(self) -> str:
        """The game that a worker must know for it; empty if any worker can do it."""
        return ""

    def run(self, stop: Stop, report: Callable[[U], None]) -> R:
        """Do the work in a worker, and report updates on the way."""
        raise NotImplementedError


def job_decoder(jobs: Jobs) -> msgpack.Decoder[Job[Any, Any]]:
    """Return a decoder of jobs of these kinds."""
    union: Any = Union[jobs]  # noqa: UP007 — made at run time
    return msgpack.Decoder(union)


def job_version(jobs: Jobs) -> str:
    """Return a version that differs between programs whose jobs are incompatible."""
    types = [one for job in jobs for one in (job, *_types(job))]
    schema = encode(schema_components(types, ref_template="{name}"))
    return f"{__version__}-{sha256(schema).hexdigest()[:12]}"


class Report(Struct, frozen=True):
    """What a worker says: that it is ready, or an update, the result or the failure of its job."""

    kind: Literal["ready", "update", "done", "failed"]
    value: Raw = Raw(encode(None))

    @classmethod
    def of(cls, kind: Literal["update", "done", "failed"], value: object) -> Self:
        """Make a report."""
        return cls(kind, Raw(encode(value)))

    def result(self, job: Job[R, Any]) -> R:
        """Decode the result of a job."""
        return msgpack.decode(self.value, type=_types(type(job))[0])

    def update(self, job: Job[Any, U]) -> U:
        """Decode an update of a job."""
        return msgpack.decode(self.value, type=_types(type(job))[1])


def _types(job: type[Job[R, U]]) -> tuple[type[R], type[U]]:
    (base,) = job.__orig_bases__  # type: ignore[attr-defined]
    result, update = get_args(base)
    return result, update


decode_report = msgpack.Decoder(Report).decode
