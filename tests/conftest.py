"""Settings for all tests."""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("semafor", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("semafor")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write what the golden tests found as the new truth")
