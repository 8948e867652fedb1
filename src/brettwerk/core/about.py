"""The facts about a game, besides its kernels, for programs that have only its module; as JSON."""

from brettwerk.core.definition import Definition
from brettwerk.core.options import Integer, Option
from brettwerk.core.spec import P, S


def about(definition: Definition[P, S]) -> dict[str, object]:
    """Return names, options and the board of a game; nothing if it has no kernels for players."""
    if not definition.kernels.play:
        return {}
    board, shown = definition.board(definition.defaults), definition.presentation
    return {
        "seats": definition.seats,
        "flipped": [definition.sees_flipped(player) for player in range(definition.players)],
        "options": [_option(option) for option in definition.option_specs],
        "random_option": definition.random_option,
        "engine_overrides": dict(definition.engine_overrides),
        "continuation_after": definition.continuation_after,
        "new_boards": definition.next_round(definition.defaults, 0) is not None,
        "scores": definition.scores,
        "target": definition.target,
        "reasons": ["", *map(str, definition.rules.REASONS)],
        "max_moves": definition.rules.MAX_MOVES,
        "fields": len(definition.kernels.fields),
        "context": definition.context_words,
        "prepares": definition.kernels.prepare is not None,
        "reach": definition.has_reach,
        "cells": shown.cells,
        "rows": board.rows,
        "pieces": shown.pieces,
        "letters": {name: definition.letters()[name] for name in shown.pieces},
        "details": [[one.name, one.kind, one.choices] for one in definition.detail_specs],
        "words": shown.words,
        "sentences": shown.sentences,
        "lines": shown.line_kinds,
    }


def _option(option: Option) -> dict[str, object]:
    """Return an option as a device reads it."""
    found: dict[str, object] = {"name": option.name, "default": option.default}
    if option.is_text:
        found |= {"texts": option.texts or {}, "reader": option.reader}
        found |= {"data": option.chooser_data} if option.reader else {}
    elif option.choices:
        found["choices"] = option.choices
    elif isinstance(option.read, Integer):
        read = option.read
        found |= {"largest": read.largest, "excluding": read.excluding, "fault": read.sentence}
    return found
