"""Writes the TypeScript types of all messages, by which the page's scripts are checked.

Run `python -m brettwerk.server.typescript` after changing a message; a test compares the file.
"""

from collections.abc import Iterator
from inspect import getdoc
from typing import get_args

from msgspec import NODEFAULT, Struct, inspect

from brettwerk.server.http import messages as http
from brettwerk.server.learn import messages as learn
from brettwerk.server.play import messages as play
from brettwerk.server.storage.model import Event, GameConfig, Seat
from brettwerk.server.study import messages as study
from brettwerk.web import TYPES

FILE = TYPES / "messages.d.ts"
UNIONS = {
    "GameMessage": play.GameMessage,
    "GameAnswer": play.GameAnswer,
    "StudySocketMessage": study.StudySocketMessage,
    "StudySocketAnswer": study.StudySocketAnswer,
}
HEAD = "// Made by `make types` from the messages in brettwerk/server; do not edit.\n"
_PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


def declarations() -> str:
    """Return the declarations of all messages."""
    unions = (
        f"export type {name} = {' | '.join(one.__name__ for one in get_args(union))};\n"
        for name, union in UNIONS.items()
    )
    return "\n".join((HEAD, *map(_interface, _structs()), *unions))


def _structs() -> Iterator[type[Struct]]:
    yield from (Seat, GameConfig, Event)
    for module in (http, play, study, learn):
        for value in vars(module).values():
            own = getattr(value, "__module__", "") == module.__name__
            if own and isinstance(value, type) and issubclass(value, Struct):
                yield value


def _interface(kind: type[Struct]) -> str:
    """Return the interface of one message."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    doc = (getdoc(kind) or "").splitlines()[0]
    lines = [f"/** {doc} */", f"export interface {kind.__name__} {{"]
    if info.tag is not None:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    lines += [_field(info, field) for field in info.fields]
    return "\n".join([*lines, "}", ""])


def _field(struct: inspect.StructType, field: inspect.Field) -> str:
    # Clients may leave out what has a default; the server only what it omits or leaves unset.
    omits = struct.forbid_unknown_fields or struct.cls.__struct_config__.omit_defaults
    unset = field.default is NODEFAULT and field.default_factory is NODEFAULT
    mark = "?" if not field.required and (omits or unset) else ""
    return f"  {field.encode_name}{mark}: {_type(field.type)};"


def _type(info: inspect.Type) -> str:
    """Return a type as TypeScript writes it."""
    plain = _PLAIN.get(type(info))
    if plain:
        return plain
    if isinstance(info, inspect.StructType):
        return info.cls.__name__
    if isinstance(info, inspect.LiteralType):
        return " | ".join(f'"{value}"' for value in info.values)
    if isinstance(info, inspect.UnionType):
        return " | ".join(map(_type, info.types))
    if isinstance(info, inspect.TupleType):
        return f"[{', '.join(map(_type, info.item_types))}]"
    if isinstance(info, inspect.DictType):
        return f"Record<string, {_type(info.value_type)}>"
    if isinstance(info, inspect.ListType | inspect.VarTupleType):
        item = _type(info.item_type)
        return f"({item})[]" if isinstance(info.item_type, inspect.UnionType) else f"{item}[]"
    raise TypeError(info)


if __name__ == "__main__":
    FILE.write_text(declarations(), encoding="utf-8")
