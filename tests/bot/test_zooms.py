"""What can be enlarged: offered to everybody while typing, in a menu below the board, and found by free text."""

from typing import Any

import pytest
import simcord

from bot.games.catalog import face_of
from bot.games.regions import REGIONS
from bot.games.suggestions import suggest_zooms
from bot.games.zooms import zoom_meant, zooms
from data.languages import LANGUAGES
from render.catalog import pictures_of
from render.tickets import zoom as drawn
from rules.catalog import TITLES
from tests.bot.conftest import Clock
from tests.bot.tables import Table
from tests.bot.tapping import components
from tests.bot.town import Town


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_on_offer_can_be_drawn(title: str, language: str) -> None:
    assert tuple(drawn.REGIONS) == REGIONS
    known = pictures_of(title).zooms(title)
    for entry in zooms(title, language, is_seated=True):
        assert zoom_meant(title, entry.value, language, True) in known
    assert len(face_of(title).zooms(title, language, True).parts) <= 25
    assert "mine" not in [entry.value for entry in zooms(title, language, is_seated=False)]


@pytest.mark.parametrize(
    ("title", "typed", "meant"),
    [
        ("usa", "north-west", "nw"),
        ("usa", "nw", "nw"),
        ("usa", "n", "n"),
        ("usa", "polnocny zach", "nw"),
        ("usa", "nowy jork", "new_york"),
        ("usa", "moja", "mine"),
        ("usa", "Whole map", "whole"),
        ("metro", "c4", "C4"),
        ("metro", "bottom left", "sw"),
        ("usa", "atlantis", None),
        ("metro", "Z9", None),
    ],
)
def test_free_text_is_understood(title: str, typed: str, meant: str | None) -> None:
    assert zoom_meant(title, typed, "en", True) == meant


def test_a_letter_offers_regions_and_cities() -> None:
    table = Table("usa", 2, seed=1)
    labels = [one.label for one in suggest_zooms(table.view(0), "n", "en")]
    assert {"North", "North-east", "New York", "Nashville"} <= set(labels)
    first = [one.label for one in suggest_zooms(table.view(None), "", "pl")]
    assert first[:3] == ["Cała mapa", "Ostatni ruch", "Północny zachód"]
    assert len(first) == 25


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env)


def zoom_options(message: Any) -> dict[str, bool]:
    menu = next(part for part in components(message) if part["custom_id"].split(":")[3] == "zoom")
    return {option["value"]: option.get("default", False) for option in menu["options"]}


async def test_the_board_has_a_menu_of_close_ups(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await town.begin("usa")
    shown: list[str | None] = []
    draw = town.bot.router.services.pictures.board

    async def board(*given: Any, zoom: str | None = None, **more: Any) -> Any:
        shown.append(zoom)
        return await draw(*given, zoom=zoom, **more)

    monkeypatch.setattr(town.bot.router.services.pictures, "board", board)
    ada = town.people[0]
    page = (await ada.slash(town.channel, "board")).response
    assert not any(zoom_options(page).values())
    for value in ("region-nw", "mine", "last", "whole"):
        page = (await ada.select(page, [value], custom_id=f"sn:{game}:-:zoom")).response
        assert [one for one, chosen in zoom_options(page).items() if chosen] == [value]
    await ada.slash(town.channel, "board", zoom="new york")
    refused = (await ada.slash(town.channel, "board", zoom="atlantis")).response
    assert "atlantis" in refused.content
    assert shown == [None, "nw", "mine", "last", "whole", "new_york"]


async def test_whoever_has_no_seat_zooms_too_but_has_no_network(town: Town) -> None:
    await town.begin("usa")
    stranger = town.guild.add_member(town.env.create_user("stranger"))
    offered = [choice["value"] for choice in await stranger.autocomplete(town.channel, "board", "zoom", "")]
    assert "region-centre" in offered
    assert "mine" not in offered
    page = (await stranger.slash(town.channel, "board")).response
    assert "mine" not in zoom_options(page)
    assert "play" not in {part["custom_id"].split(":")[3] for part in components(page)}


async def test_the_board_leads_back_to_the_panel(town: Town) -> None:
    game = await town.begin("usa")
    asked = (await town.asked(game))[0]
    page = (await asked.slash(town.channel, "board")).response
    panel = (await asked.click(page, custom_id=f"sm:{game}:-:play")).response
    assert "tick" in {part["custom_id"].split(":")[3] for part in components(panel)}
