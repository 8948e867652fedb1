"""Abalone as a PettingZoo environment: `env()`, and `raw_env` without wrappers."""

from __future__ import annotations

from functools import partial

from brettwerk.adapters import pettingzoo

env = partial(pettingzoo.env, "abalone")
raw_env = partial(pettingzoo.raw_env, "abalone")
