"""What kernels are written with, in plain Python; that of the twin is Numba's."""

from brettwerk.engine.kernels.kit import kernel, number, popcount, rules_of, word

__all__ = ["kernel", "number", "popcount", "rules_of", "word"]
