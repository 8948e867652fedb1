"""The tables of the database; `migrations/` brings an older one to this."""

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

HEAD = "0001"  # the newest migration

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("terms", Text, nullable=False),
    Column("hashes", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("over", Boolean, nullable=False, default=False),
)

# What happened, in order; unique numbers make sure that a move happens once.
events = Table(
    "events",
    metadata,
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("person", Integer),
    Column("people", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("act", Text),
    Column("at", Double, nullable=False),
    Column("wall", Double, nullable=False),
    PrimaryKeyConstraint("game", "number"),
    UniqueConstraint("game", "act"),
)

# Single facts about the server, such as how long it has been serving.
facts = Table(
    "facts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Double, nullable=False),
)
