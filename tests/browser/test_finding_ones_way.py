"""Settings, languages, new games, and what players say to each other."""

from __future__ import annotations

import json
import re
import time

from playwright.sync_api import Browser, Page, expect

import brettwerk
from brettwerk.findings import has_facts
from browser.axe import check
from browser.hands import by_mouse, sit_down
from browser.server import Server

KEEP = "([key, value]) => localStorage.setItem(key, JSON.stringify(value))"
ROOT = "name => document.documentElement.dataset[name]"


def settings(page: Page, name: str = "Settings") -> None:
    """The panel, open."""
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#settings")).to_be_visible()


def test_settings_take_effect_at_once_and_are_kept(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    game = server.create("abalone", "here", "here", begins=0)
    hands.open(game, 0, 1)
    rim = "getComputedStyle(document.querySelector('#board')).getPropertyValue('--bw-rim-0')"
    label = "getComputedStyle(document.querySelector('[data-layer=labels]')).visibility"
    look = """getComputedStyle(document.querySelector('#board defs [data-look=flat]')).display"""
    wood = page.evaluate(rim)
    assert (page.evaluate(look), page.evaluate(label)) == ("none", "visible")
    settings(page)
    check(page, "light", "dark")
    page.get_by_text("Slate").click()
    page.get_by_text("Flat").click()
    page.get_by_label("Show coordinates").uncheck()
    page.get_by_label("Theme").select_option("dark")
    page.get_by_label("Animation").select_option("off")
    page.get_by_label("Volume").fill("60")
    for again in (False, True):
        if again:
            page.reload()
            page.wait_for_selector("#table[data-moment]")
            settings(page)
        assert page.evaluate(rim) != wood
        assert (page.evaluate(look), page.evaluate(label)) == ("inline", "hidden")
        assert page.evaluate(ROOT, "theme") == "dark"
        assert page.evaluate("localStorage.getItem('set-motion')") == "0"
        expect(page.get_by_label("Volume")).to_have_value("60")
        expect(page.get_by_label("Slate")).to_be_checked()
        expect(page.get_by_label("Theme")).to_have_value("dark")
    # By keyboard: Escape closes the panel and leads back to its button.
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).to_be_hidden()
    expect(page.get_by_role("button", name="Settings", exact=True)).to_be_focused()
    assert hands.faults == []
    page.context.close()


def test_another_language_keeps_the_page_and_what_is_filled_in(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    page.goto(f"{server.address}/puzzles")
    page.locator(".card-link").first.click()
    puzzle = re.search(r"p=([^&]+)", page.url)
    assert puzzle
    settings(page)
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert f"p={puzzle[1]}" in page.url
    page.goto(f"{server.address}/new/abalone")
    page.locator("#kind-1").select_option("friend")
    page.locator("#name-0").fill("Ada")
    page.get_by_label("15 Minuten").check()
    settings(page, "Einstellungen")
    page.get_by_role("link", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#kind-1")).to_have_value("friend")
    expect(page.locator("#name-0")).to_have_value("Ada")
    expect(page.get_by_label("15 minutes")).to_be_checked()
    expect(page.get_by_role("button", name="Create game")).to_be_visible()
    assert hands.faults == []
    page.context.close()


# Words that lie over the picture of a game.
OVER_PICTURES = """() => [...document.querySelectorAll(".card")].filter((card) => {
  const [a, b] = [".card-players", ".card-picture"].map(
    (one) => card.querySelector(one).getBoundingClientRect());
  return a.top < b.bottom;
}).length"""


SHIFTS = """window.shifts = []; new PerformanceObserver((list) => shifts.push(...list.getEntries()))
  .observe({type: "layout-shift", buffered: true});"""
SHIFTED = "shifts.filter((e) => !e.hadRecentInput).reduce((sum, { value }) => sum + value, 0)"


def test_pages_do_not_jump_while_scripts_fill_them_in(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    page.add_init_script(SHIFTS)
    for path in ("/", "/learn", "/puzzles", "/new/abalone", "/new/triapon", "/progress"):
        page.goto(server.address + path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate(SHIFTED) < 0.02, path
    assert hands.faults == []
    page.context.close()


# What a card holds and does not show whole.
CUT_IN_CARDS = """() => [...document.querySelectorAll(".card *")].filter((one) => {
  const [a, b] = [one, one.closest(".card")].map((e) => e.getBoundingClientRect());
  return !one.closest("svg") && (a.right > b.right + 1 || a.bottom > b.bottom + 1);
}).map((one) => one.outerHTML.slice(0, 80))"""


def test_cards_show_all_that_they_hold_and_lie_flat_on_a_phone(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse, locale="de-DE")
    page = hands.page
    for path in ("/", "/puzzles"):
        page.goto(server.address + path)
        for width in (1280, 1024, 768, 390, 360):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(CUT_IN_CARDS) == [], (path, width)
        heights = page.locator(".card").evaluate_all("all => all.map((e) => e.offsetHeight)")
        assert max(heights) < 340, heights
        # A touch anywhere but on its links leads on.
        page.locator(".card-about").first.click(force=True)  # the link lies above it
        expect(page.locator(".card-about")).to_have_count(0)
    assert hands.faults == []
    page.context.close()


def test_one_click_starts_a_game_and_the_next_visit_continues_it(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    page.goto(server.address)
    expect(page.locator(".button.primary:visible")).to_have_count(1)
    assert page.evaluate(OVER_PICTURES) == 0
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector('#table[data-mine="1"]')
    expect(page.locator("#strip-top .chip-name")).to_have_text("Computer · level 2")
    expect(page.locator("#strip-bottom .chip-name")).to_have_text("You")
    address = page.url
    page.goto(server.address)
    goes_on = page.get_by_role("link", name=re.compile("^Continue"))
    expect(goes_on).to_have_class(re.compile("primary"))
    expect(page.locator(".button.primary:visible")).to_have_count(1)
    # Taking a game off the list is the quietest thing in it.
    forget = page.get_by_role("button", name=re.compile("^Remove this game"))
    assert forget.evaluate("e => getComputedStyle(e).borderTopColor") == "rgba(0, 0, 0, 0)"
    check(page, "light", "dark")
    goes_on.click()
    page.wait_for_url(address)
    assert hands.faults == []
    page.context.close()


def test_the_choices_for_a_new_game_are_remembered(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    page.goto(f"{server.address}/new/abalone")
    page.locator("#level-1").select_option("5")
    page.locator("#name-0").fill("Ada")
    page.get_by_label("10 minutes").check()
    page.get_by_text("Snakes", exact=True).click()
    page.get_by_role("button", name="Start game").click()
    page.wait_for_selector("#table[data-moment]")
    page.goto(f"{server.address}/new/abalone")
    expect(page.locator("#level-1")).to_have_value("5")
    expect(page.get_by_label("10 minutes")).to_be_checked()
    expect(page.get_by_label("Snakes", exact=True)).to_be_checked()
    page.goto(f"{server.address}/new/drei")
    expect(page.locator("#name-0")).to_have_value("Ada")
    expect(page.locator("#level-1")).to_have_value("3")
    assert hands.faults == []
    page.context.close()


def test_an_opponent_with_a_face_plays_at_ones_strength(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    page.goto(f"{server.address}/new/abalone")
    page.locator("#level-1").select_option("mine")
    page.locator("#kind-1").select_option("computer-attacking")
    about = page.locator('[data-seat="1"] [data-about]')
    expect(about).to_have_text(re.compile(r"level 4 now.*Rosa attacks"))
    page.get_by_role("button", name="Start game").click()
    page.wait_for_selector("#table[data-moment]")
    expect(page.locator("#strip-top .chip-name")).to_have_text("🦊 Rosa · level 4")
    page.goto(f"{server.address}/new/drei")  # nobody has a style there
    expect(page.locator("#kind-1 option")).to_have_count(3)
    assert hands.faults == []
    page.context.close()


def test_a_guest_has_a_name_scans_a_code_and_hears_phrases_in_another_language(
    browser: Browser, server: Server
) -> None:
    ada = sit_down(browser, server, by_mouse)
    bo = sit_down(browser, server, by_mouse, locale="de-DE")
    page = ada.page
    page.goto(f"{server.address}/new/drei")
    page.locator("#kind-1").select_option("friend")
    page.get_by_role("button", name="Create game").click()
    page.get_by_text("Show QR code").click()
    expect(page.locator(".code svg")).to_be_visible()
    check(page, "light", "dark")
    bo.page.goto(page.locator("#invite input").input_value())
    bo.page.get_by_label("Wie heißt du?").fill("Bo")
    check(bo.page)
    bo.page.get_by_role("button", name="Speichern").first.click()
    expect(bo.page.locator("#guest")).to_be_hidden()
    expect(page.locator(".chip-name", has_text="Bo")).to_be_visible()
    bo.page.get_by_role("button", name="Etwas sagen").click()
    check(bo.page)
    bo.page.get_by_role("button", name="Viel Glück und viel Spaß!").click()
    expect(page.locator("#bubble")).to_have_text("Bo: “Good luck and have fun!”")
    expect(bo.page.locator("#bubble")).to_have_text("Bo: „Viel Glück und viel Spaß!“")
    # Who does not want to hear anything does not.
    bo.page.get_by_role("button", name="Einstellungen").click()
    bo.page.get_by_label("Kurze Sätze der anderen anzeigen").uncheck()
    bo.page.keyboard.press("Escape")
    page.get_by_role("button", name="Say something").click()
    page.get_by_role("button", name="Hello!").click()
    expect(page.locator("#bubble")).to_contain_text("Hello!")
    expect(bo.page.locator("#bubble")).not_to_contain_text("Hallo!")
    for hands in (ada, bo):
        assert hands.faults == []
        hands.page.context.close()


def test_progress_is_counted_exported_and_deleted_on_the_device(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    page.goto(server.address)
    page.evaluate("""() => {
      localStorage.setItem('lessons', JSON.stringify({drei: ['a', 'b']}));
      const known = {solved: {x: true, y: false, z: true}, run: 1, best: 2};
      localStorage.setItem('puzzles-drei', JSON.stringify(known));
      localStorage.setItem('set-coordinates', '0');
    }""")
    game = server.create("drei", "here", "computer", begins=0)
    hands.open(game, 0)
    hands.press("Resign")
    hands.press("Yes, resign")
    expect(page.locator("#status.over")).to_be_visible()
    page.goto(f"{server.address}/progress")
    figures = page.locator("#figures li")
    expect(figures).to_contain_text(["1", "0", "3", "2", "0"])
    expect(page.locator("#levels tbody tr")).to_have_text(["1001"])
    check(page, "light", "dark")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export as a file").click()
    kept = json.loads(download.value.path().read_text("utf-8"))
    assert json.loads(kept["games"])[0]["result"] == "lost"
    page.get_by_role("button", name="Delete everything").click()
    page.get_by_role("button", name="Yes, delete").click()
    expect(figures).to_contain_text(["0"] * 5)
    assert page.evaluate("Object.keys(localStorage)") == ["set-coordinates"]
    assert hands.faults == []
    page.context.close()


def test_what_is_known_begins_with_a_sentence_and_a_picture(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse, viewport={"width": 1280, "height": 1000})
    page = hands.page
    for name in filter(has_facts, brettwerk.NAMES):
        page.goto(f"{server.address}/known/{name}")
        visible = page.locator(".known-picture:visible")
        expect(visible).to_have_count(1)
        assert visible.evaluate("e => e.getBoundingClientRect().bottom") <= 1000
        assert page.locator(".known > section > p").first.inner_text()
        # The address of a fact unfolds it.
        folded = page.locator(".known-fold section[id]").last
        expect(folded).to_be_hidden()
        page.goto(f"{server.address}/known/{name}#{folded.get_attribute('id')}")
        expect(folded).to_be_visible()
    page.context.close()


def test_ways_to_play_are_one_touch_away(browser: Browser, server: Server) -> None:
    page = sit_down(browser, server, by_mouse).page
    page.goto(f"{server.address}/new/triapon")
    kinds = [page.locator(f"#kind-{seat}") for seat in range(3)]
    way = page.get_by_role("button", name="With friends by link")
    expect(page.get_by_role("button", name="Against the computer")).to_have_attribute(
        "aria-pressed", "true"
    )
    way.click()
    for kind, wanted in zip(kinds, ("here", "friend", "friend"), strict=True):
        expect(kind).to_have_value(wanted)
    expect(way).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#start")).to_have_text("Create game")
    # A mixture is none of them.
    kinds[2].select_option("computer")
    expect(page.locator("[data-way][aria-pressed=true]")).to_have_count(0)
    page.get_by_role("button", name="Together at this screen").click()
    expect(kinds[2]).to_have_value("here")
    page.context.close()


def test_large_buttons_lead_to_what_comes_next(browser: Browser, server: Server) -> None:
    page = sit_down(browser, server, by_mouse).page
    first, second = brettwerk.NAMES[:2]
    page.goto(f"{server.address}/learn")
    following = page.locator("#next-lesson")
    expect(following).to_have_attribute("href", re.compile(f"/lessons/{first}$"))
    page.evaluate(KEEP, ["lessons", {second: ["first"]}])
    page.reload()
    expect(following).to_have_text(re.compile("^Continue: "))
    expect(following).to_have_attribute("href", re.compile(f"/learn/{second}$"))
    page.goto(f"{server.address}/puzzles")
    puzzle = page.locator("#next-puzzle")
    expect(puzzle).to_have_attribute("href", re.compile(f"/puzzles/{first}[?]p="))
    solved = page.locator(f"[data-game={first}]").get_attribute("data-puzzle")
    page.evaluate(KEEP, [f"puzzles-{first}", {"solved": {solved: True}}])
    page.reload()
    expect(puzzle).to_have_attribute("href", re.compile(f"/puzzles/{second}[?]p="))
    page.context.close()


def test_home_says_when_a_game_was_played_and_how_it_ended(
    browser: Browser, server: Server
) -> None:
    page = sit_down(browser, server, by_mouse).page
    page.goto(server.address)
    day_ago = (time.time() - 24 * 3600) * 1000
    game = {"id": "x", "game": "drei", "keys": [], "friends": [], "device": True, "at": day_ago}
    ended = {**game, "result": "won", "level": 2}
    for known, told in ((ended, "You won · with Computer · level 2"), (game, "Not over yet")):
        page.evaluate(KEEP, ["games", [known]])
        page.reload()
        expect(page.locator(".mine-words small")).to_have_text(re.compile(f"^{told} · yesterday, "))
    page.context.close()
