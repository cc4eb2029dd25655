"""Who asks for too much is told to wait, and nobody else is."""

import pytest

from bot.errors import Refusal
from bot.interactions.allowance import A_BOARD, A_PAGE, Allowance

ADA, BO = 1, 2


def test_more_than_the_allowance_is_refused_until_time_has_passed() -> None:
    now = [0.0]
    allowance = Allowance(lambda: now[0], count=2 * A_BOARD, seconds=60.0)
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


def test_pictures_of_pages_and_boards_come_from_one_allowance() -> None:
    now = [0.0]
    allowance = Allowance(lambda: now[0], count=2 * A_BOARD, seconds=60.0)
    for _ in range(A_BOARD + 1):
        allowance.take(ADA, A_PAGE)
        now[0] += 1.0
    with pytest.raises(Refusal) as refused:
        allowance.take(ADA)
    assert refused.value.fields == {"n": 57}
    for _ in range(A_BOARD - 1):
        allowance.take(ADA, A_PAGE)
    with pytest.raises(Refusal):
        allowance.take(ADA, A_PAGE)
    now[0] = 60.0
    allowance.take(ADA, A_PAGE)
