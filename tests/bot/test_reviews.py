"""The review of a finished game over the bot: a picture and the moves that cost most, once it is over."""

from pathlib import Path

import msgspec
import pytest
import simcord

from bot.tables.reviewing import reviewed
from tests.bot.test_votes import ids
from tests.bot.town import Town


@pytest.fixture
def town(simcord_env: simcord.Env) -> Town:
    return Town(simcord_env, people=1)


async def at_once(raw: bytes, _table_id: int, _on_news: object) -> bytes:
    """A worker would take its time."""
    return reviewed(raw, lambda *_: None)


@pytest.mark.parametrize(
    ("title", "said"), [("lantern", "Robot 1 was building: "), ("metro", "The best line of Robot 1")]
)
async def test_at_the_end_a_robot_says_what_it_was_after(town: Town, title: str, said: str) -> None:
    game = await town.begin(title, robots=1)
    await town.play_by_commands(game)
    await town.bot.tables.finish()
    (line,) = [line for line in town.channel.last_message.content.splitlines() if said in line]
    assert "{" not in line


async def test_a_finished_game_is_reviewed_by_command_and_by_button(town: Town) -> None:
    (ada,) = town.people
    game = await town.begin("lantern", robots=1)
    early = (await ada.slash(town.channel, "review", game=f"#{game}")).response
    assert "%" not in early.content
    await town.play_by_commands(game)
    await town.bot.tables.finish()
    over = town.channel.last_message
    town.bot.router.services.allowance.take = lambda *_: None  # type: ignore[method-assign]
    town.bot.tables.reviews.work = at_once
    shown = (await ada.slash(town.channel, "review", game=f"#{game}")).response
    assert "chances to win" in shown.content
    assert [file.filename for file in shown.attachments] == ["review.png"]
    again = (await ada.click(over, custom_id=next(own for own in ids(over) if own.split(":")[3] == "review"))).response
    assert again.content == shown.content
    assert town.bot.tables.reviews.knows(game)


async def test_a_worker_reviews_the_same_and_tells_how_far_it_is(town: Town) -> None:
    raw = (Path(__file__).parent.parent / "golden" / "lantern-2-greedy.json").read_bytes()
    heard: list[bytes] = []
    found = await town.bot.tables.reviews.work(raw, 1, heard.append)
    assert found == reviewed(raw, lambda *_: None)
    done, whole = msgspec.json.decode(heard[-1], type=tuple[int, int])
    assert done == whole
