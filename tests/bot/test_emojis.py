"""Small pictures among words: put in where there are some, left out without a trace where there are none."""

from collections.abc import Callable

import pytest
import simcord

from bot.client import Semafor
from bot.outbox.post import Post, is_the_same
from bot.text.emojis import emoji, with_emoji, with_emojis, without_emojis
from bot.text.labels import PAGE, clipped
from bot.text.sent import as_sent
from render.tickets.emojis import draw_emojis
from tests.bot.conftest import Clock, SmallPictures
from tests.bot.tapping import components
from tests.bot.town import Town

RED = "<:red_1f3a:1234567890123456789>"


@pytest.mark.parametrize(
    ("known", "expected"),
    [({}, "2 red and ◆ Ada"), ({"red": RED}, f"{RED}\u00a02 red and ◆ Ada"), ({"ada": RED}, f"2 red and {RED} Ada")],
)
def test_a_text_is_whole_with_and_without_them(known: dict[str, str], expected: str) -> None:
    words = f"{with_emoji('red', '2 red')} and {emoji('ada', '◆')} Ada"
    sent = with_emojis(words, known)
    assert sent == expected
    assert without_emojis(sent) == without_emojis(words) or "ada" in known


def test_a_text_that_was_cut_within_one_shows_nothing_of_it() -> None:
    cut = clipped("x" * 40 + emoji("red"), 44)
    assert without_emojis(cut.removesuffix("…")) == "x" * 40


def test_a_text_with_too_many_goes_without() -> None:
    words = " ".join(with_emoji("red", "1") for _ in range(100))
    assert as_sent(words, "en", {}, {"red": RED}) == " ".join("1" * 100)
    few = " ".join(with_emoji("red", "1") for _ in range(50))
    assert PAGE > len(as_sent(few, "en", {}, {"red": RED})) > 50 * len(RED)


def test_a_post_is_recognised_whichever_emojis_it_was_sent_with() -> None:
    post = Post(text=f"Ada: {with_emoji('red', '2 red')}")
    assert is_the_same(post, f"Ada: {RED} 2 red")
    assert is_the_same(post, "Ada: 2 red")
    assert not is_the_same(post, f"Ada: {RED} 3 red")


class WithEmojis(SmallPictures):
    async def emojis(self) -> dict[str, bytes]:
        return draw_emojis("usa")


@pytest.fixture
def simcord_bot(make_bot: Callable[[], Semafor]) -> Semafor:
    bot = make_bot()
    bot.pictures = WithEmojis()
    return bot


async def test_on_another_discord_they_are_brought_and_shown_too(simcord_env: simcord.Env, clock: Clock) -> None:
    clock.now = lambda: simcord_env.now().timestamp()
    town = Town(simcord_env)
    assert town.bot.bringing is not None
    await town.bot.bringing
    assert set(town.bot.known_emojis) == set(draw_emojis("usa"))
    ada, bo = town.people
    await ada.slash(town.channel, "game new", title="usa", seats=2)
    assert f"{town.bot.known_emojis['raspberry_wagon']} raspberry" in town.channel.last_message.content
    await bo.slash(town.channel, "game join")
    await ada.slash(town.channel, "game start")
    game = 1
    while (await town.bot.tables.snapshot(game, None)).view.turn == 0:
        await town.type_move(game, (await town.asked(game))[0])
    (player,) = await town.asked(game)
    panel = (await player.slash(town.channel, "play")).response
    cards = [one for one in components(panel) if ":draw:" in one.get("custom_id", "")]
    assert len(cards) == 5
    assert all(one["emoji"]["id"] for one in cards)
