"""The colours of a drawn board: a wooden game by day, and on a lamp-lit table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

# From where the light falls to the far side: four stops a piece, lightest first. The three seats
# of Triapon differ in hue and in lightness.
Paint = tuple[str, str, str, str]


@dataclass(frozen=True)
class Palette:
    """Every colour that a picture uses; pairs run from the lit side to the other."""

    name: str
    table: tuple[str, str]
    rim: tuple[str, str]
    rim_edge: str
    rim_light: str
    well: tuple[str, str]
    grain: str
    grain_strength: float
    pit: tuple[str, str]
    lip: str
    label: str
    faint_label: str
    tray: str
    tray_line: str
    accent: str
    halo: str
    shade: float
    sign: str
    sign_strength: float
    plain_field: str
    fields: Mapping[str, str]
    paints: Mapping[str, Paint]


LIGHT = Palette(
    name="light",
    table=("#f9f5ec", "#efe6d6"),
    rim=("#c99d68", "#b5854f"),
    rim_edge="#8a5f34",
    rim_light="#e6c697",
    well=("#ecd3aa", "#dfbf8e"),
    grain="#7a4a1c",
    grain_strength=0.11,
    pit=("#a97c49", "#d9b582"),
    lip="#f9e8c8",
    label="#4f3212",
    faint_label="#7d6a54",
    tray="#e6dac5",
    tray_line="#d3c3a6",
    accent="#0b6e6e",
    halo="#fdf8ec",
    shade=0.5,
    sign="#33220f",
    sign_strength=0.42,
    plain_field="#e3c596",
    fields={"r": "#cd8672", "y": "#e6c36d", "g": "#9bb286", "b": "#8ba9c4"},
    paints={
        "black": ("#8b8680", "#46413d", "#221f1d", "#0c0b0a"),
        "white": ("#ffffff", "#fbf7ee", "#e0d6c4", "#a3957d"),
        "one": ("#fffbd6", "#fbe36a", "#e3b92a", "#97700c"),
        "two": ("#ffb39b", "#dc4a2f", "#ac2c19", "#66150a"),
        "three": ("#93a9e6", "#30499f", "#1b2d72", "#0b153d"),
        "barricade": ("#d9d6cf", "#aaa69e", "#8b877f", "#5d5a54"),
    },
)

DARK = Palette(
    name="dark",
    table=("#4d3826", "#1a120c"),
    rim=("#5b3d27", "#452c1b"),
    rim_edge="#20130a",
    rim_light="#8a6342",
    well=("#8a6443", "#6f4d32"),
    grain="#2a1608",
    grain_strength=0.22,
    pit=("#3a2415", "#6b4a30"),
    lip="#b98d62",
    label="#e2c7a0",
    faint_label="#e2c7a0",
    tray="#654b35",
    tray_line="#826245",
    accent="#6fe0d2",
    halo="#1b120b",
    shade=0.7,
    sign="#fbeed6",
    sign_strength=0.42,
    plain_field="#7d5a3c",
    fields={"r": "#8f4a3d", "y": "#ab8637", "g": "#5c744d", "b": "#4a6886"},
    paints={
        "black": ("#8d867f", "#3b3632", "#1a1715", "#0a0908"),
        "white": ("#fffdf6", "#f6edda", "#d8c8a9", "#8f7b5a"),
        "one": ("#fff8cc", "#f8dc62", "#dcae28", "#86620c"),
        "two": ("#ffb096", "#e0502f", "#ad2f19", "#5f1409"),
        "three": ("#9db2ee", "#34509f", "#1b2f78", "#0a1439"),
        "barricade": ("#d2cec5", "#a19c92", "#7e7a71", "#4b4842"),
    },
)


@dataclass(frozen=True)
class Look:
    """A palette and the kind of pieces: `flat` ones for fields, else marbles for pits."""

    palette: Palette
    flat: bool

    def name(self, part: str) -> str:
        """The id of a definition: the same content has the same id in every picture."""
        return f"bw-{self.palette.name}-{part}"

    def fill(self, part: str) -> str:
        """How an element refers to a definition."""
        return f"url(#{self.name(part)})"


THEMES: Mapping[str, Palette] = {"light": LIGHT, "dark": DARK}
