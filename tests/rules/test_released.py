"""Whatever a released version of the rules wrote down replays for good, and goes on under that version."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.catalog import TITLES, find_game
from rules.record import replayed
from tests.rules.released import FOLDER, KEPT, Released, digest

FILES = sorted(FOLDER.glob("*/*.json"))


def plain(raw: Any) -> Any:
    return msgspec.json.decode(raw if isinstance(raw, msgspec.Raw) else msgspec.json.encode(raw))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_released_game_stands_where_it_stood(path: Path) -> None:
    kept = msgspec.json.decode(path.read_bytes(), type=Released)
    assert str(kept.record.rules) == path.parent.name
    game, state = replayed(kept.record)
    assert game.rules_version == kept.record.rules
    assert state == game.codecs.state.decode(kept.state)
    assert plain(game.scores(state)) == plain(kept.scores)
    assert plain(game.ranking(state)) == plain(kept.ranking)
    for seat, legal in kept.legal.items():
        assert digest(game, game.legal_actions(state, int(seat))) == legal
        assert digest(game, game.legal_in(game.view_for(state, int(seat)))) == legal


def test_every_version_of_every_title_is_kept() -> None:
    for title in TITLES:
        newest = find_game(title)
        assert newest is not None
        names = {name for name, kept in KEPT.items() if kept.title == title}
        for version in range(1, newest.rules_version + 1):
            assert names <= {path.stem for path in (FOLDER / str(version)).glob(f"{title}-*.json")}
