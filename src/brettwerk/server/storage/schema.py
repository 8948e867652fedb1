"""The tables of the database; `migrations/` brings an older one to this."""

import sqlalchemy as sa

HEAD = "0004"  # the newest migration

metadata = sa.MetaData()

# Where Alembic notes which migrations a database has had.
version = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), primary_key=True),
)

# `lease` says who looks after a game. `due` is a time before which nothing happens by itself: at
# the earliest a flag falls then, and 0 means that a computer is to move. `rules` is the version of
# the rules with which the game was begun, `owner` the hash of its creator's key.
games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("terms", sa.Text, nullable=False),
    sa.Column("hashes", sa.Text, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False, default=False),
    sa.Column("lease", sa.Text),
    sa.Column("due", sa.Double),
    sa.Column("rules", sa.Text),
    sa.Column("owner", sa.Text),
    sa.Index("games_due", "lease", "due"),
)

# What happened, in order; unique numbers make sure that a move happens once. `lag` are the seconds
# that a slow connection gets back, `moment` the state for which a command was sent.
events = sa.Table(
    "events",
    metadata,
    sa.Column("game", sa.Text, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("person", sa.Integer),
    sa.Column("people", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("act", sa.Text),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("wall", sa.Double, nullable=False),
    sa.Column("lag", sa.Double),
    sa.Column("moment", sa.Integer),
    sa.PrimaryKeyConstraint("game", "number"),
    sa.UniqueConstraint("game", "act"),
)

# Which server looks after the games of a lease ("": none), and when it last said so. `bus` says
# whether it was started with a bus, `cut_off` whether it cannot reach it just now.
leases = sa.Table(
    "leases",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("server", sa.Text, nullable=False),
    sa.Column("beat", sa.Double, nullable=False),
    sa.Column("bus", sa.Boolean, nullable=False),
    sa.Column("cut_off", sa.Boolean, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
)

# When no server looked after the games of a lease; their clocks stood.
outages = sa.Table(
    "outages",
    metadata,
    sa.Column("lease", sa.Text, nullable=False),
    sa.Column("since", sa.Double, nullable=False),
    sa.Column("until", sa.Double, nullable=False),
    sa.PrimaryKeyConstraint("lease", "since"),
)

# Banned addresses and networks.
bans = sa.Table(
    "bans",
    metadata,
    sa.Column("address", sa.Text, primary_key=True),
    sa.Column("since", sa.Double, nullable=False),
)

# A number that grows with every change that servers do not see by themselves.
ADMINISTRATION = "administration"
changes = sa.Table(
    "changes",
    metadata,
    sa.Column("what", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
)
