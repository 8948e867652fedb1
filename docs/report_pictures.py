"""The pictures of docs/research/report.md: regret of all players, and learning curves."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from brettwerk.i18n import Translator
from brettwerk.research.regret import Mean, Regret, RegretReport, Share
from brettwerk.research.regret_picture import picture

WIDTH, HEIGHT, LEFT, TOP, LEGEND = 420, 220, 50, 34, 250
COLOURS = ("#6b3a1e", "#b98b5e", "#3f6f8f", "#5d7d3a", "#a0433f", "#7a5c99", "#3a2f28")


def regret_picture(found: Sequence[dict[str, Any]], t: Translator) -> str:
    """Return what players give away, from their reports as JSON."""
    return picture([_report(one) for one in found], t)


def _report(found: dict[str, Any]) -> RegretReport:
    total = found["total"]
    won, drawn = (Share(*total[key]) for key in ("won_given_away", "drawn_given_away"))
    regret = Regret(total["positions"], won, drawn, Mean(*total["lost_per_move"]), None)
    return RegretReport(found["game"], found["policy"], regret, {}, {}, {}, 0.0, {})


def curves_picture(title: str, curves: dict[str, Sequence[tuple[int, float]]]) -> str:
    """Return learning curves, each over the share of its own training, from −1 to 1."""
    width, height = LEFT + WIDTH + LEGEND, TOP + HEIGHT + 40
    lines = "".join(
        _curve(name, points, COLOURS[at % len(COLOURS)], at)
        for at, (name, points) in enumerate(curves.items())
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="12" fill="#3a2f28" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{width}" height="{height}" fill="#fbf7f0"/>'
        f'<text x="12" y="20" font-size="14">{escape(title)}</text>{_axes()}{lines}</svg>\n'
    )


def _axes() -> str:
    levels = "".join(
        f'<path d="M{LEFT} {_y(value)}H{LEFT + WIDTH}" stroke="#d8c9b6"/>'
        f'<text x="{LEFT - 8}" y="{_y(value) + 4}" text-anchor="end">{value:+.1f}</text>'
        for value in (-0.5, 0.0, 0.5, 1.0)
    )
    shares = "".join(
        f'<text x="{_x(part)}" y="{TOP + HEIGHT + 20}" text-anchor="middle">{part:.0%}</text>'
        for part in (0.0, 0.5, 1.0)
    )
    return levels + shares


def _curve(name: str, points: Sequence[tuple[int, float]], colour: str, at: int) -> str:
    last = points[-1][0]
    path = " ".join(f"{_x(step / last)},{_y(value)}" for step, value in points)
    x, y = LEFT + WIDTH + 16, TOP + 14 + 20 * at
    return (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        f'<path d="M{x} {y - 4}h16" stroke="{colour}" stroke-width="2"/>'
        f'<text x="{x + 22}" y="{y}">{escape(name)}</text>'
    )


def _x(part: float) -> float:
    return round(LEFT + WIDTH * part, 1)


def _y(value: float) -> float:
    return round(TOP + HEIGHT * (1.0 - value) / 1.5, 1)
