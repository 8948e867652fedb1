"""What a picture promises: sound XML, every cell once, every wish seen or refused in words."""

from __future__ import annotations

import struct
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from brettwerk.boards.hexagon import HEXAGON
from brettwerk.boards.square import SMALL, WHOLE
from brettwerk.boards.triangle import TRIANGLE
from brettwerk.core.registry import definition
from brettwerk.notation.board_view import BoardView, OffBoardCell, Tray
from brettwerk.notation.glyphs import GLYPHS, glyph_strokes
from brettwerk.notation.pieces import USUAL
from brettwerk.notation.png import png
from brettwerk.notation.svg import draw
from brettwerk.notation.svg_layout import SvgLayout

TRIAPON = definition("triapon").piece_specs
SPECS = (*USUAL, *TRIAPON)
PIECES = [spec.name for spec in SPECS]
THREE = ("one", "two", "three")
SVG = "{http://www.w3.org/2000/svg}"
FIELDS = "bgryyybrgrgbrybg"
CAMPS = (OffBoardCell("left", (-1.0, 8.0), "white"), OffBoardCell("right", (8.0, 8.0)))
SCENES = {
    "hexagon": BoardView(
        HEXAGON,
        {0: "black", 4: "black", 60: "white"},
        trays=(Tray("black", "taken", "white", 3), Tray("white", "taken", "black", 0)),
        last=("a1",),
    ),
    "small": BoardView(SMALL, {0: "white", 6: "black"}, fields=FIELDS),
    "whole": BoardView(
        WHOLE, {0: "white", 63: "black"}, fields=FIELDS * 4, parts=4, off_board=CAMPS
    ),
    "triangle": BoardView(
        TRIANGLE,
        {0: "one", 20: "two", 40: "three", 30: "barricade"},
        trays=tuple(Tray(seat, "hand", seat, 9) for seat in THREE),
        specs=TRIAPON,
    ),
}
HEX = SCENES["hexagon"]

Element = ElementTree.Element


def drawn(which: str | BoardView, **wishes: object) -> Element:
    board_view = SCENES[which] if isinstance(which, str) else which
    return ElementTree.fromstring(draw(board_view, **wishes))  # type: ignore[arg-type]


def having(root: Element, attribute: str) -> dict[str, Element]:
    """The elements with an attribute, by its value; each value at most once."""
    found = [e for e in root.iter() if attribute in e.attrib]
    assert len({e.attrib[attribute] for e in found}) == len(found)
    return {e.attrib[attribute]: e for e in found}


def count(root: Element, attribute: str, value: str) -> int:
    return sum(e.get(attribute) == value for e in root.iter())


def place(element: Element) -> tuple[float, ...]:
    words = element.attrib["transform"].removeprefix("translate(").removesuffix(")")
    return tuple(map(float, words.split()))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("which", SCENES)
def test_every_cell_is_there_once(which: str, theme: str) -> None:
    root = drawn(which, theme=theme)
    assert tuple(having(root, "data-cell")) == SCENES[which].board.names


@pytest.mark.parametrize("which", SCENES)
def test_a_picture_is_self_contained(which: str) -> None:
    text = draw(SCENES[which])
    root = ElementTree.fromstring(text)
    assert (root.tag, root.get("role")) == (f"{SVG}svg", "img")
    assert root.get("viewBox")
    assert not any(
        e.tag.removeprefix(SVG) in {"script", "style", "text", "image"} for e in root.iter()
    )
    assert text.count("http") == 1, "only the namespace: nothing is loaded from elsewhere"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("which", SCENES)
def test_every_reference_is_defined_once_with_an_id_of_its_theme(which: str, theme: str) -> None:
    text = draw(SCENES[which], theme=theme, marks=[SCENES[which].board.names[3]])
    names = having(ElementTree.fromstring(text), "id")
    used = {part.split(")")[0] for part in text.split("url(#")[1:]}
    used |= {part.split('"')[0] for part in text.split('href="#')[1:]}
    assert used <= set(names)
    assert all(name.startswith(f"bw-{theme}-") for name in names)


def test_the_same_id_means_the_same_in_every_picture() -> None:
    seen: dict[str, bytes] = {}
    for which in SCENES:
        for name, element in having(drawn(which), "id").items():
            content = ElementTree.tostring(element)
            assert seen.setdefault(name, content) == content


def test_the_themes_differ_in_colour_alone() -> None:
    light, dark = (draw(HEX, theme=theme) for theme in ("light", "dark"))
    assert light != dark
    tags = [[e.tag for e in ElementTree.fromstring(text).iter()] for text in (light, dark)]
    assert tags[0] == tags[1]


def test_a_title_is_escaped_and_cleaned() -> None:
    title = 'Black & "White" <script>\x00\ud800'
    assert drawn(HEX, title=title).findtext(f"{SVG}title") == 'Black & "White" <script>  '


def test_without_a_title_the_board_is_described() -> None:
    assert (
        drawn(HEX).findtext(f"{SVG}title") == "A hexagon board of 61 cells with 2 black and 1 white"
    )


@pytest.mark.parametrize("kind", ["ring", "dot", "cross"])
@pytest.mark.parametrize("which", SCENES)
def test_a_mark_is_in_its_cell(which: str, kind: str) -> None:
    name = SCENES[which].board.names[5]
    cell = having(drawn(which, marks=[(name, kind)]), "data-cell")[name]
    assert count(cell, "data-mark", kind) == 1


def test_a_plain_mark_is_a_ring_and_several_may_share_a_cell() -> None:
    cell = having(drawn(HEX, marks=["e5", ("e5", "dot")]), "data-cell")["e5"]
    assert (count(cell, "data-mark", "ring"), count(cell, "data-mark", "dot")) == (1, 1)


def test_arrows_lead_between_cells_and_places_off_the_board() -> None:
    root = drawn("whole", arrows=[("c8", "right"), ("a1", "a4")])
    assert list(having(root, "data-arrow")) == ["c8-right", "a1-a4"]


def test_places_off_the_board_have_pieces_and_marks() -> None:
    off_board = having(drawn("whole", marks=[("left", "dot")]), "data-spot")
    assert list(off_board) == ["left", "right"]
    assert count(off_board["left"], "data-piece", "white") == 1
    assert count(off_board["left"], "data-mark", "dot") == 1


def test_cells_of_the_last_move_and_given_cells_are_tinted() -> None:
    cells = having(drawn(HEX, last=["e5", "a1"]), "data-cell")
    assert [name for name in cells if count(cells[name], "data-last", "true")] == ["a1", "e5"]


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"marks": ["z9"]}, "no cell 'z9' on this board; its cells are a1 to i9."),
        ({"marks": [("e5", "star")]}, "no mark 'star'; choose ring, dot, cross."),
        ({"marks": [("e5", "dot", 1)]}, "A mark is a cell or a pair like"),
        ({"arrows": [("e5", "left")]}, "no cell 'left'"),
        ({"arrows": ["e5e6"]}, "An arrow is a pair of cells, not 'e5e6'."),
        ({"arrows": [("e5", "e5")]}, "two different cells, not e5 twice"),
        ({"last": ["a9"]}, "no cell 'a9'"),
        ({"theme": "neon"}, "no theme 'neon'; choose light or dark."),
        ({"size": 0}, "1 or more, not 0"),
    ],
)
def test_invalid_arguments_are_refused_with_a_message(
    wishes: dict[str, object], words: str
) -> None:
    with pytest.raises(ValueError, match=words.replace(".", r"\.")):
        drawn(HEX, **wishes)


def test_an_unknown_piece_is_refused_with_a_message() -> None:
    with pytest.raises(ValueError, match="no piece 'queen'; pieces are black, white"):
        draw(BoardView(SMALL, {0: "queen"}))


@pytest.mark.parametrize("covered", [False, True])
def test_the_four_fields_are_told_apart_without_colour(covered: bool) -> None:
    pieces = dict.fromkeys(range(16), "white") if covered else {}
    cells = having(drawn(BoardView(SMALL, pieces, fields=FIELDS)), "data-cell")
    signs: dict[str, set[str]] = {}
    for name, letter in zip(SMALL.names, FIELDS, strict=True):
        (sign,) = (e for e in cells[name].iter() if "data-sign" in e.attrib)
        assert sign.get("data-sign") == letter
        signs.setdefault(letter, set()).add(sign.attrib["d"])
    assert all(len(shapes) == 1 for shapes in signs.values())
    assert len(set.union(*signs.values())) == 4


def test_the_balls_of_three_players_are_told_apart_without_colour() -> None:
    names = having(drawn("triangle"), "id")
    shapes = {
        tuple((e.tag, e.get("r"), e.get("width")) for e in names[f"bw-light-marble-{seat}"])
        for seat in THREE
    }
    assert len(shapes) == 3


@pytest.mark.parametrize("board", [HEXAGON, WHOLE, TRIANGLE])
def test_every_piece_can_stand_on_every_board(board: object) -> None:
    root = drawn(BoardView(board, dict(enumerate(PIECES)), specs=SPECS))  # type: ignore[arg-type]
    assert all(count(root, "data-piece", piece) == 1 for piece in PIECES)


@pytest.mark.parametrize("which", SCENES)
def test_flipping_turns_the_board_by_half(which: str) -> None:
    before, after = (having(drawn(which, flipped=flip), "data-cell") for flip in (False, True))
    for name, element in before.items():
        assert place(after[name]) == tuple(-x for x in place(element))


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("which", SCENES)
def test_labels_are_optional_and_within_the_picture(which: str, flipped: bool) -> None:
    board_view = BoardView(SCENES[which].board, {})
    names = board_view.board.names
    expected = len({name[0] for name in names}) + len({name[1:] for name in names})
    for coordinates in (True, False):
        root = drawn(board_view, coordinates=coordinates, flipped=flipped)
        labels = [e for e in root.iter() if e.get("aria-hidden") and "transform" in e.attrib]
        assert len(labels) == (expected if coordinates else 0)
        left, top, width, height = map(float, root.attrib["viewBox"].split())
        for label in labels:
            x, y = place_of_label(label)
            assert left < x < left + width
            assert top < y < top + height


def place_of_label(label: Element) -> tuple[float, float]:
    x, y = label.attrib["transform"].split(")")[0].removeprefix("translate(").split()
    return float(x), float(y)


def test_trays_show_each_piece_and_have_room_for_it() -> None:
    trays = having(drawn(HEX), "data-shelf")
    assert count(trays["black taken white"], "data-piece", "white") == 3
    assert count(trays["white taken black"], "data-piece", "black") == 0
    heights = [
        float(drawn(board_view).attrib["viewBox"].split()[3])
        for board_view in (HEX, BoardView(HEXAGON, {}))
    ]
    assert heights[0] > heights[1]


def test_a_size_is_a_width_and_keeps_the_shape() -> None:
    assert drawn(HEX).get("width") is None
    root = drawn(HEX, size=480)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert root.get("width") == "480"
    assert float(root.attrib["height"]) == pytest.approx(480 * height / width, abs=1)


def test_there_is_a_glyph_for_every_label() -> None:
    assert set("abcdefghi0123456789=") == set(GLYPHS)
    width, strokes = glyph_strokes("10")
    assert len(strokes) == 2
    assert width > strokes[1][0] > 0


@pytest.mark.parametrize("which", SCENES)
def test_an_image_is_as_wide_as_asked(which: str) -> None:
    image = png(draw(SCENES[which]), 120)
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">I", image[16:20]) == (120,)


@pytest.mark.parametrize("width", [15, 4097])
def test_an_image_too_narrow_or_too_wide_is_refused_with_a_message(width: int) -> None:
    with pytest.raises(ValueError, match=f"16 to 4096 pixels wide, not {width}"):
        png(draw(HEX), width)


def test_the_frame_fits_a_board_that_is_wider_than_high() -> None:
    wide = replace(SMALL, names=SMALL.names[:8], places=SMALL.places[:8], rows=SMALL.rows[2:])
    corners = SvgLayout(BoardView(wide, {}), flipped=False, coordinates=True).outline(1)
    found = {(round(x), round(y)) for x, y in corners}
    assert found == {(-100, 100), (400, 100), (-100, -200), (400, -200)}


def test_a_board_that_is_laid_of_parts_shows_where_they_meet() -> None:
    def drawn_with(parts: int) -> str:
        return draw(BoardView(WHOLE, {}, fields=FIELDS * 4, parts=parts))

    assert drawn_with(8) == drawn_with(0)
    assert len(drawn_with(0)) < len(drawn_with(4)) < len(drawn_with(2))
