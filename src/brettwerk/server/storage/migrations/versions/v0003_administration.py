"""Who made a game, time given back for slow connections, and what administrators have changed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add columns and tables."""
    op.add_column("games", sa.Column("owner", sa.Text()))
    op.add_column("events", sa.Column("lag", sa.Double()))
    op.create_table(
        "bans",
        sa.Column("address", sa.Text(), primary_key=True),
        sa.Column("since", sa.Double(), nullable=False),
    )
    changes = op.create_table(
        "changes",
        sa.Column("what", sa.Text(), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
    )
    op.bulk_insert(changes, [{"what": "administration", "number": 0}])
