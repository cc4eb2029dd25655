"""What each reader sees, and that nobody sees more."""

from collections import Counter
from random import Random
from typing import TypeVar

import pytest

from rules.game import PlayerId
from rules.metro.actions import DrawTile, PlaceTile, PlaceTrain
from rules.metro.events import TileDrawn, TilePlaced
from tests.rules.metro.hidden import otherwise
from tests.rules.metro.playing import BOX, GAME, MODULE_SETS, do, events_of, moments, place, played, table
from tests.rules.metro.test_shares import SORTED

T = TypeVar("T")


@pytest.mark.parametrize("modules", MODULE_SETS)
@pytest.mark.parametrize("hand", ["1", "3"])
def test_what_a_reader_can_not_know_changes_nothing_in_the_view(modules: str, hand: str) -> None:
    changed = 0
    for number, (state, _) in enumerate(moments(3, {"modules": modules, "hand": hand}, 13)):
        reader: PlayerId | None = (None, 0, 1, 2)[number % 4]
        other = otherwise(state, reader, Random(number))
        changed += other != state
        assert GAME.view_for(other, reader) == GAME.view_for(state, reader)
    assert changed > 30


def test_a_drawn_tile_is_shown_to_its_drawer_only() -> None:
    state = do(table(tiles=["aaaa", "bbbb", "cccc"]), DrawTile(0))
    assert GAME.view_for(state, 0).drawn == "cccc"
    for reader in (1, None):
        view = GAME.view_for(state, reader)
        assert view.drawn is None
        assert view.has_drawn
    (event,) = events_of(table(tiles=["aaaa", "bbbb", "cccc"]), DrawTile(0))
    assert event == TileDrawn(0, "cccc", True)
    assert event.seen_by(0) == event
    assert event.seen_by(1) == event.seen_by(None) == TileDrawn(0, None, True)


def test_a_placed_tile_is_seen_by_all_and_the_next_one_is_not() -> None:
    placed, drawn = events_of(table(tiles=["aaaa", "bbbb", "cccc"]), PlaceTile(0, "B1"))
    assert placed.seen_by(None) == TilePlaced(0, "B1", "aaaa", 0, False)
    assert drawn.seen_by(None) == drawn.seen_by(1) == TileDrawn(0, None, False)
    assert drawn.seen_by(0) == TileDrawn(0, "cccc", False)


def test_unseen_tiles_are_sixty_less_what_the_reader_has_seen() -> None:
    for state, _ in moments(2, {"hand": "2"}, 3):
        laid = Counter(tile.tile for tile in state.tracks.laid)
        channel = GAME.view_for(state, None)
        assert Counter(channel.unseen) + laid == Counter(BOX.tiles)
        for player in range(2):
            view = GAME.view_for(state, player)
            own = Counter(view.hand) + Counter([view.drawn] if view.drawn else [])
            assert +Counter(view.unseen) + laid + own == Counter(BOX.tiles)
            others = sum(len(hand) for hand in state.hands) - len(view.hand)
            other_drawn = int(view.has_drawn and view.drawn is None)
            assert sum(view.unseen.values()) == view.pile + others + other_drawn


def test_the_board_is_shown_square_by_square() -> None:
    view = GAME.view_for(place(table(tiles=["aaaa", "aaaa"]), "E1", "E2"), None)
    assert [(tile.square, tile.tile, tile.turn) for tile in view.laid] == [("E1", "aaaa", 0), ("E2", "aaaa", 0)]
    line = next(line for line in view.lines if line.start == "4")
    assert [(step.square, step.entry, step.exit) for step in line.passes] == [("E1", 0, 5), ("E2", 0, 5)]
    assert (line.owner, line.player, line.end, line.points, line.is_finished) == ("blue", 1, None, 0, False)
    assert len(view.lines) == 40
    assert view.pile == 56
    assert view.hand_sizes == (1, 1)
    assert view.to_act == (0,)
    assert view.turn == 3


def test_own_shares_and_cards_are_seen_by_their_holder() -> None:
    companies = table(modules="1", orders=SORTED)
    assert [share.company for share in GAME.view_for(companies, 1).shares] == ["blue"] * 4
    assert GAME.view_for(companies, None).shares == ()
    assert [share.company for share in GAME.view_for(companies, None).open_shares] == ["orange"] * 4
    assert GAME.view_for(companies, None).hidden_shares == 5
    numbers = table(modules="4")
    assert tuple(card.number for card in GAME.view_for(numbers, 1).numbers) == numbers.numbers[1]
    assert GAME.view_for(numbers, None).numbers == ()


def test_shown_shares_are_seen_by_all() -> None:
    state = do(table(modules="1+2", orders=SORTED), PlaceTrain(0, "C1", 40))
    for reader in (None, 0, 1):
        ((shown,), nothing) = GAME.view_for(state, reader).shown_shares
        assert (shown.percent, shown.company) == (40, "yellow")
        assert nothing == ()


@pytest.mark.parametrize("modules", ["none", "1+2", "2+4"])
def test_at_the_end_everything_is_shown(modules: str) -> None:
    state, _ = played(3, {"modules": modules}, 5)
    view = GAME.view_for(state, None)
    assert view.is_over
    assert view.to_act == ()
    assert view.ranking == GAME.ranking(state)
    assert view.scores == GAME.scores(state)
    assert sum(view.unseen.values()) == 0
    for player, holding in enumerate(view.holdings):
        if state.shares is not None:
            assert tuple(share.company for share in holding.shares) == state.shares.held[player]
        if state.numbers:
            assert tuple(card.number for card in holding.numbers) == state.numbers[player]


def test_before_the_end_nothing_is() -> None:
    for state, _ in moments(2, {"modules": "1"}, 5):
        view = GAME.view_for(state, None)
        assert view.holdings == ()
        assert view.scores == ()
        assert view.ranking == ()
