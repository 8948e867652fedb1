"""A picture of regret reports: what each policy gives away, with intervals, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from brettwerk.i18n import Translator
from brettwerk.research.regret import RegretReport, Share

ROW, LEFT, WIDTH, TOP, BOTTOM = 34, 190, 420, 56, 40
WON, DRAWN, INK = "#6b3a1e", "#b98b5e", "#3a2f28"


def picture(reports: Sequence[RegretReport], t: Translator) -> str:
    """Return bars of the won and drawn positions given away, a row for each report."""
    height = TOP + ROW * len(reports) + BOTTOM
    width = LEFT + WIDTH + 70
    rows = "".join(_row(one, TOP + ROW * at) for at, one in enumerate(reports))
    title = t("regret-picture", game=t.title(reports[0].game))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="12" fill="{INK}" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{width}" height="{height}" fill="#fbf7f0"/>'
        f'<text x="12" y="20" font-size="14">{escape(title)}</text>'
        f"{_legend(t)}{_axis(height)}{rows}</svg>\n"
    )


def _legend(t: Translator) -> str:
    parts = ((WON, t("regret-won"), 12), (DRAWN, t("regret-drawn"), 190))
    return "".join(
        f'<rect x="{x}" y="32" width="10" height="10" fill="{colour}"/>'
        f'<text x="{x + 16}" y="41">{escape(text)}</text>'
        for colour, text, x in parts
    )


def _axis(height: int) -> str:
    end = height - BOTTOM
    return "".join(
        f'<path d="M{_x(tick / 100)} {TOP - 4}V{end + 6}" stroke="#d8c9b6"/>'
        f'<text x="{_x(tick / 100)}" y="{end + 22}" text-anchor="middle">{tick} %</text>'
        for tick in range(0, 101, 25)
    )


def _row(one: RegretReport, y: int) -> str:
    name = f'<text x="{LEFT - 10}" y="{y + 19}" text-anchor="end">{escape(one.policy)}</text>'
    won = _bar(one.total.won_given_away, y + 4, WON)
    return name + won + _bar(one.total.drawn_given_away, y + 16, DRAWN)


def _bar(found: Share, y: int, colour: str) -> str:
    """Return a bar with its interval and its number; nothing where there were no such positions."""
    if found.share is None:
        return ""
    low, high, end = _x(found.low), _x(found.high), _x(found.share)
    return (
        f'<rect x="{LEFT}" y="{y}" width="{end - LEFT:.1f}" height="10" fill="{colour}"/>'
        f'<path d="M{low} {y + 5}H{high}M{low} {y + 2}v6M{high} {y + 2}v6" stroke="{INK}"/>'
        f'<text x="{high + 6}" y="{y + 9}" font-size="10">{100 * found.share:.1f} %</text>'
    )


def _x(part: float) -> float:
    return round(LEFT + WIDTH * part, 1)
