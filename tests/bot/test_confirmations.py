"""A confirmation does what it says or nothing, whatever another panel has drafted meanwhile."""

from typing import Any

import pytest
import simcord

from bot.games.page import Button, Draft, Page, Settings
from rules.catalog import TICKET_TITLES
from rules.metro.actions import PlaceTrain
from tests.bot.conftest import Clock
from tests.bot.tables import NAMES, Table, moments
from tests.bot.tapping import components
from tests.bot.town import Town

OPENING = {"claim": "route", "build": "harbour", "swap": "to_ships", "kept": "keep", "choose": "pieces", "put": "train"}
"""By confirmation, what is tapped to come to its page."""


def shown(table: Table, player: int, draft: Draft) -> Page:
    return table.face.page(table.view(player), table.legal(player), draft, Settings(), "en", NAMES)


def confirmation(page: Page) -> Button | None:
    buttons = [button for row in page.rows if isinstance(row, tuple) for button in row]
    return next((button for button in buttons if button.verb in OPENING and not button.is_disabled), None)


def pages(table: Table, player: int) -> list[tuple[Draft, Button]]:
    """Every page with a confirmation that one tap leads to."""
    view, legal = table.view(player), table.legal(player)
    first = shown(table, player, table.face.draft())
    found = []
    offers = [(row.verb, choice.value) for row in first.rows if not isinstance(row, tuple) for choice in row.choices]
    if "keep" in getattr(view, "asked", ()):
        offers.append(("keep", ""))
    for verb, value in [*offers, ("harbour", ""), ("train", ""), ("to_ships", "1"), ("to_ships", "2")]:
        values = [value] if verb != "keep" else list(view.offer)
        draft = table.face.tap(view, legal, table.face.draft(), verb, values, Settings()).draft
        button = confirmation(shown(table, player, draft))
        if button is not None:
            found.append((draft, button))
    return found


def trains() -> list[Table]:
    """A game of Metro in which a train can be placed."""

    def can_place(table: Table) -> bool:
        return any(isinstance(action, PlaceTrain) for action in table.legal(table.to_act()[0]))

    return [Table("metro", 3, 5, {"modules": "2"}).play_until(can_place)]


@pytest.mark.parametrize("title", [*TICKET_TITLES, "metro"])
def test_a_confirmation_acts_on_its_own_page_and_on_no_other(title: str) -> None:
    confirmed = set()
    for table in trains() if title == "metro" else moments(title, 3, seed=5, every=41):
        for player in table.to_act():
            view, legal = table.view(player), table.legal(player)
            found = pages(table, player)
            for draft, button in found[:6]:
                (action,) = table.face.tap(view, legal, draft, button.verb, [button.choice], Settings()).actions
                assert action in legal
                confirmed.add(button.verb)
                for _, other in found[:6]:
                    if (other.verb, other.choice) not in ((button.verb, button.choice), (other.verb, "")):
                        result = table.face.tap(view, legal, draft, other.verb, [other.choice], Settings())
                        assert not result.actions
    assert confirmed >= {"metro": {"put"}, "germany": {"claim"}}.get(title, {"claim", "kept"})


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env)


def own_id(message: Any, verb: str) -> str:
    return next(part["custom_id"] for part in components(message) if part["custom_id"].split(":")[3] == verb)  # type: ignore[no-any-return]


async def test_two_open_panels_do_not_mix(town: Town) -> None:
    game = await town.begin("usa")
    for _ in range(200):
        asked = (await town.asked(game))[0]
        snapshot = await town.bot.tables.snapshot(game, asked.id)
        tracks = snapshot.legal.tracks() if snapshot.view.phase == "turn" else ()  # type: ignore[union-attr]
        if len(tracks) > 1:
            break
        await town.type_move(game, asked)
    opened = []
    for track in tracks[:2]:
        panel = (await asked.slash(town.channel, "play")).response
        if "route" not in {part["custom_id"].split(":")[3] for part in components(panel)}:
            panel = (await asked.click(panel, custom_id=own_id(panel, "home"))).response
        opened.append((await asked.select(panel, [track], custom_id=own_id(panel, "route"))).response)
    seq = await town.bot.store.last_seq(game)
    late = (await asked.click(opened[0], custom_id=own_id(opened[0], "claim"))).response
    assert "look again" in late.content
    assert await town.bot.store.last_seq(game) == seq
    await asked.click(late, custom_id=own_id(late, "claim"))
    after = await town.bot.tables.snapshot(game, None)
    assert tracks[1] in after.view.owners
    assert tracks[0] not in after.view.owners
