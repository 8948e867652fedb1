"""Games, what happened in them, and facts about the server."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("hashes", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("game", sa.Text(), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("person", sa.Integer()),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("act", sa.Text()),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("wall", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("game", "number"),
        sa.UniqueConstraint("game", "act"),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("value", sa.Double(), nullable=False),
    )
