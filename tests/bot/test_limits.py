"""Who asks for too much is told to wait, and nobody else is."""

import pytest

from bot.answering.limits import Allowance
from bot.errors import Refusal

ADA, BO = 1, 2


def test_more_than_the_allowance_is_refused_until_time_has_passed() -> None:
    now = [0.0]
    allowance = Allowance(lambda: now[0], count=2, seconds=60.0)
    allowance.take(ADA)
    now[0] = 10.0
    allowance.take(ADA)
    with pytest.raises(Refusal, match="too_often"):
        allowance.take(ADA)
    allowance.take(BO)
    now[0] = 60.0
    allowance.take(ADA)
    with pytest.raises(Refusal, match="too_often"):
        allowance.take(ADA)
