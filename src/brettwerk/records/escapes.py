"""Escaping any text into one line.

Written are `\\\\`, `\\n`, `\\uXXXX`, `\\UXXXXXXXX` and a backslash before the closing mark; when
reading, a backslash before anything else stands for itself.
"""

import re

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\\\"}\[n]))")


def escape(text: str, mark: str) -> str:
    """Escape the closing mark, line breaks and other unprintable characters."""
    text = text.replace("\\", "\\\\").replace(mark, "\\" + mark)
    return text if text.isprintable() else "".join(map(_encode, text))


def _encode(letter: str) -> str:
    if letter.isprintable():
        return letter
    if letter == "\n":
        return "\\n"
    code = ord(letter)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def unescape(text: str) -> str:
    """Undo `escape`; keep a backslash before an unknown character."""
    return _ESCAPE.sub(_decode, text) if "\\" in text else text


def _decode(match: re.Match[str]) -> str:
    short, long, sign = match.groups()
    if sign:
        return "\n" if sign == "n" else sign
    code = int(short or long, 16)
    return chr(code) if code < 0x110000 else match[0]


def find_unescaped(text: str, mark: str, start: int) -> int:
    """Return the index of the next unescaped mark, or -1, in linear time."""
    at = text.find(mark, start)
    while at >= 0:
        before = at
        while before > start and text[before - 1] == "\\":
            before -= 1
        if (at - before) % 2 == 0:
            break
        at = text.find(mark, at + 1)
    return at
