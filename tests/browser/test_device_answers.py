"""The device answers as the server does: positions, lessons, puzzles, drawings of boards."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from brettwerk.core.registry import definition
from browser.server import Server
from quick import each_shown

# Random games on the device, of which the server tells the same.
COMMON = """
const post = (body) => body && { method: "POST", body: JSON.stringify(body),
  headers: { "content-type": "application/json" } };
const json = async (answer) => (await answer).json();
const { respond } = await import(`${modules}device/answers.js`);
const both = async (address, body) =>
  [await json(respond(address, body)), await json(fetch(`${address}?lang=en`, post(body)))];
"""
STUDY = """async ([modules, game, options, seed]) => {
  COMMON
  let number = seed;
  const random = (below) => { number = (number * 48271) % 2147483647; return number % below; };
  let here = await json(respond("/api/study", { game, options }));
  const { begin } = here;
  const moves = [];
  for (let ply = 0; ply < 60 && here.turn !== null; ply++) {
    moves.push(here.moves[random(here.moves.length)][0]);
    here = await json(respond("/api/study", { position: begin, moves }));
  }
  return both("/api/study", { position: begin, moves, from: moves.length - 3 });
}""".replace("COMMON", COMMON)
EXPLAIN = """async ([modules, game, options, seed]) => {
  COMMON
  let number = seed;
  const random = (below) => { number = (number * 48271) % 2147483647; return number % below; };
  let here = await json(respond("/api/study", { game, options }));
  const cells = [...new Set(here.moves.flatMap(([, way]) => way.match(/[a-z]+[0-9]+/g) ?? []))];
  const found = [], moves = [];
  const position = here.begin;
  for (let ply = 0; ply < 30 && here.turn !== null; ply++) {
    const pieces = Object.keys(here.start.pieces).concat(cells);
    const [one, two] = [pieces[random(pieces.length)], cells[random(cells.length)]];
    for (const way of [`>${one}`, `.${one}>${two}`, `.${two}`, ""]) {
      for (const why of way ? [true, false] : [false])
        found.push(await both("/api/study/explain", { position, moves, way, why }));
    }
    moves.push(here.moves[random(here.moves.length)][0]);
    here = await json(respond("/api/study", { position, moves }));
  }
  return found;
}""".replace("COMMON", COMMON)
LESSONS = """async ([modules, game]) => {
  COMMON
  const steps = await json(fetch(`/data/en/lessons/${game}.json`));
  const found = [];
  for (const [step, { verdicts }] of Object.entries(steps)) {
    const address = `/api/lessons/${game}/${step}`;
    found.push(await both(address, { moves: Object.keys(verdicts).at(-1).split(" ") }));
    found.push(await both(address, { moves: [], hint: true }));
  }
  return found;
}""".replace("COMMON", COMMON)
PUZZLES = """async ([modules, game]) => {
  COMMON
  const all = await json(fetch(`/data/en/puzzles/${game}.json`));
  const found = [];
  for (const { task, solution } of [all[0], all[40]]) {
    const address = `/api/puzzles/${game}/${task.id}`;
    for (const what of ["", "/hint", "/solution"]) found.push(await both(address + what));
    const { moves } = await json(respond("/api/study", { position: task.position }));
    const wrong = moves.map(([text]) => text).find((text) => text !== solution[0]);
    for (const text of [solution[0], wrong]) found.push(await both(address, { moves: [text] }));
  }
  return found;
}""".replace("COMMON", COMMON)
DRAWING = """async ([modules, address]) => {
  const { drawing } = await import(`${modules}device/drawing.js`);
  const parsed = (text) => {
    const board = new DOMParser().parseFromString(text, "image/svg+xml");
    const parts = (cell) => [...cell.querySelectorAll("[data-sign], [fill]")];
    const look = (one) => one.getAttribute("d") ?? one.getAttribute("fill");
    const cells = [...board.querySelectorAll("[data-cell]")];
    return cells.map((cell) => [cell.dataset.cell, cell.dataset.field, ...parts(cell).map(look)]);
  };
  return [parsed(await drawing(address)), parsed(await (await fetch(address)).text())];
}"""
BOARD = {"board": "1a0 3b2 4a1 2b3"}


@pytest.fixture(scope="module")
def page(browser: Browser, server: Server) -> Page:
    """A page of the server, in English."""
    page = browser.new_page()
    page.goto(f"{server.address}/learn?lang=en")
    return page


@each_shown
def test_the_device_answers_as_the_server_does(name: str, page: Page) -> None:
    modules = page.evaluate("new URL('.', document.querySelector('script[type=module]').src).href")
    specs = definition(name).option_specs
    chosen: list[dict[str, Any]] = [{}]
    if any(option.control == "board-8" for option in specs):
        chosen.append(BOARD)
    for seed, options in enumerate(chosen, 17):
        here, there = page.evaluate(STUDY, [modules, name, options, seed])
        assert len(here["frames"]) > 1
        assert here == there
        for ours, theirs in page.evaluate(EXPLAIN, [modules, name, options, seed]):
            assert ours == theirs
        for way in ("", "flipped=1", "flipped=1&snug=1"):
            query = "&".join(filter(None, [here["board"].partition("?")[2], way]))
            drawn = page.evaluate(DRAWING, [modules, f"/board/{name}.svg?{query}"])
            assert drawn[0] == drawn[1]
            assert drawn[0]
    for ours, theirs in page.evaluate(LESSONS, [modules, name]):
        assert ours == theirs
    for ours, theirs in page.evaluate(PUZZLES, [modules, name]):
        assert ours == theirs
