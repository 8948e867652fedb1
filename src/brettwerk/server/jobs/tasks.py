"""Jobs that make files of the page, which stay the same while a server runs."""

import gzip
from collections.abc import Callable
from typing import ClassVar

from brettwerk.search.report import Stop
from brettwerk.server.jobs.job import Job

JSON = "application/json"


class MakeFile(Job[bytes, None], frozen=True):
    """A file that is made once, and compressed; the job names it."""

    media_type: ClassVar[str] = JSON

    def content(self) -> bytes:
        """Make the file."""
        raise NotImplementedError

    def packed(self) -> bytes:
        """Make the file, and compress it."""
        return gzip.compress(self.content(), 9, mtime=0)

    def run(self, stop: Stop, report: Callable[[None], None]) -> bytes:
        return self.packed()
