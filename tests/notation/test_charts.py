"""Charts are well-formed, have a name, and draw what they are given to scale."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from brettwerk.notation.charts import Bar, CurvePoint, bars, columns, curve, heat_map

Element = ElementTree.Element


def drawn(text: str) -> Element:
    found = ElementTree.fromstring(text)
    assert found.get("role") == "img"
    assert found.get("aria-label") == "A <name> & more"
    assert "style" not in text
    return found


def of(root: Element, kind: str) -> list[Element]:
    return [e for e in root.iter() if kind in (e.get("class") or "").split()]


NAME = "A <name> & more"


def test_bars_are_as_long_as_their_values() -> None:
    items = [Bar("a & b", 0.5, "50 %", 0.4, 0.6, 0.5), Bar("c", 0.25, "25 %"), Bar("d", 0, "0")]
    root = drawn(bars(items, 1, NAME))
    first, second, none = (float(bar.get("width") or 0) for bar in of(root, "chart-bar"))
    assert first == pytest.approx(2 * second, abs=0.02)
    assert none < 1
    assert len(of(root, "chart-error")) == len(of(root, "chart-even")) == 1
    texts = [text.text for text in of(root, "chart-text")]
    assert texts == ["a & b", "50 %", "c", "25 %", "d", "0"]


def test_columns_are_as_high_as_their_counts_and_named_as_far_as_there_is_room() -> None:
    counts = [(str(n), n * 10) for n in range(1, 61)]
    root = drawn(columns(counts, "across", NAME))
    heights = [float(bar.get("height") or 0) for bar in of(root, "chart-bar")]
    assert heights == pytest.approx([heights[0] * n for n in range(1, 61)], abs=0.5)
    below = [text.text for text in of(root, "chart-text") if text.text in dict(counts)]
    assert 5 < len(below) < 40


def test_a_curve_stays_within_its_band() -> None:
    points = [CurvePoint(n, 10 + n, 8 + n, 14 + n) for n in range(1, 30)]
    root = drawn(curve(points, "move", NAME))
    (line,), (band,) = of(root, "chart-line"), of(root, "chart-band")

    def pairs(path: Element) -> list[tuple[float, float]]:
        steps = (path.get("d") or "").strip("MZ").split("L")
        return [(float(x), float(y)) for x, y in (step.split() for step in steps)]

    middle, around = pairs(line), pairs(band)
    upper, lower = around[: len(middle)], around[len(middle) :][::-1]
    assert all(u[1] < m[1] < w[1] for u, m, w in zip(upper, middle, lower, strict=True))
    assert middle == sorted(middle)


def test_one_point_or_one_column_is_a_chart_too() -> None:
    drawn(curve([CurvePoint(1, 0, 0, 0)], "x", NAME))
    drawn(columns([("16", 4)], "x", NAME))


def test_a_heat_map_shades_and_labels_every_value() -> None:
    rows = [[(0.0, "0"), (1 / 3, "33")], [(0.5, "50"), (1.0, "100")]]
    root = drawn(heat_map(rows, "down", "across", NAME))
    assert [cell.text for cell in of(root, "chart-cell")] == ["0", "33", "50", "100"]
    for level in (0, 3, 5, 10):
        assert len(of(root, f"heat-{level}")) == len(of(root, f"ink-{level}")) == 1
