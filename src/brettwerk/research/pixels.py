"""Positions as arrays of pixels, for environments that are filmed."""

from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from brettwerk.core.game import Position
from brettwerk.notation.png import png
from brettwerk.research.extras import needs

SIZE = 512  # of the longer side


def pixels(position: Position) -> NDArray[np.uint8]:
    """Return a picture of a position: rows of pixels, each red, green and blue."""
    image = needs("PIL.Image", "pettingzoo").open(BytesIO(png(position.svg(), SIZE)))
    return np.asarray(image.convert("RGB"), np.uint8)
