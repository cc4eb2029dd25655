"""A table's options: all of them can be set and taken back by tapping, and a slip is met with the true list."""

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest
import simcord

from bot.errors import NoOption
from bot.games.page import Choice, Menu
from bot.interactions.option_menus import MORE, option_menus
from bot.store.rows import TableRow
from bot.tables import lobby as rooms
from bot.tables import variants
from bot.tables.lobby import Lobby, new_lobby, set_option
from bot.tables.variants import idle_options, title_options, usual_value
from data.languages import LANGUAGES
from rules.catalog import TITLES, find_game
from rules.errors import BadOption
from tests.bot.conftest import Clock
from tests.bot.town import Town

MODULES = ("none", "1", "2", "3", "4", "1+2", "1+3", "2+4", "3+4")


def lobby_of(title: str, size: int = 2, **variant: str) -> Lobby:
    table = TableRow(id=1, guild=1, channel=1, title=title, name="", host=1, size=size, variant=variant, opened=0.0)
    return new_lobby(table, "Ada", 0, str)


def menus(lobby: Lobby, opened: str | None = None, language: str = "en") -> list[Menu]:
    return [row for row in option_menus(lobby, language, opened) if isinstance(row, Menu)]


def offered(lobby: Lobby, option: str) -> list[Choice]:
    """The values of an option as its menu lists them, once it is open."""
    opened = menus(lobby, option)
    return [choice for menu in opened for choice in menu.choices if choice.value.startswith(f"{option}=")]


def test_the_whole_list_of_modules_is_known() -> None:
    assert set(title_options("metro")["modules"]) == set(MODULES)


@pytest.mark.parametrize("typed", ["banana", "1+4", "9", "1+2+3", "²"])
def test_every_slip_gets_the_same_true_list(typed: str) -> None:
    with pytest.raises(BadOption) as caught:
        set_option(lobby_of("metro"), "modules", typed)
    assert set(caught.value.allowed) == set(MODULES)
    with pytest.raises(BadOption) as opening:
        lobby_of("metro", modules=typed)
    assert opening.value.allowed == caught.value.allowed
    for value in caught.value.allowed:
        set_option(lobby_of("metro"), "modules", value)


@pytest.mark.parametrize("title", TITLES)
def test_every_value_can_be_set_and_taken_back_by_tapping(title: str) -> None:
    for option, values in title_options(title).items():
        before = lobby_of(title, modules="4") if option == "cards" else lobby_of(title)
        (usual,) = [choice for choice in offered(before, option) if choice.is_chosen]
        assert usual.value == f"{option}={usual_value(title, option)}"
        plain = [value for value in values if option != "cards" or value.isdecimal()]
        assert [choice.value for choice in offered(before, option)] == [f"{option}={value}" for value in plain]
        for value in plain:
            after = set_option(before, option, value)
            assert [choice.value for choice in offered(after, option) if choice.is_chosen] == [f"{option}={value}"]
            _, _, back = usual.value.partition("=")
            assert set_option(after, option, back) == before


def test_what_every_table_has_can_be_tapped_too() -> None:
    lobby = lobby_of("germany", size=3)
    for option, values in rooms.TABLE_OPTIONS.items():
        assert [choice.value for choice in offered(lobby, option)] == [f"{option}={value}" for value in values]
    assert [choice.value for choice in offered(lobby, "seats")] == [f"seats={n}" for n in (2, 3, 4, 5)]
    assert [choice.value for choice in offered(lobby, "seats") if choice.is_chosen] == ["seats=3"]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_listed_with_what_it_is_now_and_the_menus_fit_discord(title: str, language: str) -> None:
    lobby = lobby_of(title)
    (listing,) = [menu for menu in menus(lobby, language=language) if menu.verb.endswith("more")]
    shown = {choice.value for choice in listing.choices}
    menus_of_their_own = {"pace", "posts", "language"}
    assert shown | menus_of_their_own == set(rooms.known_options(lobby.table))
    for opened in (None, *shown):
        rows = option_menus(lobby, language, opened)
        assert len(rows) <= 5
        ids = [row.verb for row in rows if isinstance(row, Menu)]
        assert len(set(ids)) == len(ids)
        for menu in (row for row in rows if isinstance(row, Menu)):
            assert 1 < len(menu.choices) <= 25
            assert sum(choice.is_chosen for choice in menu.choices) <= 1
            for choice in menu.choices:
                assert 0 < len(choice.label) <= 100
                assert len(choice.description) <= 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_that_need_it_are_explained_in_the_menus(language: str) -> None:
    lobby = lobby_of("metro")
    told = {
        choice.value: choice.description
        for opened in ("modules", "direction", "seating")
        for menu in menus(lobby, opened, language)
        for choice in menu.choices
        if choice.value.startswith(("pace=", "posts=", "modules=", "direction=", "seating="))
    }
    assert {"pace=brisk", "posts=quiet", "modules=1+3", "direction=free", "seating=given"} <= set(told)
    assert all(told.values())
    assert len(set(told.values())) == len(told)


def test_modules_typed_in_another_order_are_the_same_modules() -> None:
    assert set_option(lobby_of("metro"), "modules", "2+1").table.variant == {"modules": "1+2"}
    assert set_option(lobby_of("metro", modules="1+2"), "modules", "0").table.variant == {}
    assert lobby_of("metro", modules="4 + 2", hand="1").table.variant == {"modules": "2+4"}


def test_an_option_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(NoOption) as caught:
        set_option(lobby_of("metro"), "speed", "3")
    assert {"pace", "seats", "modules", "cards"} <= set(caught.value.known)


class CardsForModuleFour:
    """Rules that look at `cards` only where module 4 is played, and read it for each colour apart."""

    choices: ClassVar = {"modules": ("none", "1", "4"), "cards": ("1", "0", "2", "1+2+0+1")}

    def options(self, given: Mapping[str, str]) -> tuple[str, ...]:
        for name, value in given.items():
            if name not in self.choices:
                raise BadOption(name, value, tuple(self.choices))
        modules, cards = given.get("modules", "none"), given.get("cards", "1")
        if modules not in self.choices["modules"]:
            raise BadOption("modules", modules, ("1",) if modules.isalpha() else ("none", "1", "4"))
        if modules != "4":
            return (modules,)
        if cards not in self.choices["cards"]:
            raise BadOption("cards", cards, self.choices["cards"])
        return (modules, *(cards.split("+") if "+" in cards else cards * 4))


@pytest.fixture
def cards_for_module_four(monkeypatch: pytest.MonkeyPatch) -> None:
    """Metro with other rules for its options."""
    rules = CardsForModuleFour()
    rules.seats = find_game("metro").seats  # type: ignore[attr-defined, union-attr]
    monkeypatch.setattr(variants, "find_game", lambda _: rules)


@pytest.mark.usefixtures("cards_for_module_four")
def test_options_that_only_count_beside_another_can_be_set_in_any_order() -> None:
    assert title_options("metro") == CardsForModuleFour.choices
    lobby = set_option(lobby_of("metro"), "cards", "2")
    assert lobby.table.variant == {"cards": "2"}
    assert idle_options("metro", lobby.table.variant) == ("cards",)
    lobby = set_option(lobby, "modules", "4")
    assert lobby.table.variant == {"cards": "2", "modules": "4"}
    assert idle_options("metro", lobby.table.variant) == ()
    lobby = set_option(lobby, "cards", "1+2+0+1")
    assert lobby.table.variant == {"cards": "1+2+0+1", "modules": "4"}
    assert [choice.value for choice in offered(lobby, "cards")] == ["cards=1", "cards=0", "cards=2"]
    lobby = set_option(set_option(lobby, "modules", "none"), "cards", "1")
    assert lobby.table.variant == {}


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env, people=2)


def values(message: Any) -> dict[str, str]:
    """Everything that can be chosen in a message, with the menu that has it."""
    return {
        option["value"]: part["custom_id"]
        for row in message.components
        for part in row["components"]
        for option in part.get("options", [])
    }


async def test_modules_are_set_and_unset_by_tapping(town: Town) -> None:
    ada = town.people[0]
    await ada.slash(town.channel, "game new", title="metro")
    page = (await ada.click(town.channel.last_message, custom_id="sm:1:-:options")).response
    for wanted, variant in (("1+3", {"modules": "1+3"}), ("4", {"modules": "4"}), ("none", {})):
        page = (await ada.select(page, ["modules"], custom_id=values(page)["modules"])).response
        chosen = values(page)[f"modules={wanted}"]
        page = (await ada.select(page, [f"modules={wanted}"], custom_id=chosen)).response
        assert (await town.bot.store.table(1)).variant == variant  # type: ignore[union-attr]
    page = (await ada.select(page, ["hand"], custom_id=values(page)["hand"])).response
    page = (await ada.select(page, [MORE], custom_id=values(page)[MORE])).response
    assert "modules" in values(page)


async def test_an_option_typed_without_a_value_opens_its_menu(town: Town) -> None:
    ada = town.people[0]
    await ada.slash(town.channel, "game new", title="metro")
    page = (await ada.slash(town.channel, "game options", option="modules")).response
    assert {f"modules={value}" for value in MODULES} <= set(values(page))
    wrong = await ada.slash(town.channel, "game options", option="speed", value="3")
    assert "“speed”" in wrong.response.content
    assert "modules" in wrong.response.content
