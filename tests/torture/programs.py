"""Programs that some tests start; without them they are skipped and say how to get them."""

from __future__ import annotations

import pytest

from brettwerk.torture.services import has_postgresql, has_redis

needs_postgresql = pytest.mark.skipif(
    not has_postgresql(), reason="No programs of PostgreSQL here: apt-get install postgresql"
)
needs_redis = pytest.mark.skipif(
    not has_redis(), reason="No Redis and no Valkey here: apt-get install redis-server"
)
