"""The rules once more, compiled: the same source files as `brettwerk.rules`, loaded with Numba.

The modules of this package are those of `brettwerk.rules`, found through `__path__`, except the
few that stand in this folder: they replace the plain `kit` and `dispatch` by Numba's. So one
source is read by people, runs at once as plain Python, and runs fast when there is much to do.

Importing this package imports Numba (a moment) and, on first calls, compiles or loads from the
cache. Its folder is named by a digest of everything that is compiled in, because Numba itself
looks at one file only and would go on using code that inlined an older version of another.
"""

from __future__ import annotations

from brettwerk import rules

__path__ = [*__path__, *rules.__path__]
