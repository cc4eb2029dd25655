"""Module 1. Rulings 6, 7, 16 (numbering) and 17 (exchange)."""

import pytest
from msgspec.structs import replace

from rules.metro.actions import ExchangeShare, PlaceTile, PlaceTrain
from rules.metro.box import load_box
from rules.metro.errors import ExchangeClosed, NoSuchShare, ShareShown
from rules.metro.events import ExchangeEnded, LineScored, ShareExchanged
from rules.metro.shares import bonus_points, company_values, share_points
from tests.rules.metro.playing import BOX, GAME, do, events_of, moments, place, played, points, table

COLOURS = ("yellow", "blue", "orange", "green", "purple", "black", "red", "white")
SORTED = {f"shares {percent}": COLOURS for percent in (10, 20, 30, 40)}


def markers(**made: int) -> tuple[int, ...]:
    return tuple(made.get(colour, 0) for colour in COLOURS)


def test_everybody_gets_one_share_of_each_percentage_and_one_of_each_lies_open() -> None:
    state = table(seats=3, modules="1", orders=SORTED)
    assert state.shares is not None
    assert state.shares.held == (("yellow",) * 4, ("blue",) * 4, ("orange",) * 4)
    assert state.shares.open == ("green",) * 4
    assert state.shares.piles == (("purple", "black", "red", "white"),) * 4


def test_lines_score_for_companies() -> None:
    state = place(table(tiles=["aaaa"] * 3, modules="1"), "E1", "E2")
    assert LineScored("4", "C2", "green", None, 3, 6) in events_of(state, PlaceTile(0, "E3"))
    after = place(state, "E3")
    assert [company.points for company in GAME.view_for(after, None).companies] == [0, 0, 0, 6, 0, 0, 0, 0]
    assert GAME.scores(after) == ()


def test_the_open_share_is_taken_and_the_next_turned_up() -> None:
    state = table(seats=3, modules="1", orders=SORTED)
    after = do(state, ExchangeShare(0, 20, "open"))
    assert after.shares is not None
    assert after.shares.held[0] == ("yellow", "green", "yellow", "yellow")
    assert after.shares.open == ("green", "purple", "green", "green")
    assert after.shares.piles[1] == ("black", "red", "white", "yellow")
    assert after.player == 1


def test_the_hidden_share_is_the_top_of_the_pile() -> None:
    state = table(seats=3, modules="1", orders=SORTED)
    after = do(state, ExchangeShare(0, 40, "hidden"))
    assert after.shares is not None
    assert after.shares.held[0][3] == "purple"
    assert after.shares.open[3] == "green"
    assert after.shares.piles[3] == ("black", "red", "white", "yellow")


@pytest.mark.parametrize("take", ["open", "hidden"])
def test_with_six_players_an_exchange_still_works(take: str) -> None:
    state = table(seats=6, modules="1", orders=SORTED)
    after = do(state, ExchangeShare(0, 10, take))  # type: ignore[arg-type]
    assert after.shares is not None
    assert len(after.shares.piles[0]) == 1
    assert after.shares.held[0][0] != "yellow"


@pytest.mark.parametrize("take", ["open", "hidden"])
def test_others_learn_only_what_lay_open(take: str) -> None:
    state = table(seats=3, modules="1", orders=SORTED)
    (event,) = events_of(state, ExchangeShare(0, 20, take))  # type: ignore[arg-type]
    assert isinstance(event, ShareExchanged)
    assert event.seen_by(0) == event
    assert event.given == "yellow"
    for reader in (1, None):
        seen = event.seen_by(reader)
        assert seen.given is None
        assert seen.taken == ("green" if take == "open" else None)
        assert seen.turned_up == ("purple" if take == "open" else None)
        assert seen.percent == 20


def test_exchanging_ends_when_a_company_reaches_25() -> None:
    state = replace(table(modules="1"), points=markers(red=24))
    assert ExchangeShare(0, 10, "open") in GAME.legal_actions(state, 0)
    closed = replace(state, points=markers(red=25))
    with pytest.raises(ExchangeClosed) as refused:
        do(closed, ExchangeShare(0, 10, "open"))
    assert refused.value == ExchangeClosed("red", 25)
    assert not any(isinstance(action, ExchangeShare) for action in GAME.legal_actions(closed, 0))
    assert not GAME.view_for(closed, None).is_exchange_open


def test_the_end_of_the_exchange_is_told_once() -> None:
    for seed in range(6):
        told = [
            event
            for state, action in moments(2, {"modules": "1"}, seed)
            for event in events_of(state, action)
            if isinstance(event, ExchangeEnded)
        ]
        assert len(told) == 1


def test_ruling_17_no_exchange_once_the_pile_is_empty() -> None:
    state = replace(table(modules="1"), taken=60)
    with pytest.raises(ExchangeClosed) as refused:
        do(state, ExchangeShare(0, 10, "open"))
    assert refused.value.company is None


def test_a_percentage_that_no_share_has_is_refused() -> None:
    with pytest.raises(NoSuchShare):
        do(table(modules="1"), ExchangeShare(0, 50, "open"))


def test_a_shown_share_is_not_exchanged() -> None:
    state = table(modules="1+2", tiles=["aaaa", "aaaa"], orders=SORTED)
    state = place(do(state, PlaceTrain(0, "C1", 30)), "B1")
    with pytest.raises(ShareShown) as refused:
        do(state, ExchangeShare(0, 30, "open"))
    assert refused.value == ShareShown(30, "yellow")
    assert ExchangeShare(0, 20, "open") in GAME.legal_actions(state, 0)


def test_company_values_of_the_rulebook() -> None:
    made = markers(yellow=38, orange=30, blue=25, green=25, red=20, purple=8, black=5, white=2)
    values = dict(zip(COLOURS, company_values(BOX, made), strict=True))
    assert [values[colour] for colour in ("yellow", "orange", "blue", "green", "red")] == [8, 7, 6, 6, 4]


def test_ruling_6_the_last_are_worth_one_however_many_tie() -> None:
    made = markers(yellow=9, blue=8, orange=7, green=6, purple=5, black=4)
    assert company_values(BOX, made) == (8, 7, 6, 5, 4, 3, 1, 1)
    assert company_values(BOX, markers(yellow=9)) == (8, 1, 1, 1, 1, 1, 1, 1)


def test_ruling_6_eight_that_tie_are_all_first() -> None:
    assert company_values(BOX, (0,) * 8) == (8,) * 8
    assert company_values(BOX, (30,) * 8) == (8,) * 8


def test_ruling_6_the_first_version_counts_places_at_the_bottom_too() -> None:
    made = markers(yellow=9, blue=8, orange=7, green=6, purple=5, black=4)
    assert company_values(load_box(1), made) == (8, 7, 6, 5, 4, 3, 2, 2)
    assert company_values(load_box(1), markers(yellow=9)) == (8, 7, 7, 7, 7, 7, 7, 7)


def test_ewas_75_points() -> None:
    made = markers(yellow=38, orange=30, blue=25, green=25, red=20, purple=8, black=5, white=2)
    ewa = ("blue", "yellow", "green", "yellow")
    piotr = ("yellow", "purple", "black", "white")
    assert share_points(BOX, ewa, made) == 72
    bonus = bonus_points(BOX, (ewa, piotr), made)
    assert bonus[0] - 25 // 10 - 25 // 10 == 3  # blue and green are nobody else's in this test
    rivals = (ewa, ("purple", "green", "blue", "green"), ("white", "red", "black", "blue"))
    assert bonus_points(BOX, rivals, made)[0] == 3
    assert share_points(BOX, ewa, made) + bonus_points(BOX, rivals, made)[0] == 75


def test_ruling_7_equal_percentages_all_get_the_bonus_and_cards_do_not_count() -> None:
    made = markers(yellow=47)
    one_card = ("red", "red", "yellow", "red")
    two_cards = ("yellow", "yellow", "red", "red")
    less = ("red", "yellow", "red", "red")
    assert bonus_points(BOX, (one_card, two_cards, less), made) == (4, 4, 0)
    assert bonus_points(BOX, (("red",) * 4, ("blue",) * 4), made) == (0, 0)


def test_final_scores_are_shares_and_bonus() -> None:
    state, _ = played(3, {"modules": "1"}, 21)
    assert state.shares is not None
    assert points(state, "shares") == [share_points(BOX, held, state.points) for held in state.shares.held]
    assert points(state, "bonus") == list(bonus_points(BOX, state.shares.held, state.points))
    assert {score.category for score in GAME.scores(state)} == {"shares", "bonus"}


def test_ruling_16_both_numberings_put_the_same_numbers_in_other_places() -> None:
    for numbering, square in (("counterclockwise", "H1"), ("clockwise", "A1")):
        first = next(place for place in GAME.view_for(table(numbering=numbering), None).stations if place.name == "1")
        assert (first.square, first.side, first.owner, first.entry, first.exit) == (square, "N", "yellow", 0, 1)
    assert GAME.options({}).numbering == "counterclockwise"
