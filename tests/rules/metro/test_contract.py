"""What holds in every game, for every number of players, variant and set of modules."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.chance import Chance
from rules.errors import IllegalAction
from rules.metro.actions import DrawTile, ExchangeShare, MetroAction, PlaceTile, PlaceTrain
from rules.metro.board import SPACES, SQUARES
from rules.metro.tiles import CODES
from rules.record import read_record, record_of, replayed, write_record
from tests.rules.metro.playing import BOX, GAME, MODULE_SETS, moments, plain, played, tiles_everywhere

EVERY_TABLE = [(modules, seats) for modules in MODULE_SETS for seats in GAME.seats]
SEEDS = st.integers(0, 2**32)
FEW = settings(max_examples=3, deadline=None)


@st.composite
def variants(draw: st.DrawFn) -> dict[str, str]:
    return {
        "hand": draw(st.sampled_from(["1", "2", "3"])),
        "direction": draw(st.sampled_from(["arrow", "free"])),
        "numbering": draw(st.sampled_from(["clockwise", "counterclockwise"])),
    }


def any_action(random: Random, seats: int) -> MetroAction:
    """Something that may be legal, and mostly is not."""
    player = random.randrange(seats)
    match random.randrange(5):
        case 0:
            return DrawTile(player)
        case 1:
            return ExchangeShare(player, random.choice((10, 20, 30, 40, 50)), random.choice(("open", "hidden")))
        case 2:
            return PlaceTrain(player, random.choice((*SPACES, "C9")), random.choice((None, 10, 20, 30, 40)))
    tile = random.choice((*CODES, None, None, None, "zzzz"))
    return PlaceTile(player, random.choice((*SQUARES, "I9")), tile, random.choice((0, 0, 90, 180, 270, 45)))


@pytest.mark.parametrize(("modules", "seats"), EVERY_TABLE)
@given(seed=SEEDS, variant=variants())
@FEW
def test_a_random_game_ends_and_something_is_always_legal(
    modules: str, seats: int, seed: int, variant: dict[str, str]
) -> None:
    given = {**variant, "modules": modules}
    for state, action in moments(seats, given, seed):
        for player in range(seats):
            legal = GAME.legal_actions(state, player)
            assert bool(legal) == (player in GAME.to_act(state))
        assert action in GAME.legal_actions(state, action.player)
        assert sum(tiles_everywhere(state).values()) == 60
        assert tiles_everywhere(state) == BOX.tiles
    end = GAME.apply(state, action).state
    assert GAME.is_over(end)
    assert GAME.to_act(end) == frozenset()
    assert sorted(player for place in GAME.ranking(end) for player in place) == list(range(seats))


@pytest.mark.parametrize(("modules", "seats"), EVERY_TABLE)
@given(seed=SEEDS, variant=variants())
@FEW
def test_what_is_legal_applies_and_the_rest_is_refused_without_change(
    modules: str, seats: int, seed: int, variant: dict[str, str]
) -> None:
    random = Random(seed)
    for state, _ in moments(seats, {**variant, "modules": modules}, seed):
        if random.random() > 0.08:
            continue
        (player,) = GAME.to_act(state)
        legal = list(GAME.legal_actions(state, player))
        assert len(set(legal)) == len(legal)
        for action in legal:
            assert action in GAME.legal_actions(state, player)
            GAME.apply(state, action)
        before = plain(state)
        for action in [any_action(random, seats) for _ in range(40)]:
            if action in GAME.legal_actions(state, action.player):
                GAME.apply(state, action)
            else:
                assert action not in legal
                with pytest.raises(IllegalAction):
                    GAME.apply(state, action)
        assert plain(state) == before


@pytest.mark.parametrize(("modules", "seats"), EVERY_TABLE)
@given(seed=SEEDS, variant=variants())
@FEW
def test_a_replayed_record_gives_the_same_state(modules: str, seats: int, seed: int, variant: dict[str, str]) -> None:
    given = {**variant, "modules": modules}
    state, actions = played(seats, given, seed)
    players = tuple("abcdef"[:seats])
    record = record_of(GAME, GAME.options(given), players, Chance(str(seed)), actions)
    game, again = replayed(read_record(write_record(record)))
    assert again == state
    assert game.scores(again) == GAME.scores(state)


@pytest.mark.parametrize("modules", MODULE_SETS)
@given(seed=SEEDS, variant=variants())
@FEW
def test_everything_survives_being_written_down(modules: str, seed: int, variant: dict[str, str]) -> None:
    codecs = GAME.codecs
    given = {**variant, "modules": modules}
    for number, (state, action) in enumerate(moments(3, given, seed)):
        assert codecs.action.decode(codecs.action.encode(action)) == action
        for event in GAME.apply(state, action).events:
            for reader in (None, 0, 1):
                seen = event.seen_by(reader)
                assert codecs.event.decode(codecs.event.encode(seen)) == seen
        if number % 16 == 0:
            assert codecs.state.decode(codecs.state.encode(state)) == state
            for reader in (None, 0):
                view = GAME.view_for(state, reader)
                assert codecs.view.decode(codecs.view.encode(view)) == view
    assert codecs.options.decode(codecs.options.encode(state.options)) == state.options


def test_every_legal_action_can_be_picked() -> None:
    state = GAME.setup(GAME.options({"modules": "1+2", "hand": "2"}), 3, Chance("x"))
    legal = GAME.legal_actions(state, 0)
    random = Random(1).random
    picked = {legal.pick(random) for _ in range(8000)}
    assert picked == set(legal)
