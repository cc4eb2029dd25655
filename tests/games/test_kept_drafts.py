"""Drafts that an earlier release has kept, when one type held the fields of every game."""

import msgspec
import pytest

from bot.games.catalog import face_of
from bot.games.metro.draft import MetroDraft
from bot.games.tickets.draft import TicketDraft

KEPT = {
    "page": "claim",
    "track": "duluth-omaha",
    "cards": [["red", 2]],
    "passengers": [None, "red"],
    "city": None,
    "from_city": "omaha",
    "offset": 24,
    "city_offset": 0,
    "kept": ["t1"],
    "refill": "ships",
    "to": "wagons",
    "count": 3,
    "square": "C4",
    "tile": "abcd",
    "turn": 90,
    "share": "20",
    "space": "C3",
}


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        (
            "usa",
            TicketDraft(
                page="claim",
                track="duluth-omaha",
                cards=(("red", 2),),
                passengers=(None, "red"),
                from_city="omaha",
                offset=24,
                kept=("t1",),
                refill="ships",
                to="wagons",
                count=3,
            ),
        ),
        ("metro", MetroDraft(page="claim", square="C4", tile="abcd", turn=90, share="20", space="C3")),
    ],
)
def test_each_game_reads_its_own_part(title: str, expected: msgspec.Struct) -> None:
    assert msgspec.json.decode(msgspec.json.encode(KEPT), type=face_of(title).draft) == expected
