"""The static site: real pages, no dead link, in any folder; and pages without a connection."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import unquote, urlencode, urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import brettwerk
from brettwerk.learn.course import course_steps
from brettwerk.learn.model_games import model_games
from browser.axe import check
from browser.conftest import ARGUMENTS, found_browser
from browser.plain_server import FOLDER, WHOLE, PlainServer, built_site, copy_of, write
from browser.server import Server

LIMIT = 1_500_000  # bytes that a device fetches to play, learn, solve and analyse everything
A_STEP = 1_000  # bytes of them for one more step of a course
HOST = "http://host"
LINK = re.compile(r'\s(?:href|src|action)="([^"]*)"')
READY = "body[data-offline=ready]"
# One of each kind.
SAMPLE = [
    "",
    "learn/",
    "new/abalone/",
    "rules/drei/",
    "lessons/katarenga/",
    "puzzles/",
    "course/isolation/",
    "course/congress/join-1/",
    "course/bedraengnis/game/1/",
    "practice/drei/",
    "progress/",
    "known/drei/",
]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The site as the command writes it, with short courses."""
    return built_site(tmp_path_factory, worker_id)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The whole site, for slow tests."""
    return built_site(tmp_path_factory, worker_id, WHOLE)


def page_file(built: Path, path: str) -> Path:
    file = built / unquote(path.removeprefix("/"))
    return file / "index.html" if path.endswith("/") else file


# -- the files ------------------------------------------------------------------------------------
def check_links(built: Path) -> None:
    """No link is dead, and every page is reached."""
    games = [f"/{FOLDER}/{lang}/play/{name}/" for lang in ("de", "en") for name in brettwerk.NAMES]
    played = [*games, *(f"{place}review/" for place in games)]
    offline = [f"/{FOLDER}/{lang}/offline/" for lang in ("de", "en")]
    # To games on the device scripts lead, and the service worker to what is not kept.
    waiting = [f"/{FOLDER}/", *played, *offline]
    seen = set(waiting)
    while waiting:
        path = waiting.pop()
        text = page_file(built, path).read_text(encoding="utf-8")
        for link in set(LINK.findall(text)):
            target = urlsplit(urljoin(HOST + path, unescape(link)))
            if target.netloc != "host":
                assert target.netloc == "example.org", link  # where the site is said to lie
            elif target.path not in seen:
                assert target.path.startswith(f"/{FOLDER}/"), (path, link)
                assert page_file(built, target.path).is_file(), (path, link)
                seen.add(target.path)
                if target.path.endswith("/"):
                    waiting.append(target.path)
    made = {f"/{file.relative_to(built).parent}/" for file in built.rglob("index.html")}
    assert made == {path for path in seen if path.endswith("/")}
    assert len(made) > 20 * len(brettwerk.NAMES)


def test_no_link_is_dead_and_every_page_is_reached(built: Path) -> None:
    check_links(built)


@pytest.mark.slow
def test_no_link_of_the_whole_site_is_dead(whole: Path) -> None:
    check_links(whole)


def test_search_engines_and_link_previews_see_real_pages(built: Path) -> None:
    site = built / FOLDER
    titles, home = set[str](), "https://example.org/sub/folder/"
    for language in ("de", "en"):
        for path in SAMPLE:
            text = (site / language / path / "index.html").read_text(encoding="utf-8")
            titles.add(text.partition("<title>")[2].partition("</title>")[0])
            assert f'<link rel="canonical" href="{home}{language}/{path}">' in text
            assert f'hreflang="de" href="{home}de/{path}">' in text
            assert re.search('<meta name="description" content="[^"]{20,}">', text)
            picture = re.search('<meta property="og:image" content="(.*?)">', text)
            assert picture is not None
            assert (site / picture[1].removeprefix(home)).read_bytes().startswith(b"\x89PNG")
            assert "<h1" in text
    assert len(titles) == 2 * len(SAMPLE)
    places = re.findall("<loc>(.*?)</loc>", (site / "sitemap.xml").read_text())
    assert all((site / place.removeprefix(home) / "index.html").is_file() for place in places)
    assert len(places) == len(set(places)) > 200
    assert not any("/play/" in place for place in places)  # which show nothing without a game
    assert f'href="/{FOLDER}/en/"' in (site / "404.html").read_text(encoding="utf-8")


def kept_bytes(built: Path) -> int:
    """What a device fetches to keep everything, in the larger language."""
    site = built / FOLDER
    files = [site / name for name in worker_facts(site)["files"]]
    assert len(files) > 60
    packed = [len(gzip.compress(file.read_bytes())) for file in files]
    bundles = [site / "offline" / f"{language}.json" for language in ("de", "en")]
    return sum(packed) + max(len(gzip.compress(file.read_bytes())) for file in bundles)


def later_steps(name: str) -> list[str]:
    """The steps of a course that are left out of the site with short courses."""
    return [step.name for step in course_steps(name) if not step.name.endswith("-1")]


def test_everything_that_a_device_keeps_is_small(built: Path) -> None:
    left_out = sum(len(later_steps(name)) for name in brettwerk.NAMES)
    assert kept_bytes(built) + left_out * A_STEP < LIMIT


@pytest.mark.slow
def test_the_whole_site_is_small_on_a_device(built: Path, whole: Path) -> None:
    left_out = sum(len(later_steps(name)) for name in brettwerk.NAMES)
    assert kept_bytes(whole) < LIMIT
    assert kept_bytes(whole) < kept_bytes(built) + left_out * A_STEP


def test_a_device_keeps_all_it_needs_to_play_and_learn(built: Path) -> None:
    bundle = json.loads((built / FOLDER / "offline" / "de.json").read_text(encoding="utf-8"))
    for place, numbers in bundle["files"].items():
        text = "".join(bundle["passages"][number] for number in numbers)
        assert text == page_file(built, f"/{FOLDER}/{place}").read_text(encoding="utf-8")
    for name in brettwerk.NAMES:
        for page in ("new", "play", "learn", "rules", "lessons", "puzzles", "analysis", "practice"):
            assert f"de/{page}/{name}/" in bundle["files"]
        first = [step.name for step in course_steps(name) if step.name.endswith("-1")]
        games = [f"game/{number + 1}" for number in range(len(model_games(name, "de")))]
        assert first
        for page in (*first, *games):
            assert f"de/course/{name}/{page}/" in bundle["files"]


def test_it_can_be_installed(built: Path) -> None:
    site = built / FOLDER
    for language in ("de", "en"):
        place = f"{HOST}/{FOLDER}/app/{language}.webmanifest"
        manifest = json.loads(page_file(built, urlsplit(place).path).read_text(encoding="utf-8"))
        assert manifest["display"] == "standalone"
        assert manifest["lang"] == language
        assert urlsplit(urljoin(place, manifest["scope"])).path == f"/{FOLDER}/"
        addresses = [manifest["start_url"], *(one["url"] for one in manifest["shortcuts"])]
        for address in addresses:
            assert page_file(built, urlsplit(urljoin(place, address)).path).is_file()
        found = set[tuple[str, str]]()
        for icon in manifest["icons"]:
            picture = (site / "app" / icon["src"]).read_bytes()
            width, height = (int.from_bytes(picture[at : at + 4]) for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"
            found.add((icon["sizes"], icon["purpose"]))
        assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= found


def worker_facts(site: Path) -> dict[str, Any]:
    first = (site / "sw.js").read_text(encoding="utf-8").splitlines()[0]
    found: dict[str, Any] = json.loads(first.removeprefix("const FACTS = ").removesuffix(";"))
    return found


# -- in the browser -------------------------------------------------------------------------------
@pytest.fixture
def device(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that keeps pages."""
    context = browser.new_context(locale="de-DE", service_workers="allow")
    yield context
    context.close()


def watched(page: Page) -> list[str]:
    """Errors of a page, as they come."""
    faults = list[str]()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console",
        lambda said: faults.append(said.text) if said.type in ("error", "warning") else None,
    )
    return faults


@pytest.mark.parametrize("paths", [SAMPLE[::4], pytest.param(SAMPLE, marks=pytest.mark.slow)])
def test_everybody_can_use_it_from_any_folder(
    paths: list[str], built: Path, device: BrowserContext
) -> None:
    with PlainServer(built) as server:
        page = device.new_page()
        faults = watched(page)
        page.goto(server.address)
        page.wait_for_url(f"{server.address}de/")  # as the browser prefers
        page.wait_for_selector(READY)  # else pages are being kept all the time
        for path in paths:
            page.goto(f"{server.address}de/{path}")
            page.wait_for_selector(READY)  # beside a worker the network may never be idle
            check(page, "light", "dark")
        page.goto(f"{server.address}de/learn/")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")  # past the bar
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('main') !== null")
        english = page.locator("a.lang[hreflang=en]").first.evaluate("(link) => link.href")
        page.goto(server.address)
        assert page.url == f"{server.address}de/"  # the worker knows which language was used
        # Last: from now on that is English, as soon as the worker has heard of it.
        page.goto(english)
        assert page.url == f"{server.address}en/learn/"
        assert faults == []


def works_on_the_device(page: Page, home: str) -> None:
    """Rules to try, lessons, puzzles, and an analysis."""
    page.goto(f"{home}rules/abalone/")
    example = page.locator(".example:has(.try[data-move])").first
    example.locator(".try[data-move]").first.click()
    expect(example).to_have_attribute("data-ply", "1")
    page.goto(f"{home}lessons/drei/")
    page.locator("#hint").click()
    expect(page.locator("#verdict")).to_contain_text("So geht es")
    a_course_is_gone_through(page, home)
    page.goto(f"{home}puzzles/katarenga/#more")
    page.wait_for_url(re.compile(r"\?p="))
    page.locator("#solution").click()
    expect(page.locator("#verdict")).to_contain_text("Die Lösung")
    page.goto(f"{home}analysis/triapon/")
    expect(page.locator("#lines li").first).to_be_visible()
    positions_are_read(page, home)


def a_course_is_gone_through(page: Page, home: str) -> None:
    """From its chapters to a step that is done and played out, and a model game."""
    step = course_steps("congress")[0]
    page.goto(f"{home}course/congress/")
    page.locator("[data-go]").click()
    page.wait_for_url(f"{home}course/congress/{step.name}/")
    page.locator("#hint").click()
    expect(page.locator("#verdict")).to_contain_text("So geht es")
    page.goto(f"{home}course/bedraengnis/game/1/")
    page.locator("[data-walk=last]").click()
    last = model_games("bedraengnis", "de")[0].record.final()
    expect(page.locator("#study")).to_have_attribute("data-position", last.text)


def positions_are_read(page: Page, home: str) -> None:
    """By a link, pasted and set up by hand; what cannot be is refused with the reason."""
    board, placed = page.locator("#study"), brettwerk.game("drei", board="#4711").start().play("d4")
    page.goto(f"{home}analysis/drei/#{urlencode({'p': placed.text})}")
    expect(board).to_have_attribute("data-position", placed.text)
    page.locator("#bring > summary").click()
    page.locator("#pasted").fill("drei/1 ......../......../......../........ w")
    page.locator("#paste [type=submit]").click()
    expect(page.locator("#bring-note")).to_contain_text("4 Reihen")
    page.locator("#pasted").fill('[Game "drei"]\n[Lines "any"]\n\n1. d4 {gut} (1. a1) *')
    page.locator("#paste [type=submit]").click()
    begun = brettwerk.game("drei", lines="any").start()
    expect(board).to_have_attribute("data-position", begun.text)
    page.locator("#arrange > summary").click()
    page.locator("[name=piece][value=white]").check()
    page.locator("[data-cell=d4]").click()
    page.locator("#arranging [type=submit]").click()
    expect(page.locator("#arrange-fault")).to_contain_text("passen nicht dazu, wer am Zug ist")
    page.locator("#to-move").select_option("1")
    page.locator("#detail-last").select_option("d4")
    page.locator("#arranging [type=submit]").click()
    expect(board).to_have_attribute("data-position", begun.play("d4").text)


def begin_against_computers(page: Page, home: str, game: str) -> None:
    """Begin a game in which I move first."""
    page.goto(f"{home}new/{game}/")
    expect(page.locator("[data-kind] option[value=friend]")).to_have_count(0)
    expect(page.get_by_text("Um mit Freunden per Link zu spielen, braucht es")).to_be_visible()
    page.locator("#begins").select_option("0")
    expect(page.locator("#start")).to_be_enabled()
    page.locator("#start").click()
    page.wait_for_url(re.compile(re.escape(f"{home}play/{game}/#")))


def play_and_be_answered(page: Page, moves: int) -> None:
    """Type the first legal move again and again, each after the computer's answer."""
    for _ in range(moves):
        expect(page.locator("#status")).to_contain_text("Du bist am Zug")
        before = int(page.locator("#table").get_attribute("data-moment") or 0)
        move = (page.locator("#typed").get_attribute("placeholder") or "").rpartition(" ")[2]
        page.locator("#typed").fill(move)
        page.locator("#typed").press("Enter")
        expect(page.locator("#table")).to_have_attribute("data-moment", str(before + 2))


@pytest.mark.slow
def test_games_are_played_on_the_device(built: Path, device: BrowserContext) -> None:
    page = device.new_page()
    faults = watched(page)
    pieces, mine = page.locator("[data-piece]"), page.locator("#mine a")
    with PlainServer(built) as server:
        home = f"{server.address}de/"
        page.goto(home)
        page.wait_for_selector(READY)
        begin_against_computers(page, home, "isolation")
        play_and_be_answered(page, 2)
        check(page)
        expect(page.locator("#watch")).to_have_count(0)  # a server's
    play_and_be_answered(page, 1)  # without a connection from here on
    expect(pieces).to_have_count(6)
    page.locator("a.skip").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash !== '#content'")  # the address still names the game
    page.reload()
    expect(pieces).to_have_count(6)
    page.locator("[data-do=page-analyse]").click()
    page.wait_for_url(re.compile(re.escape(f"{home}analysis/isolation/#")))
    expect(pieces).to_have_count(6)
    expect(page.locator("#lines li").first).to_be_visible()
    page.reload()  # a board drawn by lot is known again
    expect(pieces).to_have_count(6)
    begin_against_computers(page, home, "katarenga")
    play_and_be_answered(page, 1)
    page.goto(home)
    expect(mine).to_have_text(["Katarenga", "Isolation"])
    page.reload()
    mine.last.click()
    page.wait_for_url(re.compile(re.escape(f"{home}play/isolation/#")))
    expect(pieces).to_have_count(6)
    play_and_be_answered(page, 1)
    assert faults == []


MADE = """async () => {
  const cache = await caches.open((await caches.keys())[0]);
  return (await cache.keys()).filter(({ url }) => url.endsWith("/")).length;
}"""


def test_it_starts_cold_without_a_connection(built: Path, browser: Browser, tmp_path: Path) -> None:
    launch = browser.browser_type.launch_persistent_context
    options: dict[str, Any] = {"executable_path": found_browser(), "args": ARGUMENTS}
    options["locale"] = "de-DE"
    with PlainServer(built) as server:
        context = launch(tmp_path, **options)
        page = context.new_page()
        page.goto(f"{server.address}de/")
        page.wait_for_selector(READY)
        assert page.evaluate(MADE) == 0  # pages are made from the bundle when they are opened
        context.close()
    context = launch(tmp_path, **options)
    page = context.new_page()
    faults = watched(page)
    for place in (*SAMPLE[:-1], "puzzles/drei/"):
        page.goto(f"{server.address}de/{place}?a=b")
        assert page.url == f"{server.address}de/{place}?a=b"
        page.wait_for_load_state()
        assert page.locator("h1").count() == 1
    assert page.evaluate(MADE) == len(SAMPLE)
    works_on_the_device(page, f"{server.address}de/")
    assert faults == []
    page.goto(server.address)  # the language that was used
    assert page.url == f"{server.address}de/"
    for place in ("de/known/drei/", "en/new/drei/"):  # are not kept, and say so
        page.goto(server.address + place)
        assert page.url == f"{server.address}de/offline/"
    context.close()


# -- one version after the other ------------------------------------------------------------------
OLD, NEW = "<title>Brettwerk – Brettspiele</title>", "<title>Brettwerk, neu</title>"


NONE_ARRIVES = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update().catch(() => {});
  return !registration.installing && !(await caches.keys()).some((name) => name.endsWith("broken"));
}"""


def renewed(site: Path, version: str, file: str = "") -> None:
    """Another version of the site, with another first page, and perhaps a file that is missing."""
    facts = worker_facts(site)
    files = [name for name in facts["files"] if (site / name).is_file()]
    facts |= {"version": version, "files": [*files, *([file] if file else [])]}
    bundle = site / "offline" / "de.json"
    quoted = [json.dumps(title, ensure_ascii=False)[1:-1] for title in (OLD, NEW)]
    write(bundle, bundle.read_text(encoding="utf-8").replace(quoted[0], quoted[1]))
    first = site / "de" / "index.html"
    write(first, first.read_text(encoding="utf-8").replace(OLD, NEW))
    # Last: Chromium looks for a new version a second after a page, also while the others change.
    lines = (site / "sw.js").read_text(encoding="utf-8").splitlines()[1:]
    write(site / "sw.js", "\n".join([f"const FACTS = {json.dumps(facts)};", *lines]))


def caches(page: Page) -> list[str]:
    found: list[str] = page.evaluate("caches.keys()")
    return found


def test_a_new_version_comes_as_a_whole_and_when_it_is_wanted(
    built: Path, device: BrowserContext, tmp_path: Path
) -> None:
    with PlainServer(copy_of(built, tmp_path / "copy")) as server:
        site, home = server.site, f"{server.address}de/"
        page = device.new_page()
        page.goto(home)
        page.wait_for_selector(READY)
        page.evaluate("caches.open('somebody else')")
        # A version that lacks a part is none.
        renewed(site, "broken", file="static/nothing.js")
        page.reload()
        page.evaluate("navigator.serviceWorker.ready.then((one) => one.update()).catch(() => 0)")
        page.reload()
        expect(page).to_have_title("Brettwerk – Brettspiele")
        page.wait_for_selector(READY)
        page.wait_for_function(NONE_ARRIVES)  # else the next look would be part of this one
        # One that is whole waits until it is wanted; until then everything stays as it was.
        renewed(site, "whole")
        page.reload()
        note = page.get_by_text("Eine neue Version ist da")
        expect(note).to_be_visible()
        check(page)
        other = device.new_page()
        other.goto(home)
        for one in (page, other):
            expect(one).to_have_title("Brettwerk – Brettspiele")
        page.get_by_role("button", name="Neu laden").click()
        for one in (page, other):  # all pages change together
            expect(one).to_have_title("Brettwerk, neu")
        page.wait_for_selector(READY)
        assert sorted(caches(page)) == [f"brettwerk /{FOLDER}/ whole", "somebody else"]
        # And if there is to be none any more, nothing stays.
        renewed(site, "")
        page.reload()
        page.wait_for_function("async () => !(await navigator.serviceWorker.getRegistration())")
        page.wait_for_function("async () => (await caches.keys()).join() === 'somebody else'")


def test_a_page_that_opens_while_a_new_version_arrives_says_so(
    built: Path, device: BrowserContext, tmp_path: Path
) -> None:
    with PlainServer(copy_of(built, tmp_path / "copy")) as server:
        page = device.new_page()
        page.goto(f"{server.address}de/")
        page.wait_for_selector(READY)
        arrived = server.held["de.json"] = Event()
        renewed(server.site, "slow")
        page.evaluate("navigator.serviceWorker.ready.then((one) => void one.update())")
        installing = "(await navigator.serviceWorker.getRegistration()).installing"
        page.wait_for_function(f"async () => Boolean({installing})")
        page.reload()
        page.wait_for_selector(READY)
        arrived.set()
        expect(page.get_by_text("Eine neue Version ist da")).to_be_visible()


# -- beside a server ------------------------------------------------------------------------------
def test_pages_of_a_server_outlast_it_and_games_stay_live(
    server: Server, device: BrowserContext
) -> None:
    page = device.new_page()
    page.goto(f"{server.address}/?lang=de")
    page.wait_for_selector(READY)
    game = server.create("drei", "here", "here")
    live = device.new_page()
    live.goto(f"{server.address}/g/{game['id']}#k={game['seats'][0]['key']}")
    expect(live.get_by_role("status").first).not_to_be_empty()
    policy = "(await fetch(location.href)).headers.get('content-security-policy')"
    assert page.evaluate(f"(async () => {policy})()")
    page.goto(f"{server.address}/learn/drei")
    assert page.evaluate("performance.getEntriesByType('navigation')[0].transferSize") == 0
    assert page.evaluate("fetch('/api/catalogue').then((one) => one.ok)")
    server.stop()
    try:
        for path in ("/", "/rules/drei", "/lessons/drei", "/puzzles/drei?p=x", "/learn?lang=de"):
            page.goto(server.address + path)
            expect(page.locator("html")).to_have_attribute("lang", "de")
            expect(page.locator("h1")).to_have_count(1)
        live.reload()  # the game is on the server
        expect(live.get_by_text("Keine Verbindung")).to_be_visible()
    finally:
        server.start()
    live.reload()
    expect(live.locator("#board")).to_be_visible()
