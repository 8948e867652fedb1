"""The workers of a server: which jobs they know, how many they are, how many jobs may wait."""

from brettwerk.server.jobs.job import Run
from brettwerk.server.jobs.pool import MOVES, Crew, Pool
from brettwerk.server.jobs.queue import Priority
from brettwerk.server.learn.device import CourseFile, LessonFile, PuzzleFile
from brettwerk.server.learn.tasks import JudgeAttempt
from brettwerk.server.play.tasks import ChooseMove, DrawPicture, DrawPosition, ExportGame
from brettwerk.server.settings import Settings
from brettwerk.server.study.device import CollectionFile
from brettwerk.server.study.tasks import AnalysePosition, EvaluatePosition

FILES = (CollectionFile, CourseFile, DrawPicture, LessonFile, PuzzleFile)
JOBS = (
    ChooseMove,
    DrawPosition,
    ExportGame,
    AnalysePosition,
    EvaluatePosition,
    JudgeAttempt,
    *FILES,
)


def make_crews(settings: Settings) -> list[Crew]:
    """Return the workers for computers' moves, for what is quickly done, and for analyses."""
    limits = settings.limits
    analyses = Crew(
        settings.analysts,
        (Priority.ANALYSIS, Priority.REVIEW),
        max_waiting=limits.waiting_analyses,
        max_waiting_for_owner=limits.waiting_analyses_per_client,
        niceness=19,
        full="study-busy",
        full_for_owner="study-busy-here",
        absent="study-no-analysts",
        failed="study-failed",
    )
    moves = Crew(settings.workers, MOVES)
    quick = Crew(min(1, settings.workers), (Priority.QUICK,), max_waiting=limits.waiting_quick)
    return [moves, quick, analyses]


def make_pool(settings: Settings, run: Run | None = None) -> Pool:
    """Return the pool of a server."""
    crews, processes = make_crews(settings), settings.processes
    if not settings.bus:
        return Pool(crews, JOBS, processes=processes, run=run)
    from brettwerk.server.remote.pool import RemotePool  # it needs an extra, and few servers do

    address = settings.bus, settings.bus_prefix
    return RemotePool(crews, JOBS, *address, processes=processes, run=run)
