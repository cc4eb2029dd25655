"""Settings for all tests."""

from hypothesis import HealthCheck, settings

settings.register_profile("semafor", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("semafor")
