"""What a server gives to browsers that keep its pages, and what the command says."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace

import pytest

from brettwerk.errors import BadOptions
from brettwerk.server.http.pages import SiteFacts
from brettwerk.server.http.places import Links
from brettwerk.server.site import build, offline
from cli.helpers import refused
from server.few_pages import FILES, PAGES
from server.helpers import serving


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offline, "BUNDLER", "server.few_pages")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))


def test_a_device_keeps_what_the_server_would_say() -> None:
    with serving() as client:
        answer = client.get("/offline/de.json")
        assert "script-src" in answer.headers["content-security-policy"]
        found = answer.json()
        kept = {
            place: "".join(found["passages"][number] for number in numbers)
            for place, numbers in found["files"].items()
        }
        pages = [f"{address[1:]}?lang=de" for address in PAGES]
        assert list(kept) == [*pages, *(address[1:] for address in FILES)]
        for place, text in kept.items():
            # Only its card for other sites says where a page was read.
            here = client.get(f"/{place}").text.replace("http://testserver/", "http://localhost/")
            assert text == here
        assert client.get("/offline/fr.json").status_code == 404
        puzzles = json.loads(kept["data/de/puzzles/drei.json"])
        first = client.get(f"/api/puzzles/drei/{puzzles[0]['task']['id']}?lang=de").json()
        assert puzzles[0]["task"] == first


def test_pages_of_another_version_are_not_given_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offline, "pages_version", lambda: "before the update")
    with serving() as client:
        assert client.get("/offline/de.json").status_code == 503
        monkeypatch.undo()
        monkeypatch.setattr(offline, "BUNDLER", "server.few_pages")
        monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
        assert client.get("/offline/de.json").status_code == 200  # it is tried again


def test_a_server_that_stops_leaves_no_process(tmp_path: Path) -> None:
    file = tmp_path / "started.pid"

    async def stopped() -> int | None:
        packing = asyncio.create_task(offline._packed(str(file)))
        while not file.exists():
            await asyncio.sleep(0.05)
        packing.cancel()
        await asyncio.wait([packing])
        return int(file.read_text())

    process = asyncio.run(stopped())
    assert process
    deadline = monotonic() + 60
    while Path(f"/proc/{process}").exists():
        assert monotonic() < deadline
        sleep(0.02)


def test_a_version_is_the_same_at_every_start_and_on_every_server() -> None:
    code = "from brettwerk.server.site.offline import pages_version as v; print(v())"
    told = {
        subprocess.check_output([sys.executable, "-c", code], env={**os.environ, **seed})
        for seed in ({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2"})
    }
    assert len(told) == 1


def test_the_worker_is_one_version_or_goes_away() -> None:
    with serving() as client:
        script = client.get("/sw.js")
        assert script.headers["cache-control"] == "no-cache"
        facts = json.loads(script.text.splitlines()[0][len("const FACTS = ") : -1])
        assert facts["version"]
        for file in facts["files"]:
            assert client.get(f"/{file}").status_code == 200, file
        assert 'src="/static' in client.get("/").text
        assert "offline.js" in client.get("/").text
    with serving(offline=False) as client:
        assert '"version":""' in client.get("/sw.js").text
        assert client.get("/offline/de.json").status_code == 404
        assert "offline.js" not in client.get("/").text.partition("</head>")[2]


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert "mine" not in refused("site", tmp_path)
    assert "https" in refused("site", tmp_path / "new", "--base", "example.org")
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]


WRONG_ADDRESSES = [
    "example.org",
    "javascript:alert(1)",
    "https://",
    "https://host:port",
    "https://[::1",
    'https://host/"><script>',
    "https://host/a b",
    "https://host/?q=1",
    "https://somebody@host/",
]


@pytest.mark.parametrize("given", WRONG_ADDRESSES)
@pytest.mark.parametrize("option", ["--base", "--server"])
def test_an_address_must_be_one(given: str, option: str, tmp_path: Path) -> None:
    assert "https://" in refused("site", tmp_path / "new", option, given)


def test_an_address_is_written_as_text() -> None:
    links = Links("de/", "de", frozenset({"/"}), "https://host/a&amp/")
    assert links.relative('<a href="/g/x">') == '<a href="https://host/a&amp;amp/g/x">'


def test_another_version_of_a_game_of_another_package_is_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "text" / "en"
    folder.mkdir(parents=True)
    (tmp_path / "text" / "en" / "rules.md").write_text("one")
    monkeypatch.setattr(offline, "names", lambda: ["other"])
    monkeypatch.setattr(offline, "definition", lambda _: SimpleNamespace(folder=tmp_path))
    before = offline.pages_version.__wrapped__()
    (folder / "rules.md").write_text("two")
    assert offline.pages_version.__wrapped__() != before


def test_an_earlier_site_is_replaced_once_the_new_one_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: dict[str, bytes] = {"de/": b"new", build.MARKER: b"{}"}

    async def files(_: object) -> dict[str, bytes]:
        if not made:
            raise BadOptions("cli-site-address", given="")
        return made

    monkeypatch.setattr(build.SiteBuilder, "__init__", lambda *_: None)
    monkeypatch.setattr(build.SiteBuilder, "files", files)
    site, link = tmp_path / "site", tmp_path / "link"
    link.symlink_to(site, target_is_directory=True)
    (site / "old").mkdir(parents=True)
    (site / build.MARKER).write_text("{}")
    monkeypatch.chdir(site)
    for place in (Path(), link, site):
        asyncio.run(build.build_site(None, place, SiteFacts()))  # type: ignore[arg-type]
        assert sorted(path.name for path in site.iterdir()) == [build.MARKER, "de"]
    made = {}
    with pytest.raises(BadOptions):
        asyncio.run(build.build_site(None, site, SiteFacts()))  # type: ignore[arg-type]
    assert (site / "de" / "index.html").read_bytes() == b"new"
