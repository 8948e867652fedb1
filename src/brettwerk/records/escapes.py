"""Any text within one line: backslashes before what would end it, codes for what is not printed.

Written are `\\\\`, `\\n`, `\\uXXXX`, `\\UXXXXXXXX` and a backslash before the marks of the place;
read is also a backslash before anything else, which then stands for itself.
"""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\\\"}\[n]))")


def escaped(text: str, mark: str) -> str:
    """The text without line breaks or other odd characters, the mark that ends it escaped."""
    text = text.replace("\\", "\\\\").replace(mark, "\\" + mark)
    return text if text.isprintable() else "".join(map(_coded, text))


def _coded(letter: str) -> str:
    if letter.isprintable():
        return letter
    if letter == "\n":
        return "\\n"
    code = ord(letter)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def unescaped(text: str) -> str:
    """The text that was escaped; a backslash before anything unknown stays."""
    return _ESCAPE.sub(_decoded, text) if "\\" in text else text


def _decoded(match: re.Match[str]) -> str:
    short, long, sign = match.groups()
    if sign:
        return "\n" if sign == "n" else sign
    code = int(short or long, 16)
    return chr(code) if code < 0x110000 else match[0]


def closing(text: str, mark: str, start: int) -> int:
    """Where the next such mark without a backslash before it is, or -1: in linear time."""
    at = text.find(mark, start)
    while at >= 0:
        before = at
        while before > start and text[before - 1] == "\\":
            before -= 1
        if (at - before) % 2 == 0:
            break
        at = text.find(mark, at + 1)
    return at
