"""Comments in braces, with the time left on the clock: `{[%clk 0:09:58.3] good}`."""

import re

from .escapes import escape, unescape

_CLOCK = re.compile(r"\[%clk ([0-9]{1,6}):([0-9]{1,2}):([0-9]{1,2})(?:\.([0-9]{1,9}))?\] ?")
# Readers collapse spaces, so any but a single space between words is escaped.
_LONE_SPACE = re.compile(r"\A | \Z|(?<= ) ")


def format_comment(comment: str, clock: float | None) -> list[str]:
    """Return the words of a comment in braces; an empty list for an empty comment."""
    words = [] if clock is None else [f"[%clk {format_clock(clock)}]"]
    if comment:
        text = _LONE_SPACE.sub(r"\\u0020", escape(comment, "}"))
        words += map(_escape_bracket, text.split(" "))
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    return words


def _escape_bracket(word: str) -> str:
    """Escape a leading bracket, which at the beginning of a line would look like a tag."""
    return "\\" + word if word.startswith("[") else word


def parse_comment(raw: str) -> tuple[str, float | None]:
    """Parse the text between braces into the comment and the seconds left."""
    text = " ".join(raw.split())
    found = _CLOCK.match(text)
    if not found:
        return unescape(text), None
    hours, minutes, seconds, part = found.groups()
    whole = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
    return unescape(text[found.end() :]), float(f"{whole}.{part or 0}")


def format_clock(seconds: float) -> str:
    """Format seconds as hours, minutes and seconds, to the millisecond."""
    whole, part = divmod(round(seconds * 1000), 1000)
    minutes, rest = divmod(whole, 60)
    fraction = f".{part:03}".rstrip("0") if part else ""
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}{fraction}"
