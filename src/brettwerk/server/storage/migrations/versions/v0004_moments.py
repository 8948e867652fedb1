"""The state that a command was sent for, so that its id cannot stand for another one."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add a column."""
    op.add_column("events", sa.Column("moment", sa.Integer()))
