"""The page of progress: what this device remembers of games, puzzles and lessons."""

from starlette.requests import Request
from starlette.responses import Response

from brettwerk.core.registry import names
from brettwerk.learn.lessons import steps
from brettwerk.puzzles.puzzle import has_puzzles, shipped
from brettwerk.server.http.pages import page
from brettwerk.server.learn.messages import ProgressFacts


async def progress(request: Request) -> Response:
    """GET /progress; the script fills it in, since the server knows nothing of it."""
    facts = [
        ProgressFacts(
            name, len(steps(name)), len(shipped(name).puzzles) if has_puzzles(name) else 0
        )
        for name in names()
    ]
    return await page(request, "progress.html", embed={"facts": facts})
