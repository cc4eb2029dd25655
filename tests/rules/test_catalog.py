"""Every version of every title that was ever released can be had."""

import pytest

from rules.catalog import TITLES, find_game
from rules.errors import BadOption


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


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("title", TITLES)
def test_every_option_is_named_with_its_values_the_usual_one_first(title: str, version: int) -> None:
    game = find_game(title, version)
    assert game is not None
    for name, values in game.choices.items():
        assert len(set(values)) == len(values) > 1
        assert game.options({name: values[0]}) == game.options({})
        for value in values:
            game.options({name: value})
    with pytest.raises(BadOption) as caught:
        game.options({"nonsense": "1"})
    assert caught.value.allowed == tuple(game.choices)
