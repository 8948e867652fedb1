"""What Alembic runs: the migrations over the connection that it is handed."""

from alembic import context

from brettwerk.server.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
