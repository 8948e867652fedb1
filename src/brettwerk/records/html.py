"""A record as a page of its own that steps through the game, for notebooks.

It needs no server and loads nothing. Pictures share most of their elements, so each element is
written once, and a picture is the list of its elements.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from brettwerk.errors import translator_of
from brettwerk.i18n import Language, Translator

from .replay import ReplayStep, is_event

HEIGHT = 520  # pixels, in a notebook
_TAGS = re.compile(r"(?=<)")
_STYLE = """
body { margin: 0; font: 14px/1.5 system-ui, sans-serif; color: light-dark(#222, #ddd);
  color-scheme: light dark; display: flex; flex-wrap: wrap; gap: 16px }
#board { flex: 0 1 400px } #board svg { width: 100%; height: auto; display: block }
#side { flex: 1 1 160px; max-height: 500px; overflow: auto }
nav { display: flex; gap: 4px } button { font: inherit; color: inherit; background: none;
  border: 1px solid #8888; border-radius: 4px; cursor: pointer; padding: 2px 10px }
ol { list-style: none; margin: 8px 0; padding: 0; display: flex; flex-wrap: wrap; gap: 2px }
li button { border-color: transparent; padding: 0 4px } [aria-current] { background: #8884 }
"""
_SCRIPT = """
const { parts, frames, status } = JSON.parse(document.getElementById('game').textContent);
const board = document.getElementById('board'), moves = document.querySelectorAll('li button');
let at = 0;
function show(ply) {
  at = Math.max(0, Math.min(frames.length - 1, ply));
  board.innerHTML = frames[at].map((n) => parts[n]).join('');
  document.getElementById('status').textContent = status[at];
  moves.forEach((b, n) => n + 1 === at ? b.setAttribute('aria-current', 'step')
    : b.removeAttribute('aria-current'));
}
const steps = { first: () => 0, back: () => at - 1, next: () => at + 1, last: () => frames.length };
for (const [id, to] of Object.entries(steps))
  document.getElementById(id).onclick = () => show(to());
moves.forEach((b, n) => { b.onclick = () => show(n + 1); });
const keys = { Home: 'first', ArrowLeft: 'back', ArrowRight: 'next', End: 'last' };
document.onkeydown = (e) => {
  if (keys[e.key]) { e.preventDefault(); show(steps[keys[e.key]]()); }
};
"""
_BUTTONS = (("first", "«"), ("back", "‹"), ("next", "›"), ("last", "»"))


def step_page(title: str, steps: Iterable[ReplayStep], language: Language) -> str:
    """Return a whole page that steps through a game, from its last position back."""
    t, told = translator_of(language), list(steps)
    parts: dict[str, int] = {}
    frames = [[parts.setdefault(part, len(parts)) for part in picture] for picture in _drawn(told)]
    sentences = [(s.outcome or s.position).sentence(language) for s in told]
    facts = {"parts": list(parts), "frames": frames, "status": sentences}
    data = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    moves = "".join(f"<li><button>{escape(step.text)}</button></li>" for step in told[1:])
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>"
        f'<div id="board"></div><div id="side"><b>{escape(title)}</b><nav>{_buttons(t)}</nav>'
        f'<ol>{moves}</ol><p id="status" role="status"></p></div>'
        f'<script type="application/json" id="game">{data}</script>'
        f"<script>{_SCRIPT} show(frames.length);</script></html>"
    )


def in_frame(page: str) -> str:
    """Return a page as an element for notebooks, apart from the page around it."""
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" width="100%" '
        f'height="{HEIGHT}" style="border: 0"></iframe>'
    )


def _buttons(t: Translator) -> str:
    return "".join(
        f'<button id="{name}" aria-label="{escape(t(f"record-{name}"))}">{sign}</button>'
        for name, sign in _BUTTONS
    )


def _drawn(steps: Sequence[ReplayStep]) -> Iterator[list[str]]:
    """Yield the pictures, each as the list of its elements."""
    for before, after in zip((None, *steps), steps, strict=False):
        touched: tuple[str, ...] = ()
        if before and after.text and not is_event(after.text):
            touched = before.position.effects(before.position.move(after.text)).cells
        yield _TAGS.split(after.position.svg(last=touched))[1:]
