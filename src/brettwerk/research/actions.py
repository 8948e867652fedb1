"""What is checked of the actions that many games are given at once."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def whole_numbers(actions: ArrayLike, count: int) -> NDArray[np.int64]:
    """Return the actions of this number of games as an array; else ValueError."""
    given = np.asarray(actions)
    if given.shape != (count,) or given.dtype.kind not in "iu":
        raise ValueError(
            f"Actions are {count} whole numbers in one array, "
            f"not {given.dtype} of shape {given.shape}."
        )
    return np.ascontiguousarray(given, np.int64)


def are_legal(actions: NDArray[np.int64], mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which actions are legal, those out of range are not."""
    inside = np.clip(actions, 0, mask.shape[1] - 1)
    legal: NDArray[np.bool_] = mask[np.arange(len(actions)), inside] & (inside == actions)
    return legal
