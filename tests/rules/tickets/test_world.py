"""The World map: set-up, two decks, wagons and ships, exchanges and the end."""

from typing import Any

import pytest
from msgspec.structs import replace

from rules.catalog import find_game
from rules.chance import Chance
from rules.errors import NotYourTurn, WrongMoment
from rules.tickets.actions import (
    BuildHarbour,
    ChoosePieces,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    GiveUpTunnel,
    KeepTickets,
)
from rules.tickets.errors import (
    CardsNotInHand,
    NoCardsLeft,
    NotAHarbourCity,
    NotInThisGame,
    SisterIsYours,
    SisterTaken,
    TooFewPieces,
    TooFewTickets,
    UnknownCard,
    UnknownDeck,
    WildAsSecond,
    WrongExchange,
    WrongPieces,
)
from rules.tickets.events import (
    DeckReshuffled,
    LastRoundBegan,
    PiecesChosen,
    PiecesExchanged,
    PiecesRevealed,
    RouteClaimed,
    RowRefilled,
    RowSwept,
    TurnBegan,
)
from rules.tickets.state import SecondCard
from tests.rules.tickets.world_table import (
    BOARD,
    GAME,
    begun,
    cards,
    changed,
    events,
    hand,
    opened,
    play,
    points,
    refusal,
    row,
    with_supply,
    with_tickets_kept,
)

# Set-up


def test_everybody_begins_with_three_wagon_cards_seven_ship_cards_and_five_tickets() -> None:
    state = opened(5)
    view = GAME.view_for(state, 0)
    assert all(player.cards_by_deck == {"wagons": 3, "ships": 7} for player in view.players)
    assert len(view.offer) == 5
    assert view.keep_at_least == 3
    assert all(player.harbours_left == 3 for player in view.players)


def test_the_row_has_three_cards_of_each_deck() -> None:
    state = opened()
    decks = [BOARD.kinds.deck_of[kind] for kind in state.supply.row]
    assert decks == [0, 0, 0, 1, 1, 1]
    assert GAME.view_for(state, None).decks == {"wagons": 80 - 3 - 2 * 3, "ships": 60 - 3 - 2 * 7}


def test_at_least_three_opening_tickets_are_kept_and_the_rest_go_under_the_pile() -> None:
    state = opened()
    offer = [BOARD.tickets[ticket].id for ticket in state.players[0].offer]
    assert refusal(state, KeepTickets(0, tuple(offer[:2]))) == TooFewTickets(2, 3)
    after = play(state, KeepTickets(0, tuple(offer[:3])))
    assert [BOARD.tickets[ticket].id for ticket in after.piles[0][-2:]] == offer[3:]


def test_four_tickets_are_drawn_in_a_turn_and_one_is_enough_to_keep() -> None:
    state = play(begun(), DrawTickets(0))
    view = GAME.view_for(state, 0)
    assert (len(view.offer), view.keep_at_least) == (4, 1)
    assert play(state, KeepTickets(0, view.offer[:1])).current == 1


# The secret choice of pieces


def test_tickets_are_chosen_before_pieces() -> None:
    state = opened()
    assert refusal(state, ChoosePieces(0, 20)) == WrongMoment(("keep",))
    state = with_tickets_kept(state, 0)
    assert GAME.view_for(state, 0).asked == ("pieces",)
    assert GAME.view_for(state, 0).own_pieces is None


@pytest.mark.parametrize("wagons", [-1, 0, 9, 26, 60])
def test_ten_to_twenty_five_of_the_sixty_pieces_are_wagons(wagons: int) -> None:
    state = with_tickets_kept(opened(), 0)
    assert refusal(state, ChoosePieces(0, wagons)) == WrongPieces(wagons, 10, 25)


@pytest.mark.parametrize("wagons", [10, 20, 25])
def test_the_rest_of_the_sixty_are_ships_and_fifteen_pieces_stay_in_the_box(wagons: int) -> None:
    state = play(with_tickets_kept(opened(), 0), ChoosePieces(0, wagons))
    player = state.players[0]
    assert (player.wagons, player.ships) == (wagons, 60 - wagons)
    assert player.box == (25 - wagons, wagons - 10)
    assert sum(player.box) == 15


def test_every_number_of_wagons_is_offered_and_twenty_is_recommended() -> None:
    legal = GAME.legal_actions(with_tickets_kept(opened(), 0), 0)
    assert list(legal) == [ChoosePieces(0, wagons) for wagons in range(10, 26)]
    assert legal.pieces() == (range(10, 26), 20)
    assert GAME.legal_actions(begun(), 0).pieces() is None


def test_a_choice_of_pieces_is_secret_until_the_last_player_has_chosen() -> None:
    state = opened(3)
    for seat in range(3):
        state = with_tickets_kept(state, seat)
    one, other = (play(state, ChoosePieces(1, wagons)) for wagons in (12, 25))
    for reader in (None, 0, 2):
        assert GAME.view_for(one, reader) == GAME.view_for(other, reader)
        assert all((player.wagons, player.ships) == (None, None) for player in GAME.view_for(one, reader).players)
    own = GAME.view_for(one, 1)
    assert own.own_pieces == (12, 48)
    assert (own.players[1].wagons, own.players[0].wagons) == (12, None)


def test_the_event_of_a_choice_tells_the_numbers_to_nobody_else() -> None:
    state = with_tickets_kept(opened(), 0)
    (chosen,) = events(state, ChoosePieces(0, 17))
    assert chosen == PiecesChosen(0, 17, 43)
    assert chosen.seen_by(0) == chosen
    assert chosen.seen_by(1) == chosen.seen_by(None) == PiecesChosen(0, None, None)


def test_all_choices_are_revealed_together_and_the_first_turn_begins() -> None:
    state = with_tickets_kept(with_tickets_kept(opened(), 1), 0)
    state = play(state, ChoosePieces(1, 25))
    assert events(state, ChoosePieces(0, 10)) == (
        PiecesChosen(0, 10, 50),
        PiecesRevealed((10, 25), (50, 35)),
        TurnBegan(0, 1),
    )
    view = GAME.view_for(play(state, ChoosePieces(0, 10)), None)
    assert [(player.wagons, player.ships) for player in view.players] == [(10, 50), (25, 35)]


def test_pieces_can_be_chosen_while_another_player_still_looks_at_tickets() -> None:
    state = play(with_tickets_kept(opened(), 1), ChoosePieces(1, 20))
    assert GAME.to_act(state) == {0}
    assert refusal(state, ChoosePieces(1, 21)) == NotYourTurn(1, (0,))


# Two decks and the row

ROW = "red white joker red-ship black-ships green-ship"


def test_the_taker_of_a_row_card_names_the_deck_that_refills_its_place() -> None:
    state = with_supply(begun(), ROW, wagons="yellow", ships="purple-ship")
    assert row(play(state, DrawCard(0, "white", "ships"))) == "red purple-ship joker red-ship black-ships green-ship"
    assert row(play(state, DrawCard(0, "white", "wagons"))) == "red yellow joker red-ship black-ships green-ship"
    assert row(play(state, DrawCard(0, "red-ship", "wagons"))) == "red white joker yellow black-ships green-ship"


@pytest.mark.parametrize(("card", "filled"), [("white", "yellow"), ("green-ship", "purple-ship")])
def test_left_out_the_refill_comes_from_the_deck_of_the_card(card: str, filled: str) -> None:
    state = with_supply(begun(), ROW, wagons="yellow", ships="purple-ship")
    assert row(play(state, DrawCard(0, card))) == ROW.replace(card, filled, 1)


def test_an_empty_deck_is_made_anew_from_its_own_discards() -> None:
    state = with_supply(begun(), ROW, wagons="yellow", discards=("1 black", "2 white-ship"))
    happened = events(state, DrawCard(0, "white", "ships"))
    assert DeckReshuffled("ships", 2) in happened
    assert RowRefilled(1, "white-ship") in happened


def test_where_the_named_deck_stays_empty_the_other_serves_and_then_nothing() -> None:
    state = with_supply(begun(), ROW, wagons="yellow")
    after = play(state, DrawCard(0, "white", "ships"))
    assert row(after) == ROW.replace("white", "yellow")
    assert row(play(after, DrawCard(0, "yellow", "ships"))) == ROW.replace("white", "-")


def test_all_six_cards_of_the_row_may_come_from_one_deck() -> None:
    state = with_supply(begun(), "red white black green red red-ship", wagons="yellow black")
    assert row(play(state, DrawCard(0, "red-ship", "wagons"))) == "red white black green red yellow"


def test_a_blind_draw_names_its_deck() -> None:
    state = with_supply(begun(), ROW, wagons="yellow", ships="purple-ship")
    assert refusal(state, DrawBlind(0)) == UnknownDeck("", ("wagons", "ships"))
    assert refusal(state, DrawBlind(0, "rockets")) == UnknownDeck("rockets", ("wagons", "ships"))
    assert hand(play(changed(state, hand=""), DrawBlind(0, "ships"))) == {"purple-ship": 1}


def test_a_deck_without_cards_and_discards_serves_no_blind_draw() -> None:
    state = with_supply(begun(), ROW, wagons="yellow")
    assert refusal(state, DrawBlind(0, "ships")) == NoCardsLeft("ships")


def test_refills_and_cards_that_do_not_exist_are_refused() -> None:
    state = with_supply(begun(), ROW, wagons="yellow")
    assert refusal(state, DrawCard(0, "red", "rockets")) == UnknownDeck("rockets", ("wagons", "ships"))
    assert refusal(state, DrawCard(0, "blue", "ships")) == UnknownCard("blue")


def test_a_face_up_joker_is_the_whole_draw_and_never_the_second_card() -> None:
    state = with_supply(begun(), ROW, wagons="yellow black", ships="purple-ship")
    assert play(state, DrawCard(0, "joker", "wagons")).current == 1
    second = play(state, DrawCard(0, "red", "wagons"))
    assert isinstance(second.phase, SecondCard)
    assert refusal(second, DrawCard(0, "joker", "wagons")) == WildAsSecond("joker")
    assert play(second, DrawCard(0, "white", "ships")).current == 1


def test_a_joker_drawn_blind_is_an_ordinary_card() -> None:
    state = with_supply(begun(), ROW, wagons="joker black", ships="purple-ship")
    assert isinstance(play(state, DrawBlind(0, "wagons")).phase, SecondCard)


def test_three_jokers_sweep_the_row_and_three_new_cards_come_from_each_deck() -> None:
    state = with_supply(
        begun(),
        "red joker joker red-ship black-ships green-ship",
        wagons="joker white white white",
        ships="black-ship black-ship black-ship",
    )
    happened = events(state, DrawCard(0, "red", "wagons"))
    old = ("joker", "joker", "joker", "red-ship", "black-ships", "green-ship")
    new = ("white", "white", "white", "black-ship", "black-ship", "black-ship")
    assert happened[-2:] == (RowRefilled(0, "joker"), RowSwept(old, new))


def test_the_row_is_left_alone_when_the_cards_cannot_make_a_better_one() -> None:
    state = with_supply(begun(), "red joker joker red-ship black-ships green-ship", wagons="joker")
    assert row(play(state, DrawCard(0, "red"))) == "joker joker joker red-ship black-ships green-ship"


# Claiming


def test_rail_takes_wagons_and_the_sea_takes_ships() -> None:
    state = changed(begun(), hand="3 purple, 2 white-ships")
    by_rail = play(state, ClaimRoute(0, "novosibirsk-yakutsk", cards("3 purple"))).players[0]
    assert (by_rail.wagons, by_rail.ships, by_rail.points) == (17, 40, 4)
    by_sea = play(state, ClaimRoute(0, "dar_es_salaam-mumbai", cards("2 white-ships"))).players[0]
    assert (by_sea.wagons, by_sea.ships, by_sea.points) == (20, 36, 7)


def test_three_doubles_on_five_spaces_place_five_ships() -> None:
    state = changed(begun(), hand="3 white-ships")
    (claimed, _) = events(state, ClaimRoute(0, "honolulu-manila", cards("3 white-ships")))
    assert claimed == RouteClaimed(0, "honolulu-manila", cards("3 white-ships"), 10, 35)


def test_a_pair_track_takes_two_cards_and_one_wagon_a_space() -> None:
    state = changed(begun(), hand="2 red, 1 white, 1 joker")
    after = play(state, ClaimRoute(0, "lahore-tehran", cards("2 red, 1 white, 1 joker"))).players[0]
    assert (after.wagons, after.hand, after.points) == (18, 0, 2)


def test_paid_cards_go_to_the_discards_of_their_own_deck() -> None:
    state = changed(begun(), hand="1 white-ships, 2 joker")
    after = play(state, ClaimRoute(0, "dar_es_salaam-mumbai", cards("1 white-ships, 2 joker")))
    wagons, ships = (BOARD.kinds.unpack(pile) for pile in after.supply.discards)
    assert (wagons, ships) == (cards("2 joker"), cards("1 white-ships"))


def test_ships_are_no_help_by_rail_nor_wagons_at_sea() -> None:
    state = changed(begun(), hand="3 purple, 2 white-ships", wagons=2, ships=3)
    rail, sea = "novosibirsk-yakutsk", "dar_es_salaam-mumbai"
    assert refusal(state, ClaimRoute(0, rail, cards("3 purple"))) == TooFewPieces(rail, "wagons", 3, 2)
    assert refusal(state, ClaimRoute(0, sea, cards("2 white-ships"))) == TooFewPieces(sea, "ships", 4, 3)


def test_cards_that_are_not_in_hand_are_named() -> None:
    state = changed(begun(), hand="1 white-ships")
    claim = ClaimRoute(0, "dar_es_salaam-mumbai", cards("2 white-ships"))
    assert refusal(state, claim) == CardsNotInHand(cards("1 white-ships"))


@pytest.mark.parametrize("seats", [2, 3])
def test_with_two_or_three_players_one_track_closes_its_sister(seats: int) -> None:
    state = changed(changed(begun(seats), hand="1 black-ship"), 1, hand="1 yellow-ship")
    after = play(state, ClaimRoute(0, "edinburgh-hamburg", cards("1 black-ship")))
    claim = ClaimRoute(1, "edinburgh-hamburg-2", cards("1 yellow-ship"))
    assert refusal(after, claim) == SisterTaken("edinburgh-hamburg-2", 0, seats)
    assert GAME.view_for(after, None).closed == ("edinburgh-hamburg-2",)


def test_with_four_players_another_may_claim_the_sister_but_nobody_both() -> None:
    state = changed(changed(begun(4), hand="1 black-ship, 1 yellow-ship"), 1, hand="1 yellow-ship")
    after = play(state, ClaimRoute(0, "edinburgh-hamburg", cards("1 black-ship")))
    claim = ClaimRoute(1, "edinburgh-hamburg-2", cards("1 yellow-ship"))
    assert claim in GAME.legal_actions(after, 1)
    own = replace(after, current=0)
    again = ClaimRoute(0, "edinburgh-hamburg-2", cards("1 yellow-ship"))
    assert refusal(own, again) == SisterIsYours("edinburgh-hamburg-2")


def test_a_track_over_the_edge_of_the_map_joins_its_cities_like_any_other() -> None:
    state = changed(begun(), tracks="los_angeles-tokyo los_angeles-new_york", tickets="new_york-tokyo")
    assert BOARD.tracks[BOARD.track_index["los_angeles-tokyo"]].wraps
    assert points(state, 0, "tickets") == 15


def test_any_legal_payment_can_be_typed_though_it_is_not_on_the_menu() -> None:
    state = changed(begun(), hand="3 white-ships, 1 white-ship")
    legal = GAME.legal_actions(state, 0)
    wasteful = cards("1 white-ship, 2 white-ships")
    assert wasteful not in list(legal.payments("dar_es_salaam-mumbai"))
    assert ClaimRoute(0, "dar_es_salaam-mumbai", wasteful) in legal
    assert ClaimRoute(0, "dar_es_salaam-mumbai", wasteful) in list(legal)


# The junction that is no city


def test_the_junction_in_the_indian_ocean_is_on_no_ticket_and_has_no_harbour() -> None:
    junction = BOARD.file.cities[BOARD.city_index["indian_ocean"]]
    assert junction.is_waypoint
    assert not junction.harbour
    assert not any("indian_ocean" in ticket.cities for ticket in BOARD.tickets)
    assert sum(city.harbour for city in BOARD.file.cities) == 38
    state = changed(begun(), tracks="cape_town-indian_ocean", hand="4 joker")
    assert refusal(state, BuildHarbour(0, "indian_ocean", cards("4 joker"))) == NotAHarbourCity("indian_ocean")


def test_tracks_are_joined_through_the_junction() -> None:
    tracks = "cape_town-indian_ocean indian_ocean-perth cape_town-rio_de_janeiro"
    state = changed(begun(), tracks=tracks, tickets="perth-rio_de_janeiro")
    assert points(state, 0, "tickets") == 17


# Exchange


def test_two_ships_for_two_wagons_cost_two_points_and_the_turn() -> None:
    state = begun()
    happened = events(state, ExchangePieces(0, "wagons", 2))
    assert happened == (PiecesExchanged(0, "wagons", 2), TurnBegan(1, 2))
    after = play(state, ExchangePieces(0, "wagons", 2))
    player = after.players[0]
    assert (player.wagons, player.ships, player.box) == (22, 38, (3, 12))
    assert points(after, 0, "exchanges") == -2
    assert GAME.view_for(after, None).players[0].points == -2


def test_wagons_can_become_ships_again_and_cost_again() -> None:
    state = play(begun(), ExchangePieces(0, "wagons", 5))
    state = play(state, ExchangePieces(1, "ships", 10))
    assert (state.players[1].wagons, state.players[1].ships, state.players[1].box) == (10, 50, (15, 0))
    state = play(state, ExchangePieces(0, "ships", 5))
    assert (state.players[0].wagons, state.players[0].ships, state.players[0].exchanged) == (20, 40, 10)


@pytest.mark.parametrize("count", [-1, 0, 6])
def test_no_more_is_exchanged_than_the_box_holds_and_no_less_than_one(count: int) -> None:
    assert refusal(begun(), ExchangePieces(0, "wagons", count)) == WrongExchange(count, 5)


def test_only_unplaced_pieces_can_be_exchanged() -> None:
    state = changed(begun(), wagons=3)
    assert refusal(state, ExchangePieces(0, "ships", 4)) == WrongExchange(4, 3)
    assert GAME.legal_actions(state, 0).exchanges() == (5, 3)
    offered = [action for action in GAME.legal_actions(state, 0) if isinstance(action, ExchangePieces)]
    assert len(offered) == 8


# Actions of other titles


def test_other_titles_have_no_harbours_pieces_or_exchanges_and_this_one_no_tunnels() -> None:
    assert refusal(begun(), GiveUpTunnel(0)) == NotInThisGame("give_up")
    usa: Any = find_game("usa")
    state = usa.setup(usa.options({}), 2, Chance("no sea"))
    for kind, action in {
        "harbour": BuildHarbour(0, "lima", ()),
        "pieces": ChoosePieces(0, 20),
        "exchange": ExchangePieces(0, "ships", 1),
    }.items():
        with pytest.raises(NotInThisGame) as refused:
            usa.apply(state, action)
        assert refused.value == NotInThisGame(kind)


# The end


@pytest.mark.parametrize(("wagons", "ships", "begins"), [(4, 4, False), (3, 4, True), (7, 0, True), (8, 0, False)])
def test_six_pieces_of_any_kinds_begin_the_last_round(wagons: int, ships: int, begins: bool) -> None:
    state = changed(begun(), wagons=wagons, ships=ships, hand="1 red")
    happened = events(state, ClaimRoute(0, "dar_es_salaam-djibouti-2", cards("1 red")))
    assert (LastRoundBegan(0, 2) in happened) == begins


def test_everybody_has_two_more_turns_after_the_turn_that_began_the_last_round() -> None:
    """Few pieces of another player don't begin it a second time."""
    state = begun(3)
    for seat in range(3):
        state = changed(state, seat, wagons=3, ships=3)
    assert state.turns_left is None
    state = play(state, ExchangePieces(0, "ships", 1))
    assert [player.turns_left for player in GAME.view_for(state, None).players] == [2, 2, 2]
    for seat in (1, 2, 0, 1, 2, 0):
        assert not GAME.is_over(state)
        assert LastRoundBegan(seat, 2) not in events(state, ExchangePieces(seat, "ships", 1))
        state = play(state, ExchangePieces(seat, "ships", 1))
    assert GAME.is_over(state)
    assert GAME.ranking(state)
