"""The engine in a worker of a real browser: the server's moves, streams, stops, and comes back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import brettwerk
from brettwerk.search import choose
from browser.server import Server

BEGIN = """async (game) => {
    window.script = document.querySelector('script[src*="/static/"]');
    const base = script.src.replace(/[^/]*$/, "");
    const { Engine } = await import(`${base}engine/engine.js`);
    window.engine = await Engine.load(`${base}games/${game}/kernels.wasm`);
    window.start = window.engine.kind.game().start();
}"""
ANALYSE_UNTIL_STOPPED = """async () => {
    const stop = new AbortController(), depths = [];
    const { signal } = stop;
    const found = await engine.analyse(start, { seconds: 600, signal }, ({ depth }) => {
        depths.push(depth);
        if (depth === 4) stop.abort();
    });
    return [depths, found.depth, found.lines[0].moves[0].text];
}"""
# A search in one go hears no messages: its worker is replaced.
STOP_WHAT_HEARS_NOTHING = """async () => {
    const stop = new AbortController();
    const search = engine.analyse(start, { depth: 50, signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    await search;
    return (await engine.choose(start, 2, { seed: 1, seconds: null })).move.text;
}"""
# A worker on a busy processor hears late that it is to stop: it is kept, and does the next task.
STOP_LATE = """async () => {
    const runner = engine._runner, worker = runner._worker, post = worker.postMessage.bind(worker);
    worker.postMessage = (message) => setTimeout(post, message.t === "stop" ? 60 : 0, message);
    const stop = new AbortController();
    await engine.analyse(start, { seconds: 600, signal: stop.signal }, () => stop.abort());
    await engine.choose(start, 1);
    return runner._worker === worker;
}"""
# The milliseconds between the findings that an analysis on the page draws.
PAUSES = """async () => {
    const { DeviceAnalyst } = await import(new URL("device/analyst.js", script.src).href);
    const times = [];
    await new Promise((resolve) => {
        const analyst = new DeviceAnalyst(() => {
            times.push(performance.now());
            if (times.length === 4) resolve(analyst.send({ t: "stop" }));
        });
        analyst.send({ t: "think", id: 1, position: start.text, lines: 3 });
    });
    return times.slice(1).map((time, at) => time - times[at]);
}"""
KILL_THE_WORKER = """async () => {
    const chosen = engine.choose(start, 8, { seed: 3, seconds: null });
    await new Promise((resolve) => setTimeout(resolve, 5));
    engine._runner._worker.dispatchEvent(new ErrorEvent("error"));
    return (await chosen).move.text;
}"""

PLAY_GAMES = """async (count) => {
    for (let game = 0; game < count; game++) {
        let position = start;
        for (let ply = 0; ply < 60 && !position.outcome; ply++) {
            const { move } = await engine.choose(position, 1 + ply % 3, { seed: game });
            position = position.play(move);
        }
    }
}"""


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """Any page of the server: the engine knows none."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{server.address}/known")
    yield page
    context.close()


def asked(page: Page, script: str, given: object = None) -> Any:
    return page.evaluate(script, given)


def test_a_worker_plays_the_moves_of_the_server_and_stops_when_asked(page: Page) -> None:
    position = brettwerk.game("katarenga").start()
    asked(page, BEGIN, "katarenga")
    for level in (1, 4, 7):
        script = f"() => engine.choose(start, {level}, {{ seed: 9, seconds: null }})"
        told = asked(page, script)
        assert (told["move"]["text"], told["effort"]) == (choose(position, level, 9).text, 1)
    depths, deepest, best = asked(page, ANALYSE_UNTIL_STOPPED)
    assert depths[:4] == [1, 2, 3, 4]
    assert deepest >= 4
    assert best in {move.text for move in position.moves}
    assert asked(page, STOP_LATE)
    assert asked(page, STOP_WHAT_HEARS_NOTHING) == choose(position, 2, 1).text
    assert min(asked(page, PAUSES)) > 90


def test_a_worker_that_dies_is_started_again_and_does_its_task(page: Page) -> None:
    asked(page, BEGIN, "isolation")
    assert asked(page, KILL_THE_WORKER) == choose(brettwerk.game("isolation").start(), 8, 3).text


def test_the_atlas_is_asked_where_there_is_a_connection(page: Page) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    asked(page, BEGIN, "drei")
    told = asked(page, "() => engine.choose(start, 10)")
    assert told["move"]["text"] == choose(brettwerk.game("drei").start(), 10).text
    assert any("/known/drei/atlas.json?board=" in url for url in requests)


class WorkerHeap:
    """The memory of the page's worker, which Chromium tells its debuggers."""

    def __init__(self, page: Page) -> None:
        self.page, self.session = page, page.context.new_cdp_session(page)
        self.answers, self.workers = dict[int, Any](), list[str]()
        self.session.on("Target.attachedToTarget", lambda it: self.workers.append(it["sessionId"]))
        self.session.on("Target.receivedMessageFromTarget", self._answered)
        wanted = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False}
        self.session.send("Target.setAutoAttach", wanted)

    def _answered(self, told: dict[str, Any]) -> None:
        message = json.loads(told["message"])
        self.answers[message.get("id", 0)] = message.get("result")

    def _ask(self, method: str) -> Any:
        number = len(self.answers) + 1
        message = json.dumps({"id": number, "method": method})
        asked = {"sessionId": self.workers[-1], "message": message}
        self.session.send("Target.sendMessageToTarget", asked)
        while number not in self.answers:
            self.page.wait_for_timeout(10)
        return self.answers[number]

    def used(self) -> int:
        """What is still used once all garbage is gone, in bytes."""
        self._ask("HeapProfiler.collectGarbage")
        return int(self._ask("Runtime.getHeapUsage")["usedSize"])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["abalone", "triapon", "katarenga", "bedraengnis"])
def test_memory_does_not_grow_over_a_hundred_games(name: str, page: Page) -> None:
    worker = WorkerHeap(page)
    asked(page, BEGIN, name)
    used, held = list[int](), list[int]()
    for _ in range(4):
        asked(page, PLAY_GAMES, 25)
        used.append(worker.used())
        worker.session.send("HeapProfiler.collectGarbage")
        held.append(worker.session.send("Runtime.getHeapUsage")["usedSize"])
    assert used[-1] < used[0] + 200_000, used
    assert held[-1] < held[0] + 200_000, held
