"""Whoever is new to a title gets a line of advice in the first three turns, until it is declined."""

from typing import Any

import pytest
import simcord
from msgspec.structs import replace

from bot.games.metro.draft import MetroDraft
from bot.games.page import Settings
from bot.games.tickets.draft import TicketDraft
from data.languages import LANGUAGES
from data.texts import text
from rules.metro.actions import DrawTile
from tests.bot.conftest import Clock
from tests.bot.tables import NAMES, Table
from tests.bot.tapping import components
from tests.bot.town import Town

LAMP = "💡"


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env)


async def led(town: Town) -> None:
    """Everybody has made a first turn before, of some other title."""
    for person in town.people:
        await town.bot.tables.people.change(person.id, lambda settings: replace(settings, led=True))


async def panel(town: Town, person: Any) -> Any:
    return (await person.slash(town.channel, "play")).response


def verbs(message: Any) -> set[str]:
    return {part["custom_id"].split(":")[3] for part in components(message)}


async def test_tips_end_after_three_turns_and_stay_away_from_the_next_game(town: Town) -> None:
    game = await town.begin("usa")
    await led(town)
    tipped, untipped = 0, 0
    while (turn := (await town.bot.tables.snapshot(game, None)).view.turn) <= 8:
        asked = (await town.asked(game))[0]
        page = await panel(town, asked)
        if turn:
            assert (LAMP in page.content) == (turn <= 6)
            assert ("tips" in verbs(page)) == (turn <= 6)
            tipped, untipped = tipped + (turn <= 6), untipped + (turn > 6)
        await town.type_move(game, asked)
    assert tipped
    assert untipped
    for person in town.people:
        assert (await town.bot.store.user(person.id)).no_tips == ("usa",)


async def test_tips_are_declined_for_one_title_alone(town: Town) -> None:
    game = await town.begin("usa")
    await led(town)
    while (await town.bot.tables.snapshot(game, None)).view.turn == 0:
        await town.type_move(game, (await town.asked(game))[0])
    asked = (await town.asked(game))[0]
    page = await panel(town, asked)
    after = await asked.click(
        page, custom_id=next(p["custom_id"] for p in components(page) if ":tips" in p["custom_id"])
    )
    assert LAMP not in after.response.content
    assert "blind" in verbs(after.response)
    assert LAMP not in (await panel(town, asked)).content
    settings = await town.bot.store.user(asked.id)
    assert settings.tips
    assert settings.no_tips == ("usa",)
    await asked.slash(town.channel, "settings me", option="tips", value="on")
    assert LAMP in (await panel(town, asked)).content


async def test_the_first_receipt_says_that_nothing_is_left_to_do(town: Town) -> None:
    game = await town.begin("metro")
    receipts = []
    for _ in range(4):
        asked = (await town.asked(game))[0]
        while (await town.asked(game))[0] is asked:
            result = await town.type_move(game, asked)
        receipts.append(result.response.content)
    assert ["pinged once" in words for words in receipts] == [True, True, False, False]


def open_claims(table: Table) -> list[str]:
    """Routes that can be paid in more than one way."""
    legal = table.legal(table.to_act()[0])
    return [track for track in legal.tracks() if not legal.has_one_payment(track)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", ["usa", "world"])
def test_every_page_has_its_own_advice_and_a_way_to_be_rid_of_it(title: str, language: str) -> None:
    table = Table(title, 2, seed=1).play_until(
        lambda t: t.view(0).phase == "turn" and "tickets" in t.legal(t.to_act()[0]).kinds() and bool(open_claims(t))
    )
    player = table.to_act()[0]
    view, legal = table.view(player), table.legal(player)
    drafts = {
        "turn": TicketDraft(),
        "claim": TicketDraft(page="claim", track=open_claims(table)[0]),
        "tickets": TicketDraft(page="tickets"),
    }
    for topic, draft in drafts.items():
        page = table.face.page(view, legal, draft, Settings(coach=True), language, NAMES)
        assert page.text.endswith(text(f"coach.{topic}", language))
        assert "tips" in {button.verb for row in page.rows if isinstance(row, tuple) for button in row}
    waiting = table.face.page(
        table.view(1 - player), table.legal(1 - player), TicketDraft(), Settings(coach=True), language, NAMES
    )
    assert LAMP not in waiting.text


def test_nobody_is_told_to_draw_who_has_drawn() -> None:
    told = Settings(coach=True)
    metro = Table("metro", 2, 5)
    player = metro.to_act()[0]
    metro.act(DrawTile(player))
    page = metro.face.page(metro.view(player), metro.legal(player), MetroDraft(), told, "en", NAMES)
    assert LAMP in page.text
    assert text("coach.metro", "en") not in page.text
    usa = Table("usa", 2, 5).play_until(lambda table: table.view(None).phase == "choosing_tickets")
    player = usa.to_act()[0]
    page = usa.face.page(usa.view(player), usa.legal(player), TicketDraft(), told, "en", NAMES)
    assert LAMP in page.text
    assert text("coach.turn", "en") not in page.text
