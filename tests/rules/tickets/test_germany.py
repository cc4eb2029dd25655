"""`germany`: its own rules one by one, the rulings among them."""

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers
from msgspec.structs import replace

from rules.chance import Chance
from rules.errors import BadRecord, BadSeats, IllegalAction, WrongMoment
from rules.game import Score
from rules.tickets.actions import ClaimRoute, DrawBlind, DrawCard, DrawTickets, KeepTickets, TicketAction
from rules.tickets.errors import (
    NoSuchPassenger,
    NoTicketsLeft,
    SisterIsYours,
    SisterTaken,
    TooFewTickets,
    WildAsSecond,
    WrongColour,
    WrongMix,
    WrongNumber,
)
from rules.tickets.events import PassengerTaken, RouteClaimed, TicketsDrawn, TicketsKept
from rules.tickets.features.passengers import Passengers
from rules.tickets.network import components
from rules.tickets.scoring import final_standings, network
from rules.tickets.state import ChoosingTickets, State, Turn
from rules.tickets.turns import finish
from tests.rules.contract import Table, random_game
from tests.rules.tickets.positions import events_of, game_of, position

GERMANY = game_of("germany")
BOARD = GERMANY.board
COLOURS = ("red", "black", "green", "yellow", "blue", "white")
SHORT = [ticket.id for ticket in BOARD.tickets if ticket.pile == "short"]
LONG = [ticket.id for ticket in BOARD.tickets if ticket.pile == "long"]


def refusal(state: State, action: TicketAction) -> IllegalAction:
    assert action not in GERMANY.legal_actions(state, action.player)
    before = GERMANY.codecs.state.encode(state)
    with pytest.raises(IllegalAction) as caught:
        GERMANY.apply(state, action)
    assert GERMANY.codecs.state.encode(state) == before
    return caught.value


def opening(seats: int = 2) -> State:
    return GERMANY.setup(GERMANY.options({}), seats, Chance("7"))


def names(tickets: Sequence[int]) -> list[str]:
    return [BOARD.tickets[ticket].id for ticket in tickets]


def with_waiting(state: State, waiting: Mapping[str, Sequence[str]]) -> State:
    """The same state with these passengers at these places, and nobody anywhere else."""
    places = [tuple(sorted(COLOURS.index(colour) for colour in waiting.get(place, ()))) for place in BOARD.places]
    return replace(state, waiting=tuple(places))


# The map


def test_every_terminal_of_a_country_is_a_dead_end() -> None:
    terminals = {terminal for country in BOARD.file.countries for terminal in country.terminals}
    assert len(terminals) == 14
    for terminal in terminals:
        neighbours = {a if b == terminal else b for a, b in ((t.a, t.b) for t in BOARD.tracks) if terminal in (a, b)}
        assert len(neighbours) == 1
        assert not neighbours & terminals


def test_places_are_cities_and_whole_countries() -> None:
    assert len(BOARD.places) == 35 + 5
    assert sum(BOARD.place_sizes) == 60
    assert dict(zip(BOARD.places, BOARD.place_sizes, strict=True))["berlin"] == 5
    france = {BOARD.place_of[BOARD.city_index[f"france_{n}"]] for n in (1, 2, 3)}
    assert [BOARD.places[place] for place in france] == ["france"]


def test_one_short_ticket_is_worth_two() -> None:
    assert (len(SHORT), len(LONG)) == (55, 34)
    assert [ticket.points for ticket in BOARD.tickets if ticket.id == "mannheim-stuttgart"] == [2]


# Set-up


@pytest.mark.parametrize("seats", [1, 6])
def test_it_is_for_two_to_five(seats: int) -> None:
    with pytest.raises(BadSeats):
        GERMANY.setup(GERMANY.options({}), seats, Chance("7"))


def test_ten_passengers_of_each_colour_are_dealt_at_random() -> None:
    state = opening()
    assert Counter(colour for place in state.waiting for colour in place) == dict.fromkeys(range(6), 10)
    assert tuple(len(place) for place in state.waiting) == BOARD.place_sizes
    other = GERMANY.setup(GERMANY.options({}), 2, Chance("8"))
    assert other.waiting != state.waiting


def test_passengers_can_be_dealt_in_an_order_written_down() -> None:
    order = tuple(colour for _ in range(10) for colour in COLOURS)
    state = GERMANY.setup(GERMANY.options({}), 2, Chance("7", {"passengers": order}))
    seen = GERMANY.view_for(state, None).passengers
    assert seen["augsburg"] == ("red",)
    assert seen["berlin"] == ("black", "green", "yellow", "blue", "white")
    assert seen["switzerland"] == ("white",)
    with pytest.raises(BadRecord):
        GERMANY.setup(GERMANY.options({}), 2, Chance("7", {"passengers": order[1:]}))


# Opening tickets


def test_everybody_announces_a_mix_before_drawing() -> None:
    state = opening(3)
    assert GERMANY.to_act(state) == {0, 1, 2}
    assert GERMANY.view_for(state, 2).asked == ("tickets",)
    assert refusal(state, KeepTickets(2, ())) == WrongMoment(("tickets",))
    assert refusal(state, DrawTickets(2, 5)) == WrongMix(5, 0, 4)
    assert refusal(state, DrawTickets(2, -1)) == WrongMix(-1, 0, 4)
    step = GERMANY.apply(state, DrawTickets(2, 3))
    offer = GERMANY.view_for(step.state, 2).offer
    assert Counter("long" if ticket in LONG else "short" for ticket in offer) == {"short": 1, "long": 3}
    assert events_of(step, TicketsDrawn) == [TicketsDrawn(2, 4, 3, offer)]
    assert events_of(step, TicketsDrawn)[0].seen_by(0) == TicketsDrawn(2, 4, 3, None)
    assert GERMANY.view_for(step.state, 2).asked == ("keep",)
    assert refusal(step.state, DrawTickets(2, 3)) == WrongMoment(("keep",))
    assert refusal(step.state, KeepTickets(2, offer[:1])) == TooFewTickets(1, 2)


@pytest.mark.parametrize("long", range(5))
def test_every_mix_of_four_can_be_announced(long: int) -> None:
    state = GERMANY.apply(opening(), DrawTickets(0, long)).state
    assert sum(ticket in LONG for ticket in names(state.players[0].offer)) == long
    assert len(state.players[0].offer) == 4


def test_opening_rejects_are_shuffled_back_into_their_own_piles() -> None:
    state = opening()
    kept: list[str] = []
    for seat, long in ((1, 4), (0, 1)):
        state = GERMANY.apply(state, DrawTickets(seat, long)).state
        choice = tuple(names(state.players[seat].offer)[:2])
        kept += choice
        step = GERMANY.apply(state, KeepTickets(seat, choice))
        state = step.state
    assert type(state.phase) is Turn
    short, long_pile = (names(pile) for pile in state.piles)
    assert sorted(short) == sorted({*SHORT} - {*kept})
    assert sorted(long_pile) == sorted({*LONG} - {*kept})
    orders = {"short, after the opening": tuple(sorted(short)), "long, after the opening": tuple(sorted(long_pile))}
    again = GERMANY.setup(GERMANY.options({}), 2, Chance("7", orders))
    for seat, long in ((1, 4), (0, 1)):
        again = GERMANY.apply(again, DrawTickets(seat, long)).state
        again = GERMANY.apply(again, KeepTickets(seat, tuple(names(again.players[seat].offer)[:2]))).state
    assert [names(pile) for pile in again.piles] == [sorted(short), sorted(long_pile)]


# Tickets in a turn


def test_rejects_of_a_turn_go_under_their_own_piles() -> None:
    state = position("germany", piles={"short": SHORT[:6], "long": LONG[:6]})
    state = GERMANY.apply(state, DrawTickets(0, 2)).state
    assert type(state.phase) is ChoosingTickets
    assert names(state.players[0].offer) == [*SHORT[:2], *LONG[:2]]
    assert refusal(state, KeepTickets(0, ())) == TooFewTickets(0, 1)
    step = GERMANY.apply(state, KeepTickets(0, (LONG[1],)))
    assert [names(pile) for pile in step.state.piles] == [[*SHORT[2:6], *SHORT[:2]], [*LONG[2:6], LONG[0]]]
    assert events_of(step, TicketsKept) == [TicketsKept(0, 1, 3, (LONG[1],))]


@pytest.mark.parametrize(
    ("short", "long", "least", "most"), [(2, 9, 0, 4), (9, 1, 0, 4), (1, 1, 0, 4), (0, 9, 1, 4), (9, 0, 0, 3)]
)
def test_any_mix_that_brings_a_ticket_may_be_announced(short: int, long: int, least: int, most: int) -> None:
    state = position("germany", piles={"short": SHORT[:short], "long": LONG[:long]})
    legal = [action.long for action in GERMANY.legal_actions(state, 0) if isinstance(action, DrawTickets)]
    assert legal == list(range(least, most + 1))
    assert refusal(state, DrawTickets(0, most + 1)) == WrongMix(most + 1, least, most)


@pytest.mark.parametrize(
    ("announced", "offered"), [(0, SHORT[:1]), (1, [SHORT[0], LONG[0]]), (3, [SHORT[0], *LONG[:2]]), (4, LONG[:2])]
)
def test_where_the_piles_are_short_the_player_gets_what_is_left(announced: int, offered: list[str]) -> None:
    state = position("germany", piles={"short": SHORT[:1], "long": LONG[:2]})
    step = GERMANY.apply(state, DrawTickets(0, announced))
    assert names(step.state.players[0].offer) == list(offered)
    drawn_long = len([name for name in offered if name in LONG])
    assert events_of(step, TicketsDrawn) == [TicketsDrawn(0, len(offered), drawn_long, tuple(offered))]
    step = GERMANY.apply(step.state, KeepTickets(0, tuple(offered[:1])))
    assert step.state.turn == 2
    empty = position("germany", piles={"short": (), "long": ()})
    assert refusal(empty, DrawTickets(0, 0)) == NoTicketsLeft()


# Claiming


@pytest.mark.parametrize(
    ("track", "hand", "payments"),
    [
        (
            "karlsruhe-mannheim",
            {"blue": 1, "red": 3, "loco": 1},
            [{"blue": 1}, {"loco": 1}],
        ),
        (
            "mannheim-stuttgart",
            {"blue": 2, "red": 1, "loco": 2},
            [{"blue": 2}, {"blue": 1, "loco": 1}, {"red": 1, "loco": 1}, {"loco": 2}],
        ),
        (
            "berlin-magdeburg",
            {"red": 3, "blue": 3, "loco": 3},
            [{"red": 3}, {"red": 2, "loco": 1}, {"red": 1, "loco": 2}, {"loco": 3}],
        ),
    ],
)
def test_payments_of_the_rulebook(track: str, hand: dict[str, int], payments: list[dict[str, int]]) -> None:
    state = position("germany", hands=[hand])
    legal = GERMANY.legal_actions(state, 0)
    assert [dict(cards) for cards in legal.payments(track)] == payments


def test_wrong_payments_are_refused_by_name() -> None:
    state = position("germany", hands=[{"red": 4, "blue": 4}])
    track = "berlin-magdeburg"
    assert refusal(state, ClaimRoute(0, track, (("red", 2),))) == WrongNumber(track, 3, 2)
    assert refusal(state, ClaimRoute(0, track, (("red", 4),))) == WrongNumber(track, 3, 4)
    assert refusal(state, ClaimRoute(0, track, (("blue", 3),))) == WrongColour(track, "red", (("blue", 3),))


TRIPLE = ["duesseldorf-koeln", "duesseldorf-koeln-2", "duesseldorf-koeln-3"]


@pytest.mark.parametrize("seats", [2, 3])
def test_with_two_or_three_players_one_track_of_a_triple_closes_the_others(seats: int) -> None:
    state = position("germany", seats, hands=[{"red": 9}] * seats, owners={TRIPLE[1]: 1})
    for track in (TRIPLE[0], TRIPLE[2]):
        assert refusal(state, ClaimRoute(0, track, (("red", 1),))) == SisterTaken(track, 1, seats)
    assert set(GERMANY.view_for(state, None).closed) == {TRIPLE[0], TRIPLE[2]}


@pytest.mark.parametrize("seats", [4, 5])
def test_with_four_or_five_players_three_of_them_may_share_a_triple(seats: int) -> None:
    state = position("germany", seats, hands=[{"red": 9}] * seats, owners={TRIPLE[1]: 1, TRIPLE[2]: 2})
    assert refusal(replace(state, current=1), ClaimRoute(1, TRIPLE[0], (("red", 1),))) == SisterIsYours(TRIPLE[0])
    state = GERMANY.apply(state, ClaimRoute(0, TRIPLE[0], (("red", 1),))).state
    assert {GERMANY.view_for(state, None).owners[track] for track in TRIPLE} == {0, 1, 2}


# Passengers


MAGDEBURG = "berlin-magdeburg"
HERE = {"berlin": ("red", "red", "white", "blue"), "magdeburg": ("green",)}


def test_the_rulebooks_track_from_berlin_to_magdeburg() -> None:
    state = with_waiting(position("germany", hands=[{"red": 3}]), HERE)
    step = GERMANY.apply(state, ClaimRoute(0, MAGDEBURG, (("red", 3),), ("red", "green")))
    assert [type(event) for event in step.events][:3] == [RouteClaimed, PassengerTaken, PassengerTaken]
    assert events_of(step, PassengerTaken) == [
        PassengerTaken(0, "berlin", "red"),
        PassengerTaken(0, "magdeburg", "green"),
    ]
    view = GERMANY.view_for(step.state, None)
    assert view.passengers == {"berlin": ("red", "blue", "white")}
    assert view.players[0].passengers == {"red": 1, "black": 0, "green": 1, "yellow": 0, "blue": 0, "white": 0}
    assert sum(view.players[1].passengers.values()) == 0


def test_who_is_taken_is_the_players_choice_and_so_is_leaving_them() -> None:
    state = with_waiting(position("germany", hands=[{"red": 3}]), HERE)
    legal = GERMANY.legal_actions(state, 0)
    assert legal.passengers(MAGDEBURG) == (("red", "blue", "white"), ("green",))
    wishes = [action.passengers for action in legal if isinstance(action, ClaimRoute) and action.track == MAGDEBURG]
    assert wishes == [(a, b) for a in ("red", "blue", "white", None) for b in ("green", None)]
    step = GERMANY.apply(state, ClaimRoute(0, MAGDEBURG, (("red", 3),)))
    assert not events_of(step, PassengerTaken)
    assert step.state.waiting == state.waiting


@pytest.mark.parametrize(
    ("wish", "place", "colour"),
    [
        (("black", "green"), "berlin", "black"),
        (("red", "white"), "magdeburg", "white"),
        (("green", None), "berlin", "green"),
        (("pink", None), "berlin", "pink"),
    ],
)
def test_a_passenger_who_is_not_there_cannot_be_taken(
    wish: tuple[str | None, str | None], place: str, colour: str
) -> None:
    state = with_waiting(position("germany", hands=[{"red": 3}]), HERE)
    assert refusal(state, ClaimRoute(0, MAGDEBURG, (("red", 3),), wish)) == NoSuchPassenger(place, colour)


def test_a_countrys_passenger_waits_at_all_its_ends_until_it_is_taken() -> None:
    hands = [{"green": 1, "black": 2}, {"black": 2}]
    state = with_waiting(position("germany", hands=hands), {"france": ("blue",)})
    assert GERMANY.legal_actions(state, 0).passengers("karlsruhe-france_2") == ((), ("blue",))
    step = GERMANY.apply(state, ClaimRoute(0, "saarbruecken-france_1", (("green", 1),), (None, "blue")))
    assert events_of(step, PassengerTaken) == [PassengerTaken(0, "france", "blue")]
    gone = ClaimRoute(1, "karlsruhe-france_2", (("black", 2),), (None, "blue"))
    assert refusal(step.state, gone) == NoSuchPassenger("france", "blue")


@settings(max_examples=6)
@given(seed=integers(0, 2**32))
def test_no_passenger_is_lost_or_made(seed: int) -> None:
    for state, _ in random_game(Table("germany", 4), seed):
        taken = [sum(player.passengers[colour] for player in state.players) for colour in range(6)]
        waiting = Counter(colour for place in state.waiting for colour in place)
        assert [taken[colour] + waiting[colour] for colour in range(6)] == [10] * 6


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ([3, 1], [20, 10]),
        ([2, 2], [20, 20]),
        ([1, 0], [20, 0]),
        ([0, 0], [0, 0]),
        ([4, 3, 3, 1], [20, 10, 10, 0]),
        ([4, 4, 3, 1], [20, 20, 0, 0]),
        ([5, 2, 1, 0, 2], [20, 10, 0, 0, 10]),
        ([1, 0, 0, 0, 0], [20, 0, 0, 0, 0]),
        ([2, 2, 2, 2, 2], [20, 20, 20, 20, 20]),
    ],
)
def test_most_of_a_colour_and_second_most(held: list[int], points: list[int]) -> None:
    rule = BOARD.feature(Passengers)
    assert rule is not None
    assert rule.points(held) == points


def with_passengers(state: State, *taken: tuple[int, ...]) -> State:
    players = [replace(player, passengers=by) for player, by in zip(state.players, taken, strict=True)]
    return replace(state, players=tuple(players))


def test_colours_are_added_up() -> None:
    state = with_passengers(position("germany"), (3, 2, 0, 1, 0, 0), (1, 2, 0, 2, 4, 0))
    scores = GERMANY.scores(finish(BOARD, state, []))
    assert [line for line in scores if line.category == "passengers"] == [
        Score(0, "passengers", 20 + 20 + 10),
        Score(1, "passengers", 10 + 20 + 20 + 20),
    ]


# Countries


def test_two_tracks_into_a_country_are_not_connected_through_it() -> None:
    owners = {"freiburg-france_3": 0, "saarbruecken-france_1": 0}
    state = position("germany", owners=owners)
    part_of = components(network(BOARD, state.players[0].tracks))
    freiburg, saarbruecken = (part_of[BOARD.city_index[city]] for city in ("freiburg", "saarbruecken"))
    assert freiburg != saarbruecken


WAY_WEST = ["mannheim-stuttgart", "stuttgart-ulm", "augsburg-ulm", "augsburg-muenchen"]


@pytest.mark.parametrize(
    "last", [["mannheim-saarbruecken", "saarbruecken-france_1"], ["karlsruhe-mannheim", "karlsruhe-france_2"]]
)
def test_any_end_of_a_country_completes_its_ticket(last: list[str]) -> None:
    for tracks, done in (([*WAY_WEST, *last], True), ([*WAY_WEST, last[0]], False)):
        state = position("germany", owners=dict.fromkeys(tracks, 0), tickets=[["france-muenchen"], []])
        assert [standing.is_done for standing in final_standings(BOARD, state.players[0])] == [done]


def test_a_ticket_may_name_two_countries() -> None:
    tracks = ["kiel-denmark_2", "hamburg-kiel", "bremen-hamburg", "bremen-emden", "emden-netherlands_1"]
    for owned, done in ((tracks, True), (tracks[1:], False), (tracks[:-1], False)):
        owners = dict.fromkeys((track for track in owned if track in BOARD.track_index), 0)
        state = position("germany", owners=owners, tickets=[["denmark-netherlands"], []])
        assert len(owners) == len(owned)
        assert [standing.is_done for standing in final_standings(BOARD, state.players[0])] == [done]


# The end


def test_the_globetrotter_is_worth_fifteen() -> None:
    state = position("germany", owners={"mannheim-stuttgart": 0}, tickets=[["mannheim-stuttgart"], []])
    scores = GERMANY.scores(finish(BOARD, state, []))
    assert [line for line in scores if line.category == "globetrotter"] == [Score(0, "globetrotter", 15)]
    assert Score(0, "tickets", 2) in scores


def test_a_tie_goes_to_more_tickets_then_to_more_passengers_and_then_is_shared() -> None:
    even = with_passengers(position("germany"), (1, 1, 0, 0, 0, 0), (1, 1, 0, 0, 0, 0))
    assert GERMANY.ranking(finish(BOARD, even, [])) == ((0, 1),)
    more = with_passengers(position("germany"), (1, 1, 0, 0, 0, 0), (2, 1, 0, 0, 0, 0))
    players = (replace(more.players[0], points=10), more.players[1])
    assert GERMANY.ranking(finish(BOARD, replace(more, players=players), [])) == ((1,), (0,))
    ticket = position("germany", owners={"mannheim-stuttgart": 0}, tickets=[["mannheim-stuttgart"], []])
    ticket = with_passengers(ticket, (0,) * 6, (0,) * 6)
    players = (ticket.players[0], replace(ticket.players[1], points=19))
    assert GERMANY.ranking(finish(BOARD, replace(ticket, players=players), [])) == ((0,), (1,))


def test_a_locomotive_on_the_table_is_the_whole_draw_and_never_the_second_card() -> None:
    state = position("germany", row=("loco", "red", "red", "blue", "blue"), decks={"cards": ("white",) * 9})
    assert GERMANY.apply(state, DrawCard(0, "loco")).state.current == 1
    state = GERMANY.apply(state, DrawBlind(0)).state
    assert refusal(state, DrawCard(0, "loco")) == WildAsSecond("loco")
