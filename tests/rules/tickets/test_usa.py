"""`usa`: the rules one by one, the rulings among them."""

import pytest
from msgspec.structs import replace

from rules.chance import Chance
from rules.errors import BadOption, BadSeats, CannotPass
from rules.game import Score
from rules.tickets.actions import ClaimRoute, DrawBlind, DrawCard, DrawTickets, KeepTickets, Pass
from rules.tickets.errors import SisterIsYours, SisterTaken
from rules.tickets.events import (
    DeckReshuffled,
    GameEnded,
    LastRoundBegan,
    RouteClaimed,
    RowRefilled,
    RowSwept,
    TurnBegan,
)
from rules.tickets.scoring import longest_route
from rules.tickets.state import ChoosingTickets, Finished, SecondCard, State, Turn
from tests.rules.tickets.positions import events_of, game_of, keep_all, position

USA = game_of("usa")
BOARD = USA.board
PLAIN_ROW = ("red", "blue", "green", "white", "black")


def payments(state: State, track: str) -> list[dict[str, int]]:
    actions = [action for action in USA.legal_actions(state, 0) if isinstance(action, ClaimRoute)]
    return [dict(action.cards) for action in actions if action.track == track]


# Set-up


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everybody_begins_with_four_cards_and_three_tickets_to_choose_from(seats: int) -> None:
    state = USA.setup(USA.options({}), seats, Chance("7"))
    assert [BOARD.kinds.total(player.hand) for player in state.players] == [4] * seats
    assert [len(player.offer) for player in state.players] == [3] * seats
    assert [player.wagons for player in state.players] == [45] * seats
    assert len(state.supply.row) == 5
    assert len(state.piles[0]) == 30 - 3 * seats
    assert USA.to_act(state) == frozenset(range(seats))


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_it_is_for_two_to_five(seats: int) -> None:
    with pytest.raises(BadSeats):
        USA.setup(USA.options({}), seats, Chance("7"))


def test_it_has_no_options() -> None:
    with pytest.raises(BadOption):
        USA.options({"modules": "1"})


def test_opening_tickets_are_chosen_in_any_order_and_rejects_go_under_the_pile() -> None:
    state = USA.setup(USA.options({}), 3, Chance("7"))
    offers = [[BOARD.tickets[ticket].id for ticket in player.offer] for player in state.players]
    for seat in (2, 0, 1):
        assert seat in USA.to_act(state)
        step = USA.apply(state, KeepTickets(seat, tuple(offers[seat][:2])))
        state = step.state
        assert BOARD.tickets[state.piles[0][-1]].id == offers[seat][2]
    assert [len(player.tickets) for player in state.players] == [2, 2, 2]
    assert type(state.phase) is Turn
    assert events_of(step, TurnBegan) == [TurnBegan(0, 1)]


def test_an_opening_choice_is_not_visible_to_others() -> None:
    state = USA.setup(USA.options({}), 2, Chance("7"))
    state = USA.apply(state, next(iter(USA.legal_actions(state, 0)))).state
    assert USA.view_for(state, 1).players[0].tickets == 3
    assert USA.view_for(state, 1).players[1].is_choosing
    assert USA.view_for(state, None).tickets is None


# Drawing cards


def test_a_row_card_is_replaced_at_once_in_its_place() -> None:
    state = position(row=PLAIN_ROW, decks={"cards": ["orange", "yellow"]})
    step = USA.apply(state, DrawCard(0, "green"))
    assert USA.view_for(step.state, None).row == ("red", "blue", "orange", "white", "black")
    assert USA.view_for(step.state, 0).hand == {"green": 1}
    assert events_of(step, RowRefilled) == [RowRefilled(2, "orange")]
    assert type(step.state.phase) is SecondCard
    assert USA.to_act(step.state) == {0}


def test_the_second_card_ends_the_turn() -> None:
    state = position(row=PLAIN_ROW, decks={"cards": ["orange", "yellow"]})
    state = USA.apply(state, DrawBlind(0)).state
    step = USA.apply(state, DrawCard(0, "red"))
    assert USA.view_for(step.state, 0).hand == {"orange": 1, "red": 1}
    assert USA.to_act(step.state) == {1}


def test_a_face_up_locomotive_is_the_whole_draw() -> None:
    state = position(row=("loco", *PLAIN_ROW[1:]), decks={"cards": ["orange"]})
    assert USA.to_act(USA.apply(state, DrawCard(0, "loco")).state) == {1}


def test_a_locomotive_drawn_blind_is_an_ordinary_card() -> None:
    state = position(row=PLAIN_ROW, decks={"cards": ["loco", "loco", "red"]})
    state = USA.apply(state, DrawBlind(0)).state
    state = USA.apply(state, DrawBlind(0)).state
    assert USA.view_for(state, 0).hand == {"loco": 2}


def test_with_no_second_card_to_be_had_the_draw_ends_with_one() -> None:
    state = position(row=("red", "loco", "loco", None, None), decks={"cards": ["loco"]}, discards={})
    step = USA.apply(state, DrawCard(0, "red"))
    assert USA.to_act(step.state) == {1}
    assert USA.view_for(step.state, None).row == ("loco", "loco", "loco", None, None)


def test_an_empty_deck_is_made_anew_from_the_discards() -> None:
    state = position(row=PLAIN_ROW, decks={"cards": []}, discards={"purple": 3})
    step = USA.apply(state, DrawBlind(0))
    assert events_of(step, DeckReshuffled) == [DeckReshuffled("cards", 3)]
    assert USA.view_for(step.state, None).decks == {"cards": 2}
    assert USA.view_for(step.state, None).discards == {}


def test_the_row_stays_short_when_nothing_is_left_and_is_filled_once_cards_are_discarded() -> None:
    state = position(
        hands=[{"red": 3}, {"blue": 3}], row=("green", None, None, None, None), decks={"cards": ["white"]}, discards={}
    )
    state = USA.apply(state, DrawCard(0, "green")).state
    state = USA.apply(state, DrawCard(0, "white")).state
    assert USA.view_for(state, None).row == (None,) * 5
    step = USA.apply(state, ClaimRoute(1, "montreal-new_york", (("blue", 3),)))
    assert sorted(filter(None, USA.view_for(step.state, None).row)) == ["blue"] * 3


def test_without_any_card_drawing_is_not_legal() -> None:
    state = position(row=(None,) * 5, decks={"cards": []}, discards={})
    assert USA.view_for(state, 0).asked == ("tickets",)


def test_three_locomotives_sweep_the_row_until_there_are_fewer() -> None:
    deck = ["loco", "loco", "loco", "loco", "red", "blue", "red", "blue", "red", "blue", "green"]
    state = position(row=("loco", "loco", "green", "white", "black"), decks={"cards": deck})
    step = USA.apply(state, DrawCard(0, "green"))
    assert events_of(step, RowSwept) == [
        RowSwept(("loco", "loco", "loco", "white", "black"), ("loco", "loco", "loco", "red", "blue")),
        RowSwept(("loco", "loco", "loco", "red", "blue"), ("red", "blue", "red", "blue", "green")),
    ]
    assert USA.view_for(step.state, None).discards == {"loco": 6, "white": 1, "black": 1, "red": 1, "blue": 1}


def test_a_sweep_stops_when_only_locomotives_could_come_up() -> None:
    state = position(row=("loco", "loco", "green", "loco", "red"), decks={"cards": ["loco"]}, discards={"loco": 4})
    step = USA.apply(state, DrawCard(0, "green"))
    assert not events_of(step, RowSwept)
    assert USA.view_for(step.state, None).row.count("loco") == 4


def test_a_row_that_could_not_be_swept_is_swept_once_the_discards_allow_it() -> None:
    state = position(
        hands=[{}, {"green": 6}],
        row=("loco", "loco", "loco", "red", "white"),
        decks={"cards": []},
        discards={},
        current=1,
    )
    step = USA.apply(state, ClaimRoute(1, "el_paso-houston", (("green", 6),)))
    assert len(events_of(step, RowSwept)) >= 1
    assert USA.view_for(step.state, None).row.count("loco") < 3


# Claiming


def test_montreal_to_new_york_takes_three_blue_cards() -> None:
    state = position(hands=[{"blue": 3, "loco": 3}])
    found = payments(state, "montreal-new_york")
    assert found == [{"blue": 3}, {"blue": 2, "loco": 1}, {"blue": 1, "loco": 2}, {"loco": 3}]


def test_montreal_to_toronto_takes_any_one_colour() -> None:
    state = position(hands=[{"green": 3, "red": 4, "white": 2}])
    assert payments(state, "montreal-toronto") == [{"red": 3}, {"green": 3}]


def test_grey_tracks_take_all_locomotives_once() -> None:
    state = position(hands=[{"green": 1, "loco": 3}])
    assert payments(state, "montreal-toronto") == [{"green": 1, "loco": 2}, {"loco": 3}]


@pytest.mark.parametrize(
    ("track", "points"),
    [
        ("atlanta-nashville", 1),
        ("atlanta-charleston", 2),
        ("montreal-new_york", 4),
        ("calgary-helena", 7),
        ("chicago-pittsburgh", 4),
        ("atlanta-miami", 10),
        ("calgary-winnipeg", 15),
    ],
)
def test_points_follow_the_length(track: str, points: int) -> None:
    asked = BOARD.tracks[BOARD.track_index[track]]
    state = position(hands=[{asked.colour or "red": asked.length}])
    step = USA.apply(state, ClaimRoute(0, track, ((asked.colour or "red", asked.length),)))
    (claimed,) = events_of(step, RouteClaimed)
    assert (claimed.points, claimed.pieces_left) == (points, 45 - asked.length)
    assert step.state.players[0].points == points
    assert step.state.players[0].hand == 0
    assert USA.view_for(step.state, None).discards == {asked.colour or "red": asked.length}


@pytest.mark.parametrize("seats", [2, 3])
def test_with_two_or_three_players_one_track_closes_its_sister(seats: int) -> None:
    state = position(seats=seats, hands=[{}, {"red": 2, "yellow": 2}], owners={"boston-new_york": 0}, current=1)
    assert "boston-new_york-2" in USA.view_for(state, None).closed
    with pytest.raises(SisterTaken):
        USA.apply(state, ClaimRoute(1, "boston-new_york-2", (("red", 2),)))


@pytest.mark.parametrize("seats", [4, 5])
def test_with_four_or_five_the_sister_is_open_to_others_only(seats: int) -> None:
    state = position(seats=seats, hands=[{"red": 2}, {"red": 2, "yellow": 2}], owners={"boston-new_york": 0})
    with pytest.raises(SisterIsYours):
        USA.apply(state, ClaimRoute(0, "boston-new_york-2", (("red", 2),)))
    state = replace(state, current=1)
    colour = BOARD.tracks[BOARD.track_index["boston-new_york-2"]].colour
    assert colour is not None
    assert USA.apply(state, ClaimRoute(1, "boston-new_york-2", ((colour, 2),))).state.players[1].points == 2


# Tickets


def test_tickets_are_drawn_three_at_a_time_and_one_must_be_kept() -> None:
    state = position()
    pile = state.piles[0]
    state = USA.apply(state, DrawTickets(0)).state
    assert type(state.phase) is ChoosingTickets
    assert state.players[0].offer == pile[:3]
    kept = BOARD.tickets[pile[1]].id
    state = USA.apply(state, KeepTickets(0, (kept,))).state
    assert state.piles[0] == (*pile[3:], pile[0], pile[2])
    assert state.players[0].tickets == (pile[1],)
    assert USA.to_act(state) == {1}


def test_a_short_ticket_pile_gives_what_it_has() -> None:
    state = position(piles={"tickets": ["boston-miami"]})
    state = USA.apply(state, DrawTickets(0)).state
    assert len(list(USA.legal_actions(state, 0))) == 1
    state = USA.apply(state, KeepTickets(0, ("boston-miami",))).state
    assert state.piles == ((),)


def test_with_no_tickets_left_drawing_them_is_not_legal() -> None:
    state = position(piles={"tickets": []})
    assert "tickets" not in USA.view_for(state, 0).asked


# Passing and the end


def test_passing_is_legal_only_when_nothing_else_is() -> None:
    with pytest.raises(CannotPass):
        USA.apply(position(), Pass(0))
    stuck = position(row=(None,) * 5, decks={"cards": []}, discards={}, piles={"tickets": []})
    assert list(USA.legal_actions(stuck, 0)) == [Pass(0)]
    assert USA.view_for(stuck, 0).asked == ("pass",)


def test_the_game_ends_at_once_when_everybody_had_to_pass() -> None:
    state = position(seats=3, row=(None,) * 5, decks={"cards": []}, discards={}, piles={"tickets": []})
    for seat in range(3):
        assert not USA.is_over(state)
        state = USA.apply(state, Pass(seat)).state
    assert USA.is_over(state)


def test_two_wagons_left_begin_the_last_round_with_one_more_turn_for_each() -> None:
    state = position(seats=3, hands=[{"blue": 3}], wagons=[5, 45, 45], row=PLAIN_ROW, decks={"cards": ["red"] * 30})
    step = USA.apply(state, ClaimRoute(0, "montreal-new_york", (("blue", 3),)))
    assert events_of(step, LastRoundBegan) == [LastRoundBegan(0, 1)]
    state, turns = step.state, []
    assert [player.turns_left for player in USA.view_for(state, None).players] == [1, 1, 1]
    while not USA.is_over(state):
        turns.append(min(USA.to_act(state)))
        state = USA.apply(state, DrawBlind(turns[-1])).state
        state = USA.apply(state, DrawBlind(turns[-1])).state
    assert turns == [1, 2, 0]


def test_three_wagons_left_do_not() -> None:
    state = position(hands=[{"blue": 3}], wagons=[6, 45])
    step = USA.apply(state, ClaimRoute(0, "montreal-new_york", (("blue", 3),)))
    assert not events_of(step, LastRoundBegan)


def test_the_last_round_begins_once() -> None:
    state = position(hands=[{"blue": 3}], wagons=[5, 2], turns_left=2)
    step = USA.apply(state, ClaimRoute(0, "montreal-new_york", (("blue", 3),)))
    assert not events_of(step, LastRoundBegan)
    assert step.state.turns_left == 1


# Counting


def ended(state: State) -> State:
    """The game after one last turn that changes nothing but a card."""
    last = replace(state, turns_left=1)
    step = USA.apply(USA.apply(last, DrawBlind(0)).state, DrawBlind(0))
    assert events_of(step, GameEnded)
    return step.state


def points(state: State, category: str) -> list[int]:
    found = [0] * len(state.players)
    for line in USA.scores(state):
        if line.category == category:
            found[line.player] += line.points
    return found


def test_a_completed_ticket_adds_its_value_and_an_open_one_takes_it() -> None:
    state = position(
        owners={"boston-new_york": 0, "new_york-washington": 0},
        tickets=[["boston-miami"], []],
    )
    assert points(ended(state), "tickets") == [-12, 0]
    names = [f"{a}-{b}" for a, b in [("raleigh", "washington"), ("charleston", "raleigh"), ("charleston", "miami")]]
    state = position(
        owners=dict.fromkeys(["boston-new_york", "new_york-washington", *names], 0), tickets=[["boston-miami"], []]
    )
    assert points(ended(state), "tickets") == [12, 0]


def test_the_longest_route_gives_ten_to_all_who_tie() -> None:
    state = position(owners={"montreal-new_york": 0, "atlanta-miami": 0, "calgary-helena": 1, "helena-omaha": 1})
    assert points(ended(state), "longest_route") == [0, 10]
    state = position(owners={"atlanta-miami": 0, "helena-omaha": 1})
    assert points(ended(state), "longest_route") == [10, 10]


def test_a_route_may_pass_a_city_twice_but_no_wagon() -> None:
    loop = ["boston-montreal", "boston-new_york", "montreal-new_york", "new_york-washington"]
    state = position(owners=dict.fromkeys(loop, 0))
    length, tracks = longest_route(BOARD, state.players[0])
    assert length == 2 + 2 + 3 + 2
    assert sorted(tracks) == sorted(loop)


def finished_with(scores: list[int], tickets: list[list[str]], owners: dict[str, int]) -> tuple[tuple[int, ...], ...]:
    state = position(seats=len(scores), tickets=tickets, owners=owners)
    base = [sum(line.points for line in USA.scores(ended(state)) if line.player == seat) for seat in range(len(scores))]
    players = tuple(
        replace(player, points=player.points + wanted - now)
        for player, wanted, now in zip(state.players, scores, base, strict=True)
    )
    state = ended(replace(state, players=players))
    assert isinstance(state.phase, Finished)
    return USA.ranking(state)


def test_most_points_win() -> None:
    assert finished_with([40, 60, 50], [[], [], []], {"atlanta-nashville": 0}) == ((1,), (2,), (0,))


def test_a_tie_goes_to_more_completed_tickets() -> None:
    owners = {"atlanta-nashville": 1, "boston-new_york": 0, "new_york-washington": 0, "raleigh-washington": 0}
    owners |= {"charleston-raleigh": 0, "charleston-miami": 0}
    assert finished_with([50, 50], [["boston-miami"], []], owners) == ((0,), (1,))


def test_then_to_the_holder_of_the_longest_route() -> None:
    assert finished_with([50, 50], [[], []], {"atlanta-miami": 1, "atlanta-nashville": 0}) == ((1,), (0,))


def test_else_the_victory_is_shared() -> None:
    assert finished_with([50, 50, 30], [[], [], []], {"atlanta-miami": 1, "helena-omaha": 0})[0] == (0, 1)


def test_before_the_end_only_the_tracks_are_counted() -> None:
    state = position(owners={"atlanta-miami": 1}, tickets=[["boston-miami"], []])
    assert USA.scores(state) == (Score(0, "routes", 0), Score(1, "routes", 10))
    assert USA.ranking(state) == ()


def test_a_ticket_that_cannot_be_completed_any_more_is_known_as_such() -> None:
    around_miami = ["atlanta-miami", "charleston-miami", "miami-new_orleans"]
    state = position(owners=dict.fromkeys(around_miami, 1), tickets=[["boston-miami"], []])
    (ticket,) = USA.view_for(state, 0).tickets or ()
    assert (ticket.is_done, ticket.can_be_done) == (False, False)


def test_keeping_everything_is_offered_first() -> None:
    state = keep_all(USA.setup(USA.options({}), 2, Chance("3")), USA)
    assert [len(player.tickets) for player in state.players] == [3, 3]
