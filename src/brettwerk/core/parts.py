"""The optional parts of a game, as far as its definition knows them.

These are marker classes. What a part does is in the class derived from each, in the package that
uses it, which is above this one: `solving.solver.GameSolver`, `research.encoding.base.Encoding`,
`puzzles.source.PuzzleSource`, `findings.exact.ExactFindings`, `records.dialect.Dialect`.
"""


class SolverPart:
    """Solves positions exactly."""


class EncodingPart:
    """Turns moves and positions into numbers."""


class PuzzlePart:
    """Finds puzzles."""


class FindingsPart:
    """Computes and reports exact facts."""


class DialectPart:
    """Reads and writes records as other programs write them."""
