"""The proofs once more, compiled: the files of `brettwerk.puzzles.kernels`, loaded with Numba.

As in `brettwerk.compiled`: its modules are found through `__path__`, but for `kit` and `dispatch`.
"""

from __future__ import annotations

from brettwerk.puzzles import kernels

__path__ = [*__path__, *kernels.__path__]
