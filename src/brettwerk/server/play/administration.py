"""What administrators change in the database while servers run: bans, games, keys of seats."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from brettwerk.errors import BrettwerkError
from brettwerk.server.http.bans import BanList
from brettwerk.server.http.connection import BANNED, UNKNOWN, Connection
from brettwerk.server.play.registry import GameRegistry
from brettwerk.server.play.session import GameSession

log = logging.getLogger("brettwerk")
LOOK_EVERY = 1.0  # seconds


class AdministrationWatch:
    """Looks for changes for as long as the server runs."""

    def __init__(
        self, registry: GameRegistry, bans: BanList, connections: Iterable[Connection[Any]]
    ) -> None:
        self._registry, self._bans, self._connections = registry, bans, connections
        self._number = -1  # of the last change that was seen

    async def run(self) -> None:
        """Look again and again; if the database does not answer, later."""
        failed = False
        while True:
            try:
                await self.look()
                failed = False
            except (SQLAlchemyError, OSError, BrettwerkError) as error:
                if not failed:
                    reason = getattr(error, "orig", None) or error
                    log.warning("Bans and changes cannot be read: %s", reason)
                failed = True
            except Exception:
                log.exception("Bans and changes could not be read")
            await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> None:
        """Do what has to be done if there are changes."""
        administration = self._registry.store.administration
        number = await administration.number()
        if number == self._number:
            return
        self._bans.replace(await administration.bans())
        for connection in tuple(self._connections):
            if connection.client in self._bans:
                connection.hang_up(BANNED)
        await self._compare()
        self._number = number

    async def _compare(self) -> None:
        """Drop games that are gone, and read again what has changed."""
        registry = self._registry
        sessions = tuple(registry.sessions.values())
        existing = await registry.store.administration.existing([one.id for one in sessions])
        for session in sessions:
            if session.id not in existing:
                self._drop(session)
        await registry.compare([one for one in sessions if one.id in existing])

    def _drop(self, session: GameSession) -> None:
        if session.flag_timer:
            session.flag_timer.cancel()
            session.flag_timer = None
        if session.thinking:
            session.thinking.cancel()
            session.thinking = None  # so that it does not begin again
        for listener in tuple(session.listeners):
            listener.hang_up(UNKNOWN)
        if session.id in self._registry.sessions:
            self._registry.forget(session)
