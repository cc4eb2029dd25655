"""Every version of every title that was ever released can be had."""

import pytest

from rules.catalog import TITLES, find_game


@pytest.mark.parametrize("title", TITLES)
def test_the_newest_is_meant_unless_a_version_is_named(title: str) -> None:
    newest = find_game(title)
    assert newest is not None
    assert newest.rules_version == 2
    assert find_game(title, 2) is newest
    first = find_game(title, 1)
    assert first is not None
    assert (first.id, first.rules_version) == (title, 1)
    assert first is find_game(title, 1)


@pytest.mark.parametrize("version", [0, -1, 3, 99])
def test_there_is_no_unknown_version(version: int) -> None:
    assert find_game("usa", version) is None
    assert find_game("metro", version) is None


def test_there_is_no_unknown_title() -> None:
    assert find_game("mars") is None
    assert find_game("mars", 1) is None
