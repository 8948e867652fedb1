"""Who looks after a game, when something is due in it, and when nobody served it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

# The games of the first edition, whose times are seconds that its server had served. Whoever
# adopts their lease counts the time from the last of these seconds as an outage.
FIRST = "first-edition"
_SERVED = "SELECT max(value) FROM facts WHERE name = 'served'"
_LAST = "SELECT max(at) FROM events"
_RUNNING = """over = false AND terms NOT LIKE '%"clock":"none"%'"""


def upgrade() -> None:
    """Add tables and columns, and hand the running games over."""
    for column in (
        sa.Column("lease", sa.Text()),
        sa.Column("due", sa.Double()),
        sa.Column("rules", sa.Text()),
    ):
        op.add_column("games", column)
    op.create_index("games_due", "games", ["lease", "due"])
    leases = op.create_table(
        "leases",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("server", sa.Text(), nullable=False),
        sa.Column("beat", sa.Double(), nullable=False),
        sa.Column("bus", sa.Boolean(), nullable=False),
        sa.Column("cut_off", sa.Boolean(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("lease", sa.Text(), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("lease", "since"),
    )
    database = op.get_bind()
    served = [database.scalar(sa.text(wanted)) or 0.0 for wanted in (_SERVED, _LAST)]
    nobody = {"server": "", "bus": False, "cut_off": False, "address": ""}
    database.execute(leases.insert().values(id=FIRST, beat=max(served), **nobody))
    database.execute(sa.text(f"UPDATE games SET lease = '{FIRST}', due = 0 WHERE {_RUNNING}"))
    op.drop_table("facts")
