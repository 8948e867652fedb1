"""Sessions of solvers whose kernels count the positions they look at, and may be stopped."""

from brettwerk.kernels.types import Numbers
from brettwerk.solving.solution import LimitReached

# Places in `work`: positions looked at, and how many may be. With more, answers are void.
NODES, MOST_NODES = 0, 1
NO_LIMIT = 2**62


class LimitedSession:
    """A session with a limit of positions; its kernels count them in `work`."""

    def __init__(self, work: Numbers) -> None:
        self._work = work
        self.allow(NO_LIMIT)

    @property
    def nodes(self) -> int:
        """How many positions have been looked at since `allow`."""
        return int(self._work[NODES])

    def allow(self, nodes: int) -> None:
        """Let the searches from now on look at this many positions, all together."""
        self._work[NODES], self._work[MOST_NODES] = 0, nodes

    def stop(self) -> None:
        """End a search that runs in another thread: it raises `LimitReached`."""
        self._work[MOST_NODES] = -1

    def checked(self, answer: int) -> int:
        """Return the answer of a kernel; LimitReached if it is void."""
        if self._work[NODES] > self._work[MOST_NODES]:
            raise LimitReached
        return answer
