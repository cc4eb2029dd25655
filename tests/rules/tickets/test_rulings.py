"""Rulings that were decided anew: as the newest version has them, and as a game that began before goes on."""

import pytest
from msgspec.structs import replace

from rules.tickets.actions import ClaimRoute, DrawBlind, DrawCard, DrawTickets, GiveUpTunnel, Pass, TopUpTunnel
from rules.tickets.errors import DrawClosed
from rules.tickets.events import GameEnded
from rules.tickets.features.bonuses import Globetrotter, LongestRoute
from rules.tickets.scoring import final_scores
from rules.tickets.state import Finished, SecondCard, State
from tests.rules.tickets.positions import events_of, game_of, position
from tests.rules.tickets.world_table import begun, with_supply

OPEN_CARDS = ("red", "blue", "green", "white", "black")
TUNNEL = "kristiansand-stavanger"


def nothing_to_draw_from(title: str) -> State:
    if title == "world":
        return with_supply(begun(), "red red-ship green white black-ship yellow")
    return position(title, row=OPEN_CARDS, decks={"cards": ()}, discards={})


@pytest.mark.parametrize("title", ["usa", "nordic", "germany", "world"])
def test_with_nothing_in_deck_and_discards_no_draw_begins_though_cards_lie_open(title: str) -> None:
    state, game = nothing_to_draw_from(title), game_of(title)
    assert not {"draw", "blind"} & {*game.view_for(state, 0).asked}
    draw = DrawCard(0, "red")
    assert draw not in game.legal_actions(state, 0)
    with pytest.raises(DrawClosed):
        game.apply(state, draw)
    assert "draw" in game_of(title, 1).view_for(state, 0).asked
    assert game_of(title, 1).apply(state, draw).state.phase == SecondCard()


@pytest.mark.parametrize("decks", [("yellow", ""), ("", "red-ship")])
def test_one_deck_of_two_is_enough_to_draw(decks: tuple[str, str]) -> None:
    state = with_supply(begun(), "red green white black yellow purple", *decks)
    assert DrawCard(0, "red", "wagons") in game_of("world").legal_actions(state, 0)
    state = with_supply(begun(), "red green white black yellow purple", discards=("", "1 red-ship"))
    assert {"draw", "blind"} <= {*game_of("world").view_for(state, 0).asked}


@pytest.mark.parametrize("first", [DrawCard(0, "red"), DrawBlind(0)])
def test_a_draw_that_has_begun_goes_on_with_what_lies_open(first: DrawCard | DrawBlind) -> None:
    usa = game_of("usa")
    state = position("usa", row=OPEN_CARDS, decks={"cards": ("yellow",)}, discards={})
    state = usa.apply(state, first).state
    assert not any(state.supply.decks)
    assert usa.view_for(state, 0).asked == ("draw",)
    state = usa.apply(state, DrawCard(0, "blue")).state
    assert state.current == 1
    assert usa.view_for(state, 1).asked == ("tickets",)


def test_who_can_do_nothing_else_passes_before_open_cards() -> None:
    usa = game_of("usa")
    state = position("usa", row=OPEN_CARDS, decks={"cards": ()}, discards={}, piles={"tickets": ()})
    assert list(usa.legal_actions(state, 0)) == [Pass(0)]
    assert Pass(0) not in game_of("usa", 1).legal_actions(state, 0)
    state = usa.apply(state, Pass(0)).state
    step = usa.apply(state, Pass(1))
    assert isinstance(step.state.phase, Finished)
    assert events_of(step, GameEnded)


@pytest.mark.parametrize(
    ("title", "bonus"), [("usa", "longest_route"), ("nordic", "globetrotter"), ("germany", "globetrotter")]
)
def test_with_nothing_to_show_nobody_gets_the_bonus(title: str, bonus: str) -> None:
    state = position(title)

    def winners(version: int) -> list[int]:
        lines = final_scores(game_of(title, version).board, state)
        return [line.player for line in lines if line.category == bonus]

    assert winners(2) == []
    assert winners(1) == [0, 1]


def test_one_track_or_one_finished_ticket_is_enough_for_a_bonus() -> None:
    for title, track, ticket, feature in (
        ("usa", "boston-new_york", (), LongestRoute),
        ("germany", "mannheim-stuttgart", ("mannheim-stuttgart",), Globetrotter),
    ):
        game = game_of(title)
        state = position(title, owners={track: 1}, tickets=[(), ticket])
        rule = game.board.feature(feature)
        assert rule is not None
        assert [line.player for line in rule.score(game.board, state)] == [1]


def test_the_last_two_long_tickets_can_be_drawn_alone() -> None:
    germany = game_of("germany")
    long = [ticket.id for ticket in germany.board.tickets if ticket.pile == "long"][:2]
    state = position("germany", piles={"long": long})
    after = germany.apply(state, DrawTickets(0, 4)).state
    assert germany.view_for(after, 0).offer == tuple(long)
    assert DrawTickets(0, 4) not in game_of("germany", 1).legal_actions(state, 0)
    before = [action for action in game_of("germany", 1).legal_actions(state, 0) if isinstance(action, DrawTickets)]
    assert before == [DrawTickets(0, n) for n in range(3)]


def at_the_tunnel(version: int) -> State:
    state = position("nordic", hands=[{"green": 3}], row=OPEN_CARDS, decks={"cards": ("green", "red", "red")})
    state = replace(state, supply=replace(state.supply, discards=(0,)))
    return game_of("nordic", version).apply(state, ClaimRoute(0, TUNNEL, (("green", 2),))).state


@pytest.mark.parametrize("decision", [GiveUpTunnel(0), TopUpTunnel(0, (("green", 1),))])
def test_turned_cards_lie_apart_until_the_decision(decision: GiveUpTunnel | TopUpTunnel) -> None:
    nordic, paid = game_of("nordic"), 3 if isinstance(decision, TopUpTunnel) else 0
    state = at_the_tunnel(2)
    assert nordic.view_for(state, None).discards == {}
    view = nordic.view_for(state, None).tunnel
    assert view is not None
    assert view.turned == ("green", "red", "red")
    after = nordic.apply(state, decision).state
    assert nordic.view_for(after, None).discards == {"green": 1 + paid, "red": 2}


@pytest.mark.parametrize("decision", [GiveUpTunnel(0), TopUpTunnel(0, (("green", 1),))])
def test_a_tunnel_of_the_first_version_discards_its_cards_once(decision: GiveUpTunnel | TopUpTunnel) -> None:
    nordic, paid = game_of("nordic", 1), 3 if isinstance(decision, TopUpTunnel) else 0
    state = at_the_tunnel(1)
    assert nordic.view_for(state, None).discards == {"green": 1, "red": 2}
    after = nordic.apply(state, decision).state
    assert nordic.view_for(after, None).discards == {"green": 1 + paid, "red": 2}
