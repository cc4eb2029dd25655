"""Whole games over the wire: one person types, another taps, robots fill up. `make soak` plays the other titles, which
`tests/bot/test_whole_games.py` plays each time without a wire."""

import re
from pathlib import Path

import pytest

from bot.local.driver import words
from bot.local.world.model import Message
from rules.record import replayed
from tests.wire.station import PLACE, Finger, Station, rings, station_at, to_be_rung, verbs

TABLES = [
    ("usa", 2, ""),
    pytest.param("nordic", 1, "", marks=pytest.mark.soak),
    pytest.param("germany", 2, "", marks=pytest.mark.soak),
    pytest.param("world", 2, "", marks=pytest.mark.soak),
    ("metro", 0, "modules=1+2"),
    pytest.param("metro", 0, "", marks=pytest.mark.soak),
    pytest.param("metro", 1, "modules=3+4", marks=pytest.mark.soak),
]

MOST_LINES = 6
"""A heading, what people did since, robots in a row in one line, and at the beginning whoever still chooses."""


async def play(station: Station, table_id: int) -> None:
    """Ada types, whoever else there is taps."""
    finger = Finger(station, table_id)
    for _ in range(3000):
        asked = await station.asked(table_id)
        if not asked:
            return
        if asked[0] is station.people[0]:
            await station.type_move(table_id, asked[0])
        else:
            await finger.tap(asked[0])
        assert sum("play" in verbs(post) for post in station.bench.public(PLACE)) <= 1
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(("title", "robots", "variant"), TABLES)
async def test_a_whole_game(folder: Path, title: str, robots: int, variant: str) -> None:
    async with station_at(folder) as station:
        game = await station.begin(title, robots, **({"variant": variant} if variant else {}))
        await play(station, game)
        record = await station.record(game)
        rules, state = replayed(record)
        assert rules.is_over(state)
        posts = station.bench.public(PLACE)
        await check_posts(station, game, posts)
        assert {file.filename for file in posts[-1].attachments} >= {f"semafor-{game}.json", "board.png", "scores.png"}
        check_secrets(station, posts)


async def check_posts(station: Station, table_id: int, posts: list[Message]) -> None:
    """Everybody was rung for an opening, each turn and the end, once; no post came twice or kept its buttons."""
    seats = await station.bot.store.seats(table_id)
    due = [seats[seat].user for seat in to_be_rung(await station.record(table_id))]
    for person in station.people:
        assert rings(posts)[person.id] == due.count(person.id) + 1
        assert [len(person.dms()), rings(person.dms())[person.id]] == [1, 0]
    texts = [post.content for post in posts]
    *earlier, end = [len(words.splitlines()) for words in texts]
    assert max(earlier) <= MOST_LINES
    assert end <= MOST_LINES + sum(seat.robot is not None for seat in seats)  # each says what it was building
    assert len(set(texts)) == len(texts)
    assert not any("play" in verbs(post) for post in posts)


def check_secrets(station: Station, posts: list[Message]) -> None:
    """Each private message was read by one; kept tickets stood nowhere else before the end."""
    ada, bo = station.people
    for person, other in ((ada, bo), (bo, ada)):
        own = {message.id for message in person.sees(PLACE) if message.is_ephemeral}
        assert own
        assert not own & {message.id for message in other.sees(PLACE)}
        (hand,) = person.dms()
        elsewhere = "\n".join(words(message) for message in [*posts[:-1], *other.dms()])
        assert not [ticket for ticket in tickets_in(hand.content) if ticket in elsewhere]


def tickets_in(hand: str) -> list[str]:
    lines = [line.removeprefix("Tickets: ") for line in hand.splitlines() if line.startswith("Tickets: ")]
    return [re.split(r" \d", ticket)[0] for line in lines for ticket in line.split(" · ")]
