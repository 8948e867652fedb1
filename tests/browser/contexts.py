"""Contexts of the browser that tests have one after the other.

What a page has fetched stays, so that the next test need not fetch and compile it again; what it
has stored goes.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from playwright.sync_api import Browser, BrowserContext

_FREE: dict[tuple[int, str], list[BrowserContext]] = {}


def borrowed(browser: Browser, origin: str, **options: Any) -> BrowserContext:
    """A context with these options and nothing stored at this origin; closing it gives it back."""
    free = _FREE.setdefault((id(browser), json.dumps([origin, options], sort_keys=True)), [])
    if free:
        return free.pop()
    made = browser.new_context(**options)
    setattr(made, "close", partial(_give_back, made, origin, free))  # noqa: B010
    return made


def _give_back(context: BrowserContext, origin: str, free: list[BrowserContext]) -> None:
    last = context.new_page()
    for page in context.pages:
        if page is not last:
            page.close()
    context.set_offline(False)
    context.clear_cookies()
    session = context.new_cdp_session(last)
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    last.close()
    free.append(context)
