"""A bundler of few pages, for tests; in no language it never ends."""

import os
import sys
from pathlib import Path
from time import sleep

from brettwerk.server import bundler
from brettwerk.server.site import bundle

PAGES = ["/", "/learn", "/offline"]
PAGES += [f"/{kind}/drei" for kind in ("learn", "rules", "lessons", "puzzles")]
FILES = ["/board/drei.svg?flipped=1", "/data/de/puzzles/drei.json"]

if __name__ == "__main__":
    language, version = sys.argv[1:]
    if language.endswith(".pid"):
        Path(f"{language}.new").write_text(str(os.getpid()))
        Path(f"{language}.new").replace(language)
        sleep(600)
    bundle.bundled_addresses = lambda language: PAGES + FILES  # noqa: ARG005
    sys.exit(bundler.main(language, version))
