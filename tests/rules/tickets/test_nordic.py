"""`nordic`: its own rules one by one, the rulings among them. Payments have a file of their own."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from rules.chance import Chance
from rules.errors import BadSeats, CannotPass, IllegalAction, NotYourTurn, WrongMoment
from rules.game import Score
from rules.tickets.actions import (
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    GiveUpTunnel,
    KeepTickets,
    Pass,
    TicketAction,
    TopUpTunnel,
)
from rules.tickets.errors import (
    CardsNotInHand,
    LocomotivesNotHere,
    NoSuchPassenger,
    NotInThisGame,
    SisterIsYours,
    SisterTaken,
    TooFewLocomotives,
    TooFewPieces,
    TooFewTickets,
    UnknownCard,
    WrongColour,
    WrongMix,
    WrongNumber,
    WrongTopUp,
)
from rules.tickets.events import (
    DeckReshuffled,
    LastRoundBegan,
    RouteClaimed,
    RowSwept,
    TunnelGivenUp,
    TunnelTurned,
    TurnBegan,
)
from rules.tickets.state import ChoosingTickets, SecondCard, State, Tunnel, Turn
from rules.tickets.turns import finish
from rules.tickets.view import TunnelView
from tests.rules.tickets.positions import events_of, game_of, position

NORDIC = game_of("nordic")
BOARD = NORDIC.board
GREEN_TUNNEL = "kristiansand-stavanger"
ORANGE_FERRY = "kristiansand-stavanger-2"
LONG_TUNNEL = "mo_i_rana-trondheim"
LONG_FERRY = "mo_i_rana-trondheim-2"
WILDERNESS = "lieksa-murmansk"
PLAIN_ROW = ("red", "blue", "green", "white", "black")


def at_the_tunnel(hand: Mapping[str, int], *deck: str, track: str = GREEN_TUNNEL, **laid: int) -> State:
    """Just after `laid` was laid for a tunnel and the top of `deck` turned up."""
    state = position("nordic", hands=[hand], row=PLAIN_ROW, decks={"cards": deck}, discards={})
    return NORDIC.apply(state, ClaimRoute(0, track, tuple(laid.items()))).state


def held(state: State, seat: int = 0) -> dict[str, int]:
    return dict(BOARD.kinds.unpack(state.players[seat].hand))


def discarded(state: State) -> dict[str, int]:
    return dict(BOARD.kinds.unpack(state.supply.discards[0]))


def refusal(state: State, action: TicketAction) -> IllegalAction:
    assert action not in NORDIC.legal_actions(state, action.player)
    before = NORDIC.codecs.state.encode(state)
    with pytest.raises(IllegalAction) as caught:
        NORDIC.apply(state, action)
    assert NORDIC.codecs.state.encode(state) == before
    return caught.value


# Set-up and tickets


@pytest.mark.parametrize("seats", [1, 4])
def test_it_is_for_two_or_three(seats: int) -> None:
    with pytest.raises(BadSeats):
        NORDIC.setup(NORDIC.options({}), seats, Chance("7"))


@pytest.mark.parametrize("seats", [2, 3])
def test_everybody_begins_with_four_cards_forty_wagons_and_five_tickets(seats: int) -> None:
    state = NORDIC.setup(NORDIC.options({}), seats, Chance("7"))
    assert [BOARD.kinds.total(player.hand) for player in state.players] == [4] * seats
    assert [len(player.offer) for player in state.players] == [5] * seats
    assert [player.wagons for player in state.players] == [40] * seats
    assert len(state.piles[0]) == 46 - 5 * seats


def test_two_opening_tickets_are_kept_and_rejects_leave_the_game() -> None:
    state = NORDIC.setup(NORDIC.options({}), 2, Chance("7"))
    pile = state.piles[0]
    offer = [BOARD.tickets[ticket].id for ticket in state.players[0].offer]
    assert refusal(state, KeepTickets(0, tuple(offer[:1]))) == TooFewTickets(1, 2)
    state = NORDIC.apply(state, KeepTickets(0, tuple(offer[:2]))).state
    assert [BOARD.tickets[ticket].id for ticket in state.players[0].tickets] == offer[:2]
    assert state.piles[0] == pile


def test_tickets_drawn_in_a_turn_and_rejected_leave_the_game() -> None:
    pile = ["bergen-narvik", "boden-tampere", "bergen-tornio", "alborg-umea"]
    state = position("nordic", piles={"tickets": pile})
    state = NORDIC.apply(state, DrawTickets(0)).state
    assert type(state.phase) is ChoosingTickets
    assert NORDIC.view_for(state, 0).offer == tuple(pile[:3])
    assert NORDIC.view_for(state, 1).offer == ()
    state = NORDIC.apply(state, KeepTickets(0, ("bergen-tornio",))).state
    assert [BOARD.tickets[ticket].id for ticket in state.piles[0]] == ["alborg-umea"]


def test_there_is_one_pile_and_nothing_to_announce() -> None:
    assert refusal(position("nordic"), DrawTickets(0, 1)) == WrongMix(1, 0, 0)


# Drawing cards


def test_both_cards_may_be_face_up_locomotives() -> None:
    state = position("nordic", row=("loco", "loco", "red", "red", "red"), decks={"cards": ("blue",) * 9})
    state = NORDIC.apply(state, DrawCard(0, "loco")).state
    assert type(state.phase) is SecondCard
    assert DrawCard(0, "loco") in NORDIC.legal_actions(state, 0)
    state = NORDIC.apply(state, DrawCard(0, "loco")).state
    assert held(state) == {"loco": 2}
    assert state.current == 1


def test_a_row_of_locomotives_is_never_swept() -> None:
    state = position("nordic", row=("loco", "loco", "red", "red", "red"), decks={"cards": ("loco",) * 6})
    step = NORDIC.apply(state, DrawCard(0, "red"))
    assert not events_of(step, RowSwept)
    assert NORDIC.view_for(step.state, 0).row.count("loco") == 3


# Plain routes and twins


def test_a_plain_route_takes_its_colour_alone() -> None:
    state = position("nordic", hands=[{"purple": 1, "loco": 2}])
    assert refusal(state, ClaimRoute(0, "alborg-arhus", (("loco", 1),))) == LocomotivesNotHere("alborg-arhus")
    step = NORDIC.apply(state, ClaimRoute(0, "alborg-arhus", (("purple", 1),)))
    assert events_of(step, RouteClaimed) == [RouteClaimed(0, "alborg-arhus", (("purple", 1),), 1, 39)]


def test_a_grey_plain_route_takes_any_one_colour() -> None:
    grey = next(track for track in BOARD.tracks if track.kind == "rail" and track.colour is None and track.length == 3)
    state = position("nordic", hands=[{"red": 3, "blue": 2, "loco": 3}])
    legal = NORDIC.legal_actions(state, 0)
    assert list(legal.payments(grey.id)) == [(("red", 3),)]
    assert refusal(state, ClaimRoute(0, grey.id, (("red", 1), ("blue", 2)))) == WrongColour(
        grey.id, None, (("blue", 2), ("red", 1))
    )


@pytest.mark.parametrize(("first", "second"), [(GREEN_TUNNEL, ORANGE_FERRY), (LONG_TUNNEL, LONG_FERRY)])
def test_unequal_twins_are_doubles(first: str, second: str) -> None:
    hands = [{"red": 8, "orange": 8, "green": 8, "loco": 7}] * 3
    for taken, other in ((first, second), (second, first)):
        two = position("nordic", 2, hands=hands, owners={taken: 1})
        colour = str(BOARD.tracks[BOARD.track_index[other]].colour)
        spaces = BOARD.tracks[BOARD.track_index[other]].length
        pay = ClaimRoute(0, other, ((colour, spaces - 2), ("loco", 2)) if spaces > 2 else ((colour, 2),))
        assert refusal(two, pay) == SisterTaken(other, 1, 2)
        three = position("nordic", 3, hands=hands, owners={taken: 1})
        assert pay in NORDIC.legal_actions(three, 0)
        own = position("nordic", 3, hands=hands, owners={taken: 0})
        assert refusal(own, pay) == SisterIsYours(other)


# Ferries


def test_the_ferry_from_stavanger_takes_a_locomotive_with_orange_cards() -> None:
    state = position("nordic", hands=[{"orange": 3, "loco": 1}])
    assert refusal(state, ClaimRoute(0, ORANGE_FERRY, (("orange", 3),))) == TooFewLocomotives(ORANGE_FERRY, 1, 0)
    step = NORDIC.apply(state, ClaimRoute(0, ORANGE_FERRY, (("orange", 2), ("loco", 1))))
    assert events_of(step, RouteClaimed) == [RouteClaimed(0, ORANGE_FERRY, (("orange", 2), ("loco", 1)), 4, 37)]
    assert held(step.state) == {"orange": 1}


def test_any_three_wagon_cards_stand_in_for_a_locomotive() -> None:
    state = position("nordic", hands=[{"orange": 2, "red": 1, "white": 1, "black": 1}], discards={})
    paid = (("orange", 2), ("white", 1), ("black", 1), ("red", 1))
    assert NORDIC.legal_actions(state, 0).tracks().count(ORANGE_FERRY) == 1
    step = NORDIC.apply(state, ClaimRoute(0, ORANGE_FERRY, paid))
    assert held(step.state) == {}
    assert step.state.players[0].wagons == 37
    assert discarded(step.state) == {"orange": 2, "red": 1, "white": 1, "black": 1}


def test_stand_ins_serve_for_coloured_spaces_too_as_often_as_the_hand_allows() -> None:
    state = position("nordic", hands=[{"red": 3, "white": 3, "black": 3}])
    action = ClaimRoute(0, ORANGE_FERRY, (("red", 3), ("white", 3), ("black", 3)))
    assert action in NORDIC.legal_actions(state, 0)


def test_cards_left_over_are_refused() -> None:
    state = position("nordic", hands=[{"orange": 4, "loco": 2}])
    action = ClaimRoute(0, ORANGE_FERRY, (("orange", 2), ("loco", 2)))
    assert refusal(state, action) == WrongNumber(ORANGE_FERRY, 3, 4)


def test_a_ferry_needs_as_many_wagons_as_spaces_not_as_cards() -> None:
    hand = {"orange": 2, "red": 3}
    action = ClaimRoute(0, ORANGE_FERRY, (("orange", 2), ("red", 3)))
    assert action in NORDIC.legal_actions(position("nordic", hands=[hand], wagons=[3]), 0)
    short = position("nordic", hands=[hand], wagons=[2])
    assert refusal(short, action) == TooFewPieces(ORANGE_FERRY, "wagons", 3, 2)


# Murmansk–Lieksa


def test_seven_green_and_eight_others_pay_for_the_wilderness() -> None:
    state = position("nordic", hands=[{"green": 7, "red": 3, "blue": 3, "loco": 2}])
    paid = (("green", 7), ("red", 3), ("blue", 3), ("loco", 2))
    step = NORDIC.apply(state, ClaimRoute(0, WILDERNESS, paid))
    assert events_of(step, RouteClaimed)[0].points == 27
    assert step.state.players[0].wagons == 31


def test_a_locomotive_is_no_card_of_the_colour_in_the_wilderness() -> None:
    state = position("nordic", hands=[{"green": 8, "loco": 1}])
    action = ClaimRoute(0, WILDERNESS, (("green", 8), ("loco", 1)))
    assert refusal(state, action) == WrongColour(WILDERNESS, None, (("green", 8), ("loco", 1)))


def test_of_two_payments_for_the_wilderness_the_one_without_locomotives_is_offered_first() -> None:
    state = position("nordic", hands=[{"green": 8, "red": 4, "loco": 4}])
    payments = list(NORDIC.legal_actions(state, 0).payments(WILDERNESS))
    assert payments[0] == (("green", 8), ("red", 4))


# Tunnels: the rulebook's three examples


@pytest.mark.parametrize(
    ("laid", "turned", "colour", "good"),
    [
        ({"green": 2}, ("green", "red", "blue"), "green", [{"green": 1}, {"loco": 1}]),
        ({"green": 2}, ("loco", "red", "blue"), "green", [{"green": 1}, {"loco": 1}]),
        ({"loco": 2}, ("loco", "red", "green"), None, [{"loco": 1}]),
    ],
)
def test_the_rulebooks_tunnels(
    laid: dict[str, int], turned: tuple[str, ...], colour: str | None, good: list[dict[str, int]]
) -> None:
    hand = {"green": 4, "red": 2, "loco": 4}
    state = at_the_tunnel(hand, *turned, "white", track=GREEN_TUNNEL, **laid)
    view = NORDIC.view_for(state, 1)
    assert view.tunnel == TunnelView(0, GREEN_TUNNEL, tuple(laid.items()), turned, 1, colour)
    assert view.phase == "tunnel"
    assert NORDIC.view_for(state, 0).asked == ("top_up", "give_up")
    offered = [dict(cards) for cards in NORDIC.legal_actions(state, 0).top_ups()]
    assert offered == good
    for cards in ({"red": 1}, {"green": 2}, {"loco": 2}):
        assert refusal(state, TopUpTunnel(0, tuple(cards.items()))) == WrongTopUp(1, colour)
    for cards in good:
        step = NORDIC.apply(state, TopUpTunnel(0, tuple(cards.items())))
        paid = {name: laid.get(name, 0) + cards.get(name, 0) for name in ("green", "loco")}
        assert dict(events_of(step, RouteClaimed)[0].cards) == {name: n for name, n in paid.items() if n}
        assert step.state.players[0].wagons == 38
        assert step.state.current == 1


def test_a_tunnel_that_asks_for_nothing_is_built_at_once() -> None:
    state = position(
        "nordic", hands=[{"green": 2}], row=PLAIN_ROW, decks={"cards": ("red", "blue", "white", "red")}, discards={}
    )
    step = NORDIC.apply(state, ClaimRoute(0, GREEN_TUNNEL, (("green", 2),)))
    assert events_of(step, TunnelTurned) == [
        TunnelTurned(0, GREEN_TUNNEL, (("green", 2),), ("red", "blue", "white"), 0)
    ]
    assert events_of(step, RouteClaimed) == [RouteClaimed(0, GREEN_TUNNEL, (("green", 2),), 2, 38)]
    assert type(step.state.phase) is Turn
    assert discarded(step.state) == {"red": 1, "blue": 1, "white": 1, "green": 2}


def test_locomotives_alone_are_matched_by_locomotives_alone() -> None:
    state = position(
        "nordic", hands=[{"green": 2, "loco": 2}], row=PLAIN_ROW, decks={"cards": ("green",) * 4}, discards={}
    )
    step = NORDIC.apply(state, ClaimRoute(0, GREEN_TUNNEL, (("loco", 2),)))
    assert events_of(step, TunnelTurned)[0].asked == 0
    assert held(step.state) == {"green": 2}


def test_one_card_of_the_colour_among_locomotives_is_matched_by_the_colour() -> None:
    state = at_the_tunnel({"green": 2, "loco": 1}, "green", "green", "red", green=1, loco=1)
    assert isinstance(state.phase, Tunnel)
    assert state.phase.asked == 2


def test_refused_tunnel_returns_the_payment() -> None:
    state = at_the_tunnel({"green": 3, "red": 1}, "green", "loco", "red", "white", green=2)
    assert held(state) == {"green": 1, "red": 1}
    assert discarded(state) == {}
    step = NORDIC.apply(state, GiveUpTunnel(0))
    assert events_of(step, TunnelGivenUp) == [TunnelGivenUp(0, GREEN_TUNNEL)]
    assert events_of(step, TurnBegan) == [TurnBegan(1, 2)]
    assert held(step.state) == {"green": 3, "red": 1}
    assert discarded(step.state) == {"green": 1, "loco": 1, "red": 1}
    assert not step.state.players[0].tracks
    assert step.state.players[0].wagons == 40


def test_who_cannot_pay_may_only_give_up() -> None:
    state = at_the_tunnel({"green": 3}, "green", "loco", "red", green=2)
    assert NORDIC.view_for(state, 0).asked == ("give_up",)
    assert list(NORDIC.legal_actions(state, 0)) == [GiveUpTunnel(0)]
    short = refusal(state, TopUpTunnel(0, (("green", 2),)))
    assert short == CardsNotInHand((("green", 1),))


def test_top_ups_mix_the_colour_and_locomotives() -> None:
    state = at_the_tunnel({"green": 4, "loco": 3}, "green", "loco", "loco", green=2)
    offered = [dict(cards) for cards in NORDIC.legal_actions(state, 0).top_ups()]
    assert offered == [{"green": 2, "loco": 1}, {"green": 1, "loco": 2}, {"loco": 3}]
    assert [dict(a.cards) for a in NORDIC.legal_actions(state, 0) if isinstance(a, TopUpTunnel)] == offered


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (TopUpTunnel(0, ()), WrongTopUp(2, "green")),
        (TopUpTunnel(0, (("green", 1),)), WrongTopUp(2, "green")),
        (TopUpTunnel(0, (("green", 3),)), WrongTopUp(2, "green")),
        (TopUpTunnel(0, (("green", 1), ("red", 1))), WrongTopUp(2, "green")),
        (TopUpTunnel(0, (("loco", 2),)), CardsNotInHand((("loco", 1),))),
        (TopUpTunnel(0, (("pink", 2),)), UnknownCard("pink")),
        (TopUpTunnel(1, (("green", 2),)), NotYourTurn(1, (0,))),
        (GiveUpTunnel(1), NotYourTurn(1, (0,))),
        (DrawBlind(0), WrongMoment(("top_up", "give_up"))),
        (ClaimRoute(0, GREEN_TUNNEL, (("green", 2),)), WrongMoment(("top_up", "give_up"))),
    ],
)
def test_an_open_tunnel_refuses_by_name(action: TicketAction, expected: IllegalAction) -> None:
    state = at_the_tunnel({"green": 6, "red": 1, "loco": 1}, "green", "loco", "red", green=2)
    assert refusal(state, action) == expected


@pytest.mark.parametrize("action", [TopUpTunnel(0, (("green", 1),)), GiveUpTunnel(0)])
def test_there_is_nothing_to_top_up_before_a_tunnel_is_tried(action: TicketAction) -> None:
    state = position("nordic", hands=[{"green": 3}])
    assert refusal(state, action) == WrongMoment(("draw", "blind", "claim", "tickets"))
    usa = game_of("usa")
    with pytest.raises(NotInThisGame):
        usa.apply(position("usa"), action)


def test_the_deck_is_reshuffled_in_the_middle_of_a_tunnel_without_the_laid_cards() -> None:
    state = position(
        "nordic", hands=[{"green": 3}], row=PLAIN_ROW, decks={"cards": ("red",)}, discards={"blue": 1, "white": 3}
    )
    step = NORDIC.apply(state, ClaimRoute(0, GREEN_TUNNEL, (("green", 2),)))
    assert events_of(step, DeckReshuffled) == [DeckReshuffled("cards", 4)]
    turned = events_of(step, TunnelTurned)[0].turned
    assert turned[0] == "red"
    assert set(turned[1:]) <= {"blue", "white"}
    assert len(step.state.supply.decks[0]) == 2


@pytest.mark.parametrize(("deck", "discards"), [((), {}), (("green",), {}), ((), {"green": 1, "red": 1})])
def test_a_tunnel_turns_up_what_there_is(deck: tuple[str, ...], discards: dict[str, int]) -> None:
    state = position("nordic", hands=[{"green": 3}], row=PLAIN_ROW, decks={"cards": deck}, discards=discards)
    step = NORDIC.apply(state, ClaimRoute(0, GREEN_TUNNEL, (("green", 2),)))
    turned = events_of(step, TunnelTurned)[0]
    assert sorted(turned.turned) == sorted([*deck, *discards])
    assert turned.asked == turned.turned.count("green")


def test_a_short_row_is_filled_with_what_a_tunnel_puts_down() -> None:
    row = ("red", None, "green", "white", "black")
    state = position("nordic", hands=[{"green": 3}], row=row, decks={"cards": ()}, discards={})
    step = NORDIC.apply(state, ClaimRoute(0, GREEN_TUNNEL, (("green", 2),)))
    assert NORDIC.view_for(step.state, 0).row == ("red", "green", "green", "white", "black")


def test_an_open_tunnel_survives_a_restart() -> None:
    state = at_the_tunnel({"green": 4}, "green", "red", "red", green=2)
    again = NORDIC.codecs.state.decode(NORDIC.codecs.state.encode(state))
    assert again == state
    assert NORDIC.apply(again, TopUpTunnel(0, (("green", 1),))).state.players[0].wagons == 38


def test_nobody_waits_on_a_platform_here() -> None:
    state = position("nordic", hands=[{"purple": 1}])
    action = ClaimRoute(0, "alborg-arhus", (("purple", 1),), ("red", None))
    assert refusal(state, action) == NoSuchPassenger("alborg", "red")


# The end


def test_a_tunnel_may_begin_the_last_round() -> None:
    state = position(
        "nordic", hands=[{"green": 4}], wagons=[4], row=PLAIN_ROW, decks={"cards": ("green", "red", "red")}
    )
    state = NORDIC.apply(state, ClaimRoute(0, GREEN_TUNNEL, (("green", 2),))).state
    assert state.turns_left is None
    step = NORDIC.apply(state, TopUpTunnel(0, (("green", 1),)))
    assert events_of(step, LastRoundBegan) == [LastRoundBegan(0, 1)]
    assert step.state.turns_left == 2


def finished(state: State) -> State:
    return finish(BOARD, state, [])


TO_OSLO = {"goteborg-kobenhavn": 0, "goteborg-oslo": 0}


def globetrotters(state: State) -> list[int]:
    lines = [line for line in NORDIC.scores(state) if line.category == "globetrotter"]
    assert all(line.points == 10 for line in lines)
    return [line.player for line in lines]


def test_the_globetrotter_has_most_completed_tickets_whatever_the_lost_ones() -> None:
    tickets = [["kobenhavn-oslo", "bergen-narvik"], ["bergen-tornio"]]
    state = finished(position("nordic", owners=TO_OSLO, tickets=tickets))
    assert Score(0, "tickets", 4 - 16) in NORDIC.scores(state)
    assert Score(1, "tickets", -17) in NORDIC.scores(state)
    assert globetrotters(state) == [0]


def test_the_globetrotter_goes_to_everybody_who_ties() -> None:
    owners = {**TO_OSLO, "orebro-oslo": 1, "orebro-stockholm": 1}
    tickets = [["kobenhavn-oslo"], ["oslo-stockholm", "bergen-narvik"]]
    assert globetrotters(finished(position("nordic", owners=owners, tickets=tickets))) == [0, 1]


def test_a_tie_in_points_goes_to_more_completed_tickets() -> None:
    """0 has 4 points for tracks, 4 for a ticket and the globetrotter; 1 has 18 for tracks."""
    owners = {**TO_OSLO, WILDERNESS: 1}
    state = position("nordic", owners=owners, tickets=[["kobenhavn-oslo"], []])
    players = state.players
    state = finished(replace(state, players=(players[0], replace(players[1], points=18))))
    assert [sum(line.points for line in NORDIC.scores(state) if line.player == seat) for seat in (0, 1)] == [18, 18]
    assert NORDIC.ranking(state) == ((0,), (1,))


def test_a_tie_in_tickets_too_goes_to_the_longer_route_and_then_is_shared() -> None:
    """Both have 4 points for tracks: 0 for one track of 3, 1 for two of 2 that hang together."""
    three = next(track for track in BOARD.tracks if track.kind == "rail" and track.length == 3)
    twos = [track for track in BOARD.tracks if track.kind == "rail" and track.length == 2]
    chain = next(
        (one, two)
        for one in twos
        for two in twos
        if len({one.a, one.b} & {two.a, two.b}) == 1 and not {one.a, one.b, two.a, two.b} & {three.a, three.b}
    )
    owners = {three.id: 0, chain[0].id: 1, chain[1].id: 1}
    state = finished(position("nordic", owners=owners))
    assert NORDIC.ranking(state) == ((1,), (0,))
    even = finished(position("nordic", owners={}))
    assert NORDIC.ranking(even) == ((0, 1),)


def test_the_game_ends_when_everybody_in_a_row_had_to_pass() -> None:
    """With nothing to draw, no tickets, and hands that pay for nothing that is free."""
    nothing = (None,) * 5
    hands = [{"loco": 1}, {"green": 1}, {}]
    one_space = {track.id: 2 for track in BOARD.tracks if track.length == 1 and not track.id.endswith("-2")}
    one_space |= {track.id: 1 for track in BOARD.tracks if track.length == 1 and track.id.endswith("-2")}
    state = position(
        "nordic", 3, hands=hands, row=nothing, decks={"cards": ()}, discards={}, piles={"tickets": ()}, owners=one_space
    )
    for seat in range(3):
        assert list(NORDIC.legal_actions(state, seat)) == [Pass(seat)]
        assert not NORDIC.is_over(state)
        state = NORDIC.apply(state, Pass(seat)).state
    assert NORDIC.is_over(state)


def test_nobody_may_pass_who_can_try_a_tunnel() -> None:
    state = position(
        "nordic", hands=[{"green": 2}], row=(None,) * 5, decks={"cards": ()}, discards={}, piles={"tickets": ()}
    )
    assert refusal(state, Pass(0)) == CannotPass()
