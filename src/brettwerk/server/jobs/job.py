"""Jobs and what workers report about them: messages that any process or machine can read."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Generic, Literal, TypeVar, Union, get_args

from msgspec import Raw, Struct, msgpack

from brettwerk.search.report import Stop

R = TypeVar("R")
U = TypeVar("U")
Run = Callable[["Job[Any, Any]", "Stop", Callable[[Any], None]], Any]
encode = msgpack.Encoder().encode


class Job(Struct, Generic[R, U], frozen=True, tag=True, kw_only=True):
    """Work with a limit of seconds; `R` is the type of its result, `U` that of updates."""

    seconds: float = 60.0

    def run(self, stop: Stop, report: Callable[[U], None]) -> R:
        """Do the work in a worker, and report updates on the way."""
        raise NotImplementedError


def job_decoder(modules: tuple[str, ...]) -> msgpack.Decoder[Job[Any, Any]]:
    """Return a decoder of all jobs that these modules define."""
    for module in modules:
        import_module(module)
    kinds = tuple(kind for kind in Job.__subclasses__() if kind.__module__ in modules)
    union: Any = Union[kinds]  # noqa: UP007 — made at run time
    return msgpack.Decoder(union)


class Report(Struct, frozen=True):
    """What a worker says: that it is ready, or an update, the result or the failure of its job."""

    kind: Literal["ready", "update", "done", "failed"]
    value: Raw = Raw(encode(None))

    @classmethod
    def of(cls, kind: Literal["update", "done", "failed"], value: object) -> Report:
        """Make a report."""
        return cls(kind, Raw(encode(value)))

    def result(self, job: Job[R, Any]) -> R:
        """Decode the result of a job."""
        return msgpack.decode(self.value, type=_types(job)[0])

    def update(self, job: Job[Any, U]) -> U:
        """Decode an update of a job."""
        return msgpack.decode(self.value, type=_types(job)[1])


def _types(job: Job[R, U]) -> tuple[type[R], type[U]]:
    (base,) = type(job).__orig_bases__  # type: ignore[attr-defined]
    result, update = get_args(base)
    return result, update


decode_report = msgpack.Decoder(Report).decode
