"""Writes the pages that devices keep to standard output; a server runs it as a subprocess.

`python -m brettwerk.server.bundler LANGUAGE VERSION`; it fails if its files have another version.
"""

import asyncio
import gzip
import os
import sys

from brettwerk.i18n import find_language
from brettwerk.server.app import make_pages
from brettwerk.server.site.bundle import server_bundle
from brettwerk.server.site.offline import pages_version

NICENESS = 5  # games come first


def main(wanted: str, version: str) -> int:
    """Return 0 if the bundle has been written."""
    language = find_language(wanted)
    if language is None or version != pages_version():
        return 1
    with make_pages() as app:
        made = asyncio.run(server_bundle(app, language))
    sys.stdout.buffer.write(gzip.compress(made, 9, mtime=0))
    return 0


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    sys.exit(main(*sys.argv[1:]))
