"""Which actions of ticket games may be taken back."""

import pytest

from rules.chance import Chance
from rules.game import may_undo
from rules.tickets.actions import (
    ChoosePieces,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    GiveUpTunnel,
    KeepTickets,
    TicketAction,
    TopUpTunnel,
)
from rules.tickets.state import State
from tests.rules.tickets.positions import game_of, position
from tests.rules.tickets.test_nordic import GREEN_TUNNEL, PLAIN_ROW, at_the_tunnel


def revealed(title: str, state: State, action: TicketAction) -> dict[str, int]:
    game = game_of(title)
    step = game.apply(state, action)
    found = dict(game.revealed(state, step))
    assert may_undo(game, state, step) == (not found)
    return found


def test_a_claim_may_be_taken_back() -> None:
    assert not revealed("usa", position(hands=[{"red": 2}]), ClaimRoute(0, "duluth-omaha", (("red", 2),)))


def test_a_claim_whose_cards_fill_up_a_short_row_may_not() -> None:
    state = position(hands=[{"red": 2}], row=(*PLAIN_ROW[:4], None), decks={"cards": ()}, discards={})
    assert revealed("usa", state, ClaimRoute(0, "duluth-omaha", (("red", 2),))) == {"row": 1, "shuffle": 1}


@pytest.mark.parametrize(
    ("action", "found"),
    [(DrawBlind(0), {"card": 1}), (DrawCard(0, "red"), {"row": 1}), (DrawTickets(0), {"ticket": 3})],
)
def test_what_is_drawn_may_not(action: TicketAction, found: dict[str, int]) -> None:
    state = position(row=PLAIN_ROW, decks={"cards": ("green",) * 4}, discards={})
    assert revealed("usa", state, action) == found


def test_a_card_of_the_row_in_whose_place_nothing_comes_may_be_taken_back() -> None:
    game, state = game_of("usa"), position(row=PLAIN_ROW, decks={"cards": ("blue",)}, discards={})
    state = game.apply(state, DrawBlind(0)).state
    assert not revealed("usa", state, DrawCard(0, "red"))


def test_three_locomotives_show_a_whole_new_row() -> None:
    row, deck = ("loco", "loco", "red", "blue", "green"), ("loco", *("white", "black") * 4)
    assert revealed("usa", position(row=row, decks={"cards": deck}, discards={}), DrawCard(0, "red")) == {"row": 6}


def test_the_look_into_a_tunnel_stays_and_what_is_decided_then_may_be_taken_back() -> None:
    state = position("nordic", hands=[{"green": 4}], row=PLAIN_ROW, decks={"cards": ("green", "red", "blue", "red")})
    assert revealed("nordic", state, ClaimRoute(0, GREEN_TUNNEL, (("green", 2),)))["tunnel"] == 3
    state = at_the_tunnel({"green": 4}, "green", "red", "blue", "white", green=2)
    assert not revealed("nordic", state, TopUpTunnel(0, (("green", 1),)))
    assert not revealed("nordic", state, GiveUpTunnel(0))


def test_which_tickets_are_kept_may_be_thought_over() -> None:
    game = game_of("usa")
    state = game.apply(position(), DrawTickets(0)).state
    assert not revealed("usa", state, next(iter(game.legal_actions(state, 0))))


@pytest.mark.parametrize(("title", "found"), [("usa", {}), ("nordic", {}), ("germany", {"shuffle": 2})])
def test_the_last_choice_of_an_opening_may_be_thought_over_where_nothing_is_shuffled(
    title: str, found: dict[str, int]
) -> None:
    game = game_of(title)
    state = game.setup(game.options({}), 2, Chance("7"))
    while len(game.to_act(state)) > 1 or game.asked(state, 1) != ("keep",):
        player = min(game.to_act(state))
        action = next(iter(game.legal_actions(state, player)))
        if isinstance(action, KeepTickets):
            assert not revealed(title, state, action)
        state = game.apply(state, action).state
    assert revealed(title, state, next(iter(game.legal_actions(state, 1)))) == found


def test_pieces_are_secret_until_all_have_chosen() -> None:
    game = game_of("world")
    state = game.setup(game.options({}), 2, Chance("7"))
    for player in (0, 1):
        state = game.apply(state, next(iter(game.legal_actions(state, player)))).state
    assert not revealed("world", state, ChoosePieces(0, 20))
    state = game.apply(state, ChoosePieces(0, 20)).state
    assert revealed("world", state, ChoosePieces(1, 20))["pieces"] == 2


def test_an_exchange_of_pieces_may_be_taken_back() -> None:
    assert not revealed("world", position("world"), ExchangePieces(0, "wagons", 1))


def test_the_end_of_a_game_stays() -> None:
    game, state = game_of("usa"), position(hands=[{"red": 2}], turns_left=1)
    step = game.apply(state, ClaimRoute(0, "duluth-omaha", (("red", 2),)))
    assert game.is_over(step.state)
    assert not may_undo(game, state, step)
