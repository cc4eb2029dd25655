"""The contract of all games for every number of players, variant and set of modules, and what Metro adds to it."""

from itertools import cycle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from rules.chance import Chance
from rules.errors import IllegalAction
from rules.game import Event
from rules.metro.actions import TAKES, DrawTile, ExchangeShare, MetroAction, PlaceTile, PlaceTrain
from rules.metro.board import SPACES, SQUARES
from rules.metro.events import ShareExchanged, TileDrawn
from rules.metro.tiles import CODES
from tests.rules.contract import (
    Table,
    assert_events_hide,
    assert_everything_survives_json,
    assert_game_ends,
    assert_legal_actions_are_the_ones_that_apply,
    assert_replays,
    assert_replays_with_parts_taken_back,
    assert_views_tell_what_is_legal,
    assert_what_may_be_undone_teaches_nobody,
    random_game,
)
from tests.rules.metro.hidden import otherwise
from tests.rules.metro.playing import BOX, GAME, MODULE_SETS, plain, tiles_everywhere

VARIANTS: list[tuple[tuple[str, str], ...]] = [
    (),
    (("direction", "free"),),
    (("hand", "2"),),
    (("hand", "3"), ("direction", "free")),
    (("numbering", "clockwise"), ("hand", "3")),
]
PLAIN = [Table("metro", seats, variant) for variant in VARIANTS for seats in GAME.seats]
"""Every variant with every number of players,"""
WITH_MODULES = [
    Table("metro", seats, (("modules", modules), *variant))
    for (modules, seats), variant in zip(
        [(modules, seats) for modules in MODULE_SETS[1:] for seats in GAME.seats], cycle(VARIANTS[:-1])
    )
]
"""and every set of modules with every number of players, in one variant or another."""
MANY_CARDS = [Table("metro", seats, (("modules", "4"), ("cards", str(8 // seats)))) for seats in (2, 3, 4)]
SEEDS = integers(0, 2**32)
every_table = pytest.mark.parametrize("table", [*PLAIN, *WITH_MODULES, *MANY_CARDS], ids=str)


@every_table
@given(seed=SEEDS)
@settings(max_examples=4)
def test_random_games_end(table: Table, seed: int) -> None:
    assert_game_ends(table, seed)


@every_table
@given(seed=SEEDS)
@settings(max_examples=2)
def test_legal_actions_are_the_ones_that_apply(table: Table, seed: int) -> None:
    assert_legal_actions_are_the_ones_that_apply(table, seed)


@every_table
@given(seed=SEEDS)
@settings(max_examples=1)
def test_views_tell_what_is_legal(table: Table, seed: int) -> None:
    assert_views_tell_what_is_legal(table, seed)


@every_table
@given(seed=SEEDS)
@settings(max_examples=3)
def test_a_replayed_record_gives_the_same_state(table: Table, seed: int) -> None:
    assert_replays(table, seed)


@every_table
@given(seed=SEEDS)
@settings(max_examples=1)
def test_everything_survives_json(table: Table, seed: int) -> None:
    assert_everything_survives_json(table, seed, every=9)


@every_table
@given(seed=SEEDS)
@settings(max_examples=2)
def test_events_hide_what_only_one_player_knows(table: Table, seed: int) -> None:
    assert_events_hide(table, seed, assert_channel_learns_no_secret)


@every_table
@given(seed=SEEDS)
@settings(max_examples=1)
def test_a_record_with_parts_taken_back_gives_the_same_state(table: Table, seed: int) -> None:
    assert_replays_with_parts_taken_back(table, seed)


@every_table
@given(seed=SEEDS)
@settings(max_examples=1)
def test_what_may_be_undone_has_taught_nobody_anything(table: Table, seed: int) -> None:
    assert_what_may_be_undone_teaches_nobody(table, seed, otherwise)


def assert_channel_learns_no_secret(event: Event) -> None:
    seen = event.seen_by(None)
    if isinstance(seen, TileDrawn):
        assert seen.tile is None
    if isinstance(seen, ShareExchanged):
        assert seen.given is None
        assert (seen.taken is None) == (seen.take == "hidden")


@every_table
@given(seed=SEEDS)
@settings(max_examples=3)
def test_there_are_always_sixty_tiles(table: Table, seed: int) -> None:
    for state, _ in random_game(table, seed):
        assert tiles_everywhere(state) == BOX.tiles
        if state.shares is not None:
            for which in range(4):
                held = [shares[which] for shares in state.shares.held]
                assert sorted([*held, *state.shares.piles[which], state.shares.open[which]]) == sorted(BOX.colours)


@pytest.mark.parametrize("table", WITH_MODULES, ids=str)
@given(seed=SEEDS)
@settings(max_examples=2)
def test_whatever_is_not_legal_is_refused_without_change(table: Table, seed: int) -> None:
    random = Random(seed)
    for state, _ in random_game(table, seed):
        if random.random() > 0.1:
            continue
        legal = [action for player in range(table.seats) for action in GAME.legal_actions(state, player)]
        assert len(set(legal)) == len(legal)
        before = plain(state)
        for action in [any_action(random, table.seats) for _ in range(40)]:
            if action in GAME.legal_actions(state, action.player):
                assert fully_named(action, legal)
                GAME.apply(state, action)
            else:
                assert action not in legal
                with pytest.raises(IllegalAction):
                    GAME.apply(state, action)
        assert plain(state) == before


def any_action(random: Random, seats: int) -> MetroAction:
    """Something that may be legal, and mostly is not."""
    player = random.randrange(seats)
    match random.randrange(5):
        case 0:
            return DrawTile(player)
        case 1:
            return ExchangeShare(player, random.choice((10, 20, 30, 40, 50)), random.choice(TAKES))
        case 2:
            return PlaceTrain(player, random.choice((*SPACES, "C9")), random.choice((None, 10, 20, 30, 40)))
    tile = random.choice((*CODES, None, None, None, "zzzz"))
    return PlaceTile(player, random.choice((*SQUARES, "I9")), tile, random.choice((0, 0, 90, 180, 270, 45)))


def fully_named(action: MetroAction, legal: list[MetroAction]) -> bool:
    """Whether it is listed; a tile need not be named where there is no choice, but in the list it always is."""
    if isinstance(action, PlaceTile) and action.tile is None:
        return any(
            isinstance(other, PlaceTile) and (other.square, other.turn) == (action.square, action.turn)
            for other in legal
        )
    return action in legal


def test_every_legal_action_can_be_picked() -> None:
    state = GAME.setup(GAME.options({"modules": "1+2", "hand": "2"}), 3, Chance("x"))
    legal = GAME.legal_actions(state, 0)
    random = Random(1).random
    assert {legal.pick(random) for _ in range(8000)} == set(legal)
