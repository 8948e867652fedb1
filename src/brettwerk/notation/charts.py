"""SVG charts: bars with error bars, columns, curves, heat maps.

The page's style sheet colours them by class, so that one picture serves light and dark. Every
chart is one named image; its numbers are in a table beside it.
"""

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import NamedTuple
from xml.sax.saxutils import escape

from brettwerk.notation.svg_parts import element, format_number

# Narrow, so that text stays readable on a phone, where a chart fills the width.
WIDTH = 360.0
_ROW, _LABEL, _FIGURE = 34.0, 104.0, 50.0
_LETTER = 7.5  # of a label, where its font is largest: on phones
_MANY, _LOW_ROW = 10, 20.0  # of more bars than this each is lower, so that all are seen at once
_LEFT, _RIGHT, _TOP, _BOTTOM = 56.0, 16.0, 12.0, 40.0
_PLOT = 150.0
_TICKS = 5
_STEPS = (1, 2, 5, 10)
_BAR = {"class": "chart-bar"}
# An error bar has a halo that sets it off from the bar below.
_ERROR = ("chart-error-halo", "chart-error")


class Bar(NamedTuple):
    """A value with its label and its text.

    `low` and `high` are its error bar, `reference` is a mark to compare it with.
    """

    label: str
    value: float
    text: str
    low: float | None = None
    high: float | None = None
    reference: float | None = None


class CurvePoint(NamedTuple):
    """A point of a curve, with its confidence band."""

    at: float
    value: float
    low: float
    high: float


def bars(items: Sequence[Bar], most: float, name: str) -> str:
    """Return horizontal bars on a scale from 0 to `most`."""
    left = max(_LABEL, 8 + _LETTER * max(len(item.label) for item in items))
    room = WIDTH - left - _FIGURE
    row = _LOW_ROW if len(items) > _MANY else _ROW
    height = row * len(items) + 8

    def x(value: float) -> float:
        return left + room * value / most

    rows = [_bar(item, row * at + 4, row, x) for at, item in enumerate(items)]
    return _chart(height, name, *rows)


def _bar(item: Bar, top: float, row: float, x: Callable[[float], float]) -> str:
    middle, gap = top + row / 2, row * 3 / 17
    parts = [
        _text(item.label, x(0) - 8, middle, "end"),
        element(
            "rect", x=x(0), y=top + gap, width=max(x(item.value) - x(0), 0.5),
            height=row - 2 * gap,
            rx=2, **_BAR,
        ),
        _text(item.text, WIDTH - 2, middle, "end"),
    ]  # fmt: skip
    if item.low is not None and item.high is not None:
        parts.append(_error(x(item.low), x(item.high), middle))
    if item.reference is not None:
        parts.append(
            _line("chart-even", x(item.reference), top - 1, x(item.reference), top + row - 1)
        )
    return element("g", *parts)


def _error(low: float, high: float, y: float) -> str:
    ends = "".join(f"M{format_number(x)} {format_number(y - 5)}v10" for x in (low, high))
    path = f"M{format_number(low)} {format_number(y)}H{format_number(high)}{ends}"
    return "".join(element("path", d=path, **{"class": kind}) for kind in _ERROR)


def columns(counts: Sequence[tuple[str, float]], across: str, name: str) -> str:
    """Return vertical columns, with as many labels as there is room for."""
    most = max(1, *(value for _, value in counts))
    wide = (WIDTH - _LEFT - _RIGHT) / len(counts)
    scale = _scale(0, most)
    every = max(1, ceil((max(len(label) for label, _ in counts) * 8 + 10) / wide))
    drawn = []
    for at, (label, value) in enumerate(counts):
        left, top = _LEFT + wide * at, scale.y(value)
        gap = min(wide * 0.12, 3)
        drawn.append(
            element(
                "rect", x=left + gap, y=top, width=wide - 2 * gap, height=_TOP + _PLOT - top,
                **_BAR,
            )
        )  # fmt: skip
        if at % every == 0:
            drawn.append(_text(label, left + wide / 2, _TOP + _PLOT + 12, "middle"))
    return _plot(scale, across, name, *drawn)


def curve(points: Sequence[CurvePoint], across: str, name: str) -> str:
    """Return a line through points with its confidence band."""
    first, last = points[0].at, max(points[-1].at, points[0].at + 1)
    scale = _scale(0, max(1, *(point.high for point in points)))
    room = WIDTH - _LEFT - _RIGHT

    def x(at: float) -> str:
        return format_number(_LEFT + room * (at - first) / (last - first))

    def path(value: Callable[[CurvePoint], float], along: Sequence[CurvePoint]) -> str:
        return "L".join(f"{x(point.at)} {format_number(scale.y(value(point)))}" for point in along)

    above, below = path(lambda p: p.high, points), path(lambda p: p.low, points[::-1])
    ticks = _round_ticks(first, last)
    return _plot(
        scale,
        across,
        name,
        element("path", d=f"M{above}L{below}Z", **{"class": "chart-band"}),
        element("path", d=f"M{path(lambda p: p.value, points)}", **{"class": "chart-line"}),
        *(_text(format_number(t), float(x(t)), _TOP + _PLOT + 12, "middle") for t in ticks),
    )


def heat_map(rows: Sequence[Sequence[tuple[float, str]]], down: str, across: str, name: str) -> str:
    """Return a square heat map of (value from 0 to 1, text); rows and columns count from 0."""
    side = (WIDTH - 34) / len(rows)
    drawn = []
    for y, row in enumerate(rows):
        drawn.append(_text(str(y), 28, 34 + side * (y + 0.5), "end"))
        drawn.append(_text(str(y), 32 + side * (y + 0.5), 24, "middle"))
        for x, (value, text) in enumerate(row):
            left, top = 32 + side * x, 34 + side * y
            where = {"x": left, "y": top, "width": side - 1, "height": side - 1}
            drawn.append(element("rect", **{"class": f"heat-{round(value * 10)}"}, **where))
            drawn.append(
                _text(
                    text, left + side / 2 - 0.5, top + side / 2, "middle",
                    f"chart-cell ink-{round(value * 10)}",
                )
            )  # fmt: skip
    corner = [
        _text(across, WIDTH / 2, 8, "middle"),
        element(
            "text", escape(down), x=0, y=0, **{"class": "chart-text"}, text_anchor="middle",
            dominant_baseline="central",
            transform=f"translate(8 {format_number(34 + side * len(rows) / 2)}) rotate(-90)",
        ),
    ]  # fmt: skip
    return _chart(36 + side * len(rows), name, *corner, *drawn)


# -- shared parts ---------------------------------------------------------------------------------


class _Scale(NamedTuple):
    """The vertical axis: its ends and its ticks."""

    least: float
    most: float
    ticks: list[float]

    def y(self, value: float) -> float:
        return _TOP + _PLOT * (1 - (value - self.least) / (self.most - self.least))


def _scale(least: float, most: float) -> _Scale:
    ticks = _round_ticks(least, most)
    step = ticks[1] - ticks[0] if len(ticks) > 1 else 1
    top = ticks[-1] if ticks[-1] >= most else ticks[-1] + step
    return _Scale(least, top, [*ticks, top] if top > ticks[-1] else ticks)


def _round_ticks(least: float, most: float) -> list[float]:
    """Return about five round numbers between two others."""
    rough = max(most - least, 1e-9) / _TICKS
    unit = 10 ** floor(log10(rough))
    step = next(unit * s for s in _STEPS if unit * s >= rough * 0.999)
    return [step * n for n in range(ceil(least / step), floor(most / step + 1e-9) + 1)]


def _plot(scale: _Scale, across: str, name: str, *inside: str) -> str:
    """Return a plot with its axes; `inside` includes the labels of the horizontal one."""
    grid = []
    for tick in scale.ticks:
        y = scale.y(tick)
        grid.append(_line("chart-grid", _LEFT, y, WIDTH - _RIGHT, y))
        grid.append(_text(format_number(tick), _LEFT - 6, y, "end"))
    base = _TOP + _PLOT
    below = _text(across, (WIDTH + _LEFT) / 2, base + _BOTTOM - 10, "middle")
    axis = _line("chart-axis", _LEFT, base, WIDTH - _RIGHT, base)
    return _chart(base + _BOTTOM, name, *grid, *inside, axis, below)


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **{"class": kind})


def _text(text: str, x: float, y: float, anchor: str, kind: str = "chart-text") -> str:
    return element(
        "text", escape(text), x=x, y=y, text_anchor=anchor, dominant_baseline="central",
        **{"class": kind},
    )  # fmt: skip


def _chart(height: float, name: str, *inside: str) -> str:
    return element(
        "svg",
        *inside,
        viewBox=f"0 0 {format_number(WIDTH)} {format_number(height)}",
        role="img",
        aria_label=name,
        **{"class": "chart"},
    )
