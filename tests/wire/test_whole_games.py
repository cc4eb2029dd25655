"""Whole games of every title over the wire: one person types, another taps, robots fill up."""

from pathlib import Path

import pytest

from bot.local.driver import words
from bot.local.world.model import Message
from rules.record import replayed
from tests.wire.station import PLACE, Finger, Station, rings, station_at, turns_of, verbs

TABLES = [
    ("usa", 1, ""),
    ("nordic", 1, ""),
    ("germany", 1, ""),
    ("world", 1, ""),
    ("metro", 0, ""),
    ("metro", 0, "modules=1+2"),
    ("metro", 1, "modules=3+4"),
]


async def play(station: Station, game: int) -> None:
    """Ada types, whoever else there is taps."""
    finger = Finger(station, game)
    for _ in range(3000):
        asked = await station.asked(game)
        if not asked:
            return
        if asked[0] is station.people[0]:
            await station.type_move(game, asked[0])
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


async def check_posts(station: Station, game: int, posts: list[Message]) -> None:
    """Everybody was rung once at the start, once a turn and once at the end; no post came twice or kept its buttons."""
    seats = await station.bot.store.seats(game)
    turns = [seats[seat].user for seat in turns_of(await station.record(game))]
    for person in station.people:
        assert rings(posts)[person.id] == turns.count(person.id) + 2
        assert [len(person.dms()), rings(person.dms())[person.id]] == [1, 0]
    texts = [post.content for post in posts]
    assert len(set(texts)) == len(texts)
    assert not any("play" in verbs(post) for post in posts)


def check_secrets(station: Station, posts: list[Message]) -> None:
    """Each private message was read by one; what stands in a hand stood nowhere else before the end."""
    ada, bo = station.people
    for person, other in ((ada, bo), (bo, ada)):
        own = {message.id for message in person.sees(PLACE) if message.is_ephemeral}
        assert own
        assert not own & {message.id for message in other.sees(PLACE)}
        (hand,) = person.dms()
        secret = [line for line in hand.content.splitlines()[1:] if len(line) > 12]
        elsewhere = "\n".join(words(message) for message in [*posts[:-1], *other.dms()])
        assert secret
        assert not [line for line in secret if line in elsewhere]
