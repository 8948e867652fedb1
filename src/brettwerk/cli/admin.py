"""`brettwerk admin`: look at the games of a server, and change what its pages cannot."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from ipaddress import ip_address, ip_network
from typing import Annotated, Any, TypeVar

import typer
from msgspec import json as msgspec_json
from typer import Argument, Option

from brettwerk.cli.app import App
from brettwerk.cli.options import Json
from brettwerk.cli.output import print_json
from brettwerk.cli.settings import Config, Database, ServerCommand
from brettwerk.cli.shared import translator
from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate
from brettwerk.server.settings import Settings

T = TypeVar("T")
GameId = Annotated[str, Argument(metavar="ID")]
Client = Annotated[str, Argument(metavar="ADDRESS")]
admin_app = App("admin")


def _in_database(database: str, work: Callable[[Any], Awaitable[T]]) -> T:
    """Return what work finds in the store of a database, which servers may use meanwhile."""
    # The database is slow to import.
    from brettwerk.server.storage.backup import check_exists, engine_of
    from brettwerk.server.storage.store import GameStore
    from brettwerk.server.storage.upgrade import upgrade

    async def run() -> T:
        url = Settings(database).url
        check_exists(url)
        store = GameStore(url)
        async with engine_of(url) as engine:
            try:
                await upgrade(engine)
                return await work(store)
            finally:
                await store.engine.dispose()

    return asyncio.run(run())


async def _load(store: Any, game: str) -> Any:
    stored = await store.load(game)
    if stored is None:
        raise BadOptions("cli-admin-no-game", id=truncate(game))
    return stored


@admin_app.add("list", ServerCommand)
def list_games(
    *,
    count: Annotated[int, Option(min=1)] = 20,
    running: Annotated[bool, Option("--running")] = False,
    json: Json = False,
    config: Config = None,  # noqa: ARG001
    database: Database = "",
) -> None:
    """List the games in which something happened last."""
    rows = _in_database(database, lambda store: store.administration.list(count, running=running))
    found = [
        {
            "id": row.id,
            "game": msgspec_json.decode(row.terms)["game"],
            "created": _date(row.created),
            "last": _date(row.last),
            "events": row.events,
            "over": row.over,
        }
        for row in rows
    ]
    if json:
        print_json(found)
        return
    t = translator()
    for one in found:
        state = t("cli-admin-over" if one["over"] else "cli-admin-running")
        typer.echo(f"{one['id']}  {one['last']}  {one['events']:>5}  {one['game']:<12} {state}")
    if not found:
        typer.echo(t("cli-admin-none"))


@admin_app.add("show", ServerCommand)
def show(
    *,
    game: GameId,
    json: Json = False,
    config: Config = None,  # noqa: ARG001
    database: Database = "",
) -> None:
    """Show a game: who plays, since when, and how it stands."""
    from brettwerk.server.play.state import GameState, replay

    stored = _in_database(database, lambda store: _load(store, game))
    state = replay(GameState.new(stored.config), stored.events)
    last = stored.events[-1].wall if stored.events else stored.created
    facts = {
        "id": stored.id,
        "game": stored.config.game,
        "created": _date(stored.created),
        "last": _date(last),
        "events": len(stored.events),
        "moves": len(state.frames),
        "clock": stored.config.clock,
        "seats": [f"{seat.kind} {seat.name}".strip() for seat in stored.config.seats],
        "names": list(state.match.names),
        "position": state.match.position.text,
        "over": state.match.outcome is not None,
    }
    if json:
        print_json(facts)
        return
    for name, value in facts.items():
        typer.echo(f"{name:<9} {', '.join(value) if isinstance(value, list) else value}")


@admin_app.add("delete", ServerCommand)
def delete(
    *,
    games: Annotated[list[str], Argument(metavar="ID")],
    config: Config = None,  # noqa: ARG001
    database: Database = "",
) -> None:
    """Delete games for good; those who look at one are told that it is gone."""

    async def work(store: Any) -> int:
        for game in games:
            await _load(store, game)
        return int(await store.administration.delete(games))

    count = _in_database(database, work)
    typer.echo(translator()("cli-admin-deleted", count=count))


@admin_app.add("ban", ServerCommand)
def ban(
    *,
    address: Client,
    config: Config = None,  # noqa: ARG001
    database: Database = "",
) -> None:
    """Ban an address or a network."""
    client = _client(address)
    new = _in_database(database, lambda store: store.administration.ban(client))
    typer.echo(
        translator()("cli-admin-banned" if new else "cli-admin-banned-before", client=client)
    )


@admin_app.add("unban", ServerCommand)
def unban(
    *,
    address: Client,
    config: Config = None,  # noqa: ARG001
    database: Database = "",
) -> None:
    """Lift a ban."""
    client = _client(address)
    if not _in_database(database, lambda store: store.administration.unban(client)):
        raise BadOptions("cli-admin-not-banned", client=client)
    typer.echo(translator()("cli-admin-unbanned", client=client))


@admin_app.add("bans", ServerCommand)
def bans(
    *,
    json: Json = False,
    config: Config = None,  # noqa: ARG001
    database: Database = "",
) -> None:
    """List what is banned, and since when."""
    found = _in_database(database, lambda store: store.administration.bans())
    dated = {address: _date(since) for address, since in found.items()}
    if json:
        print_json(dated)
        return
    for address, since in dated.items():
        typer.echo(f"{address}  {since}")
    if not dated:
        typer.echo(translator()("cli-admin-no-bans"))


@admin_app.add("rekey", ServerCommand)
def rekey(
    *,
    game: GameId,
    person: Annotated[int, Argument(metavar="PERSON", min=0)],
    config: Config = None,  # noqa: ARG001
    database: Database = "",
) -> None:
    """Replace the link of a seat, and print the new one."""
    from brettwerk.server.play.seat_keys import hashed, new_key

    key = new_key()

    async def work(store: Any) -> None:
        stored = await _load(store, game)
        if person not in stored.config.people:
            raise BadOptions("page-no-seat")
        await store.administration.rekey(game, person, hashed(key))

    _in_database(database, work)
    typer.echo(f"/g/{game}#k={key}")


def _client(text: str) -> str:
    """Return an address or a network as servers name clients; BadOptions if it is neither."""
    from brettwerk.server.http.request import network_of

    try:
        return network_of(str(ip_address(text))) if "/" not in text else str(ip_network(text))
    except ValueError:
        raise BadOptions("cli-admin-address", given=truncate(text)) from None


def _date(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
