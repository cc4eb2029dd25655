"""What people see of the newer rulings: only what can be done is offered, and a refusal says which ruling it is."""

import pytest

from bot.games.catalog import face_of
from bot.games.page import Button, Menu, Page, Settings
from bot.games.refusals import refused
from bot.games.suggestions import suggest
from bot.games.tickets.choices import Mix, mixes
from bot.games.tickets.draft import TicketDraft
from rules.errors import IllegalAction
from rules.tickets.actions import DrawCard
from rules.tickets.state import State
from tests.bot.tables import NAMES
from tests.rules.tickets.positions import game_of, position
from tests.rules.tickets.test_rulings import nothing_to_draw_from


def shown(title: str, state: State, page: str = "", version: int | None = None) -> Page:
    game = game_of(title, version)
    view, legal = game.view_for(state, 0), game.legal_actions(state, 0)
    return face_of(game.id).page(
        view, legal, TicketDraft(page=page) if page else TicketDraft(), Settings(), "en", NAMES
    )


def buttons(page: Page) -> list[Button]:
    return [button for row in page.rows if not isinstance(row, Menu) for button in row]


@pytest.mark.parametrize("title", ["usa", "nordic", "germany", "world"])
def test_a_draw_that_can_not_begin_is_not_offered(title: str) -> None:
    state = nothing_to_draw_from(title)
    assert not {"draw", "blind", "blind2", "refill"} & {button.verb for button in buttons(shown(title, state))}
    assert "draw" in {button.verb for button in buttons(shown(title, state, version=1))}
    game = game_of(title)
    view, legal = game.view_for(state, 0), game.legal_actions(state, 0)
    assert [one for one in suggest(view, legal, "card", "", "en", NAMES, {}) if one.value == "red"] == []


@pytest.mark.parametrize(("language", "words"), [("en", "no draw can begin"), ("pl", "nie można zacząć dobierania")])
def test_the_refusal_says_why_open_cards_stay(language: str, words: str) -> None:
    game, state = game_of("usa"), nothing_to_draw_from("usa")
    with pytest.raises(IllegalAction) as error:
        game.apply(state, DrawCard(0, "red"))
    view, legal = game.view_for(state, 0), game.legal_actions(state, 0)
    assert words in refused(error.value, view, legal, NAMES, language, DrawCard(0, "red")).words


def with_piles(short: int, long: int) -> State:
    tickets = game_of("germany").board.tickets
    names = {pile: [ticket.id for ticket in tickets if ticket.pile == pile] for pile in ("short", "long")}
    return position("germany", piles={"short": names["short"][:short], "long": names["long"][:long]})


@pytest.mark.parametrize(
    ("short", "long", "labels"),
    [
        (9, 2, ["4 short", "3 short + 1 long", "2 short + 2 long", "1 short + 2 long", "2 long"]),
        (0, 2, ["1 long", "2 long"]),
        (1, 1, ["1 short", "1 short + 1 long", "1 long"]),
        (3, 0, ["3 short", "2 short", "1 short"]),
    ],
)
def test_each_mix_is_offered_once_as_what_it_brings(short: int, long: int, labels: list[str]) -> None:
    page = shown("germany", with_piles(short, long), "tickets")
    found = [button.label.replace("\u00a0", " ") for button in buttons(page) if button.verb == "mix"]
    assert found == labels


def test_a_game_of_the_first_version_offers_only_what_the_piles_can_serve() -> None:
    game, state = game_of("germany", 1), with_piles(9, 2)
    found = mixes(game.view_for(state, 0), game.legal_actions(state, 0))
    assert found == [Mix(0, 4, 0), Mix(1, 3, 1), Mix(2, 2, 2)]
