"""Worlds for the search: what a view allows, under the rules of the engine, step by step."""

from collections import Counter
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from rules.chance import Chance
from rules.game import PlayerId
from rules.metro.actions import DrawTile, PlaceTile, PlaceTrain
from rules.metro.board import SQUARES
from rules.metro.robots.position import Position
from rules.metro.robots.quick import act, links_on
from rules.metro.robots.weights import weights_for
from rules.metro.robots.world import DEALS, MetroWorld, Playout, sample
from rules.metro.shares import Shares
from rules.metro.state import State
from rules.metro.tiles import CODES
from rules.robots import decide
from tests.rules.effort import effort
from tests.rules.metro.hidden import otherwise
from tests.rules.metro.playing import BOX, GAME, MODULE_SETS, do, moments, tiles_everywhere, total

VARIANTS = [
    *({"modules": modules} for modules in MODULE_SETS),
    {"direction": "free"},
    {"hand": "3"},
    {"modules": "1+2", "hand": "2", "direction": "free"},
    {"modules": "2+4", "numbering": "clockwise"},
]


def worlds(state: State, reader: PlayerId, seed: int) -> MetroWorld:
    return sample(BOX, GAME.view_for(state, reader), Random(seed).random, weights_for(state.seats))


def codes(kinds: list[int]) -> tuple[str, ...]:
    return tuple(CODES[kind] for kind in kinds)


def as_state(deal: Playout, state: State) -> State:
    """The state that differs from `state` only in what was dealt."""
    pile = codes(deal.pile[::-1])
    shares = None
    if state.shares is not None:
        shares = Shares(
            held=tuple(tuple(BOX.colours[company] for company in held) for held in deal.held),
            shown=state.shares.shown,
            piles=tuple(tuple(BOX.colours[company] for company in pile) for pile in deal.piles),
            open=state.shares.open,
        )
    return replace(
        state,
        pile=state.pile[: state.taken] + pile,
        hands=tuple(codes(hand) for hand in deal.hands),
        drawn=None if deal.drawn is None else CODES[deal.drawn],
        shares=shares,
        numbers=numbers_of(deal, state),
    )


def numbers_of(deal: Position, state: State) -> tuple[tuple[int, ...], ...]:
    number = {BOX.place_of(state.options.numbering, number): number for number in range(1, 33)}
    return tuple(tuple(sorted(number[place] for place in places)) for places in deal.numbers)


def assert_same(deal: Playout, state: State) -> None:
    tracks = state.tracks
    assert (deal.grid.starts, deal.grid.ends, deal.grid.lengths) == (tracks.starts, tracks.ends, tracks.lengths)
    assert (deal.grid.free, deal.grid.reachable) == (tracks.free, tracks.reachable)
    assert tuple(deal.trains) == state.trains
    assert deal.train_squares == state.train_squares
    assert tuple(deal.points) == state.points
    assert codes(deal.pile[::-1]) == state.pile[state.taken :]
    assert [sorted(codes(hand)) for hand in deal.hands] == [sorted(hand) for hand in state.hands]
    if state.shares is not None:
        shares = state.shares
        assert [[BOX.colours[company] for company in held] for held in deal.held] == [list(h) for h in shares.held]
        assert [list(shown) for shown in shares.shown] == deal.shown
        assert [[BOX.colours[company] for company in pile] for pile in deal.piles] == [list(p) for p in shares.piles]
        assert [BOX.colours[company] for company in deal.open] == list(shares.open)
    if state.is_over:
        assert deal.results() == [total(state, player) for player in range(state.seats)]
    else:
        assert deal.player == state.player
        assert (None if deal.drawn is None else CODES[deal.drawn]) == state.drawn


@pytest.mark.parametrize("given", VARIANTS, ids=str)
def test_a_deal_goes_on_as_the_engine_does_to_the_end(given: dict[str, str]) -> None:
    for seats, skipped in ((2, 0), (3, 23), (6 if "1" not in given.get("modules", "") else 5, 41)):
        state, random = list(moments(seats, given, 51 + seats))[skipped][0], Random(seats)
        deal = worlds(state, (state.player + 1) % seats, 7).deals[0]
        state = as_state(deal, state)
        assert_same(deal, state)
        while not GAME.is_over(state):
            action = GAME.legal_actions(state, state.player).pick(random.random)
            state = GAME.apply(state, action).state
            deal.do(action)
            assert_same(deal, state)


@pytest.mark.parametrize("given", VARIANTS, ids=str)
def test_quick_players_keep_to_the_rules(given: dict[str, str]) -> None:
    """What they did is found by comparing the boards, and would have been legal."""
    for seats in (2, 5):
        start, _ = list(moments(seats, given, 61))[5]
        deal = worlds(start, start.player, 3).deals[0]
        state = as_state(deal, start)
        while deal.grid.free:
            act(deal)
            state = followed(state, deal)
        assert_same(deal, state)


def followed(state: State, after: Playout) -> State:
    """The state after the turn that leads to a position: a tile or a train, or a draw and a tile."""
    for begun in (state, *([do(state, DrawTile(state.player))] if state.drawn is None and state.has_pile else [])):
        for action in GAME.legal_actions(begun, state.player):
            if isinstance(action, PlaceTile | PlaceTrain):
                found = do(begun, action)
                if (found.tracks.ends, found.tracks.free) == (after.grid.ends, after.grid.free) and is_like(
                    found, after
                ):
                    return found
    raise AssertionError(f"no legal turn of {state.player} leads there")


def is_like(state: State, deal: Playout) -> bool:
    tracks, grid = state.tracks, deal.grid
    if (tracks.free, tracks.starts, tracks.ends, tracks.lengths) != (grid.free, grid.starts, grid.ends, grid.lengths):
        return False
    hands = [sorted(codes(hand)) for hand in deal.hands]
    return list(state.trains) == deal.trains and [sorted(hand) for hand in state.hands] == hands


@pytest.mark.parametrize("given", VARIANTS, ids=str)
def test_a_world_is_one_that_the_view_allows(given: dict[str, str]) -> None:
    for number, (state, action) in enumerate(moments(4, given, 71)):
        if number % 12 == 0:
            for reader in {action.player, (action.player + 1) % 4}:
                for deal in worlds(state, reader, number).deals:
                    dealt = as_state(deal, state)
                    assert GAME.view_for(dealt, reader) == GAME.view_for(state, reader)
                    assert tiles_everywhere(dealt) == Counter(BOX.all_tiles)


def test_worlds_come_from_the_view_alone() -> None:
    for number, (state, action) in enumerate(moments(3, {"modules": "1+2"}, 73)):
        if number % 15 == 0:
            reader = action.player
            other = otherwise(state, reader, Random(number))
            one, two = worlds(state, reader, 5), worlds(other, reader, 5)
            assert [deal.hands for deal in one.deals] == [deal.hands for deal in two.deals]
            assert [deal.held for deal in one.deals] == [deal.held for deal in two.deals]


def test_deals_differ_and_a_copy_leaves_its_original_alone() -> None:
    state, action = list(moments(2, {"modules": "1+2"}, 79))[12]
    world = worlds(state, action.player, 1)
    assert len(world.deals) == DEALS
    assert len({tuple(deal.pile) for deal in world.deals}) > 1
    before = [(deal.pile[:], deal.points[:], bytes(deal.grid.ends), deal.trains[:]) for deal in world.deals]
    copy = world.copy()
    copy.do(action)
    copy.play(Random(1).random, None)
    assert all(not deal.grid.free for deal in copy.deals)
    assert before == [(deal.pile, deal.points, bytes(deal.grid.ends), deal.trains) for deal in world.deals]


@pytest.mark.parametrize("modules", MODULE_SETS)
def test_chances_to_win_add_up_to_one(modules: str) -> None:
    for seats in (2, 5):
        for number, (state, action) in enumerate(moments(seats, {"modules": modules}, 83)):
            if number % 20 == 0:
                world = worlds(state, action.player, number)
                for rounds in (0, None):
                    world.play(Random(1).random, rounds)
                    won = [world.worth(player) for player in range(seats)]
                    ahead = [2 * world.merit(player) - won[player] for player in range(seats)]
                    assert sum(won) == pytest.approx(1)
                    assert sum(ahead) == pytest.approx(seats / 2), "of every two, one is ahead or they share it"
                    assert seats > 2 or won == pytest.approx(ahead)


def test_near_the_end_a_world_is_played_out() -> None:
    state, action = list(moments(2, {}, 89))[-5]
    world = worlds(state, action.player, 1)
    world.play(Random(1).random, 1)
    assert not any(deal.grid.free for deal in world.deals)


def test_a_turn_that_has_begun_is_ended_before_rounds_are_counted() -> None:
    for state, action in moments(2, {}, 97):
        if state.drawn is not None:
            world = worlds(state, action.player, 1)
            world.play(Random(1).random, 1)
            assert {deal.turns for deal in world.deals} == {3}
            return
    raise AssertionError("nobody drew a tile")


def test_squares_are_worked_out_anew_only_where_a_tile_has_come() -> None:
    """What was kept of the others is what would be worked out now."""
    state, action = list(moments(2, {"modules": "2"}, 101))[10]
    deal = worlds(state, action.player, 1).deals[0]
    kept = 0
    while deal.grid.free:
        act(deal)
        for square in range(len(SQUARES)):
            links = deal.links[square]
            if links is not None and deal.grid.free >> square & 1:
                kept += 1
                assert links == links_on(deal, square)
    assert kept > 100


@pytest.mark.parametrize("given", [{}, {"modules": "1+2"}, {"modules": "3+4", "hand": "2"}], ids=str)
def test_the_stationmaster_is_legal_the_same_again_and_blind_to_what_is_hidden(given: dict[str, str]) -> None:
    """Near the end, where worlds are soon played."""
    state, action = list(moments(3, given, 103))[-12]
    player, legal = action.player, GAME.legal_actions(state, action.player)
    chosen = [
        decide("stationmaster", GAME, GAME.view_for(each, player), legal, Random(1).random, 8)
        for each in (state, state, otherwise(state, player, Random(2)))
    ]
    assert chosen[0] in legal
    assert chosen[0] == chosen[1] == chosen[2]


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("modules", ["none", "1", "4"])
@pytest.mark.parametrize("variant", [{}, {"hand": "3", "direction": "free"}], ids=["usual", "free"])
def test_a_decision_takes_hardly_more_work_than_with_the_usual_options(
    variant: dict[str, str], modules: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules.search.rollouts_for", lambda *_: 64)
    given = {"modules": modules, **variant}
    assert work(given, seats) < 1.7 * work({}, seats), given


@cache
def _work(options: tuple[tuple[str, str], ...], seats: int) -> int:
    state = GAME.setup(GAME.options(dict(options)), seats, Chance("work"))
    luck = Random("work").random
    for _ in range(8):
        player = min(GAME.to_act(state))
        view, legal = GAME.view_for(state, player), GAME.legal_actions(state, player)
        state = GAME.apply(state, GAME.advise(view, legal, luck)).state
    player = min(GAME.to_act(state))
    view, legal = GAME.view_for(state, player), GAME.legal_actions(state, player)
    with effort() as spent:
        decide("stationmaster", GAME, view, legal, luck)
    return spent.calls


def work(given: dict[str, str], seats: int) -> int:
    """Of a stationmaster, some turns after the beginning."""
    return _work(tuple(sorted(given.items())), seats)
