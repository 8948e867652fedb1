"""Settings of all tests: no example is refused for being slow on a busy machine."""

import os

from hypothesis import HealthCheck, settings

# In CI the examples are always the same, so that a new one does not stop an unrelated change.
settings.register_profile(
    "any machine",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("any machine")
