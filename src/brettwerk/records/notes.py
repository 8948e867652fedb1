"""Comments in braces: words, and the time that the player has left, `{[%clk 0:09:58.3] good}`."""

from __future__ import annotations

import re

from .escapes import escaped, unescaped

_CLOCK = re.compile(r"\[%clk ([0-9]{1,6}):([0-9]{1,2}):([0-9]{1,2})(?:\.([0-9]{1,9}))?\] ?")
# A reader takes any space within a comment for one between two words: others need their code.
_LONE_SPACE = re.compile(r"\A | \Z|(?<= ) ")


def write_note(comment: str, clock: float | None) -> list[str]:
    """The parts of a comment in braces between which a line may end; none if it says nothing."""
    words = [] if clock is None else [f"[%clk {clock_text(clock)}]"]
    if comment:
        text = _LONE_SPACE.sub(r"\\u0020", escaped(comment, "}"))
        words += map(_unlike_a_tag, text.split(" "))
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    return words


def _unlike_a_tag(word: str) -> str:
    """A word that does not begin with a bracket, since it may come to begin a line."""
    return "\\" + word if word.startswith("[") else word


def read_note(raw: str) -> tuple[str, float | None]:
    """The words of a comment and the time left, from what stood between the braces."""
    text = " ".join(raw.split())
    found = _CLOCK.match(text)
    if not found:
        return unescaped(text), None
    hours, minutes, seconds, part = found.groups()
    whole = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
    return unescaped(text[found.end() :]), float(f"{whole}.{part or 0}")


def clock_text(seconds: float) -> str:
    """Hours, minutes and seconds, to the millisecond."""
    whole, part = divmod(round(seconds * 1000), 1000)
    minutes, rest = divmod(whole, 60)
    fraction = f".{part:03}".rstrip("0") if part else ""
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}{fraction}"
