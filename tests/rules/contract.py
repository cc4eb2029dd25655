"""What every game promises, checked through the `Game` protocol alone. A title's tests say which tables to try."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple, TypeAlias

import msgspec
import pytest

from rules.catalog import find_game
from rules.chance import Chance
from rules.errors import IllegalAction
from rules.game import Action, AnyGame, Step, may_undo
from rules.record import read_record, record_of, replay, replayed, write_record

Otherwise: TypeAlias = Callable[..., Any]
"""A state, a reader and a source of chance, and more seats who know what is theirs: the same, dealt differently."""
LOOKED_AT = 40
"""Legal actions tried at one moment; some moments have thousands."""


class Table(NamedTuple):
    title: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()

    @property
    def game(self) -> AnyGame:
        game = find_game(self.title)
        assert game is not None
        return game

    def parsed_options(self) -> Any:
        return self.game.options(dict(self.options))

    def opening(self, seed: str) -> Any:
        return self.game.setup(self.parsed_options(), self.seats, Chance(seed))

    def __str__(self) -> str:
        return "-".join([self.title, str(self.seats), *(f"{name}={value}" for name, value in self.options)])


class Moment(NamedTuple):
    state: Any
    action: Action | None
    """The action that was chosen in this state; None in the last one."""


def random_game(table: Table, seed: int) -> Iterator[Moment]:
    """A whole game by random players; asks somebody else each time where several are asked at once."""
    game, random = table.game, Random(seed)
    state = table.opening(str(seed))
    while waiting := sorted(game.to_act(state)):
        player = random.choice(waiting)
        legal = game.legal_actions(state, player)
        assert legal, "somebody is asked and has no answer"
        action = legal.pick(random.random)
        yield Moment(state, action)
        state = game.apply(state, action).state
    yield Moment(state, None)


def assert_game_ends(table: Table, seed: int, most_actions: int = 5000) -> None:
    moments = list(islice(random_game(table, seed), most_actions))
    last = moments[-1].state
    game = table.game
    assert game.is_over(last)
    assert sorted(player for place in game.ranking(last) for player in place) == list(range(table.seats))
    assert {line.player for line in game.scores(last)} == set(range(table.seats))


def assert_legal_actions_are_the_ones_that_apply(table: Table, seed: int, every: int = 7) -> None:
    """Whatever is offered applies; whatever was offered at another moment applies exactly if it is legal now."""
    game, others = table.game, list[Action]()
    for number, (state, _) in enumerate(random_game(table, seed)):
        if number % every:
            continue
        before = game.codecs.state.encode(state)
        for player in range(table.seats):
            legal = game.legal_actions(state, player)
            offered = list(islice(legal, LOOKED_AT))
            assert bool(offered) == (player in game.to_act(state))
            for action in offered:
                assert action in legal
                assert game.apply(state, action).state != state
            for action in others:
                assert_refused_unless_legal(game, state, action)
            others += offered[:3]
        del others[:-LOOKED_AT]
        assert game.codecs.state.encode(state) == before


def assert_views_tell_what_is_legal(table: Table, seed: int, every: int = 3) -> None:
    """Whoever acts knows what is legal: the same actions, in the same order, from what a seat may see."""
    game = table.game
    for number, (state, action) in enumerate(random_game(table, seed)):
        if number % every and action is not None:
            continue
        for player in range(table.seats):
            view = game.codecs.view.decode(game.codecs.view.encode(game.view_for(state, player)))
            known, real = game.legal_in(view), game.legal_actions(state, player)
            assert list(islice(known, LOOKED_AT)) == list(islice(real, LOOKED_AT))
            if action is not None:
                assert (action in known) == (action in real)
            if player in game.to_act(state):
                assert known.pick(Random(number).random) == real.pick(Random(number).random)


def assert_refused_unless_legal(game: AnyGame, state: Any, action: Action) -> None:
    if action in game.legal_actions(state, action.player):
        game.apply(state, action)
        return
    with pytest.raises(IllegalAction):
        game.apply(state, action)


def assert_replays(table: Table, seed: int) -> None:
    """What is written down is enough to come to the same state again."""
    game = table.game
    moments = list(random_game(table, seed))
    actions = tuple(moment.action for moment in moments if moment.action)
    names = tuple(f"player {seat}" for seat in range(table.seats))
    record = record_of(game, table.parsed_options(), names, Chance(str(seed)), actions)
    again = read_record(write_record(record))
    assert replayed(again)[1] == moments[-1].state
    middle = len(actions) // 2
    assert replayed(again, middle)[1] == moments[middle].state


def assert_replays_with_parts_taken_back(table: Table, seed: int, back: float = 0.1) -> None:
    """A game in which now and then some of the last actions are taken back, and others made in their place."""
    game, random = table.game, Random(seed)
    state = table.opening(str(seed))
    actions, undone, standing = list[Action](), list[tuple[int, int]](), list[tuple[int, Any]]()
    while waiting := sorted(game.to_act(state)):
        action = game.legal_actions(state, random.choice(waiting)).pick(random.random)
        actions.append(action)
        standing.append((len(actions), state))
        state = game.apply(state, action).state
        while standing and (not undone or random.random() < back) and not game.is_over(state):
            length = random.randint(1, min(3, len(standing)))
            first, state = standing[-length]
            del standing[-length:]
            undone.append((first, len(actions)))
    names = tuple(f"player {seat}" for seat in range(table.seats))
    chance = Chance(str(seed))
    record = record_of(game, table.parsed_options(), names, chance, tuple(actions), tuple(undone))
    again = read_record(write_record(record))
    assert replayed(again)[1] == state
    assert [seq for seq, _, _ in replay(again)] == [seq for seq, _ in standing]
    middle, before = standing[len(standing) // 2]
    assert replayed(again, middle - 1)[1] == before
    kept = tuple(actions[seq - 1] for seq, _ in standing)
    assert replayed(record_of(game, table.parsed_options(), names, chance, kept))[1] == state


def assert_everything_survives_json(table: Table, seed: int, every: int = 5) -> None:
    game = table.game
    codecs = game.codecs
    for number, (state, action) in enumerate(random_game(table, seed)):
        if number % every or action is None:
            continue
        assert codecs.state.decode(codecs.state.encode(state)) == state
        assert codecs.action.decode(codecs.action.encode(action)) == action
        for event in game.apply(state, action).events:
            assert codecs.event.decode(codecs.event.encode(event)) == event
        for reader in (None, *range(table.seats)):
            view = game.view_for(state, reader)
            assert codecs.view.decode(codecs.view.encode(view)) == view


def assert_what_may_be_undone_teaches_nobody(table: Table, seed: int, otherwise: Otherwise) -> None:
    """Whatever neither the reader nor the actor knows, and whatever else the actor holds, an action that may be taken
    back looks the same: so its own words are all that anybody has learnt, and the state before it is what they knew."""
    game, random = table.game, Random(seed)
    for state, action in random_game(table, seed):
        if action is None:
            continue
        step = game.apply(state, action)
        if not may_undo(game, state, step):
            continue
        for reader in (None, *range(table.seats)):
            for known in ((action.player,), ()):
                other = otherwise(state, reader, random, *known)
                assert game.view_for(other, reader) == game.view_for(state, reader)
                if action in game.legal_actions(other, action.player):
                    assert seen(game, game.apply(other, action), reader) == seen(game, step, reader)
                else:
                    assert not known, "who acts knows what is legal"


def seen(game: AnyGame, step: Step[Any], reader: int | None) -> tuple[Any, list[Any]]:
    """All that a reader learns by a step."""
    return game.view_for(step.state, reader), [event.seen_by(reader) for event in step.events]


def assert_events_hide(table: Table, seed: int, secrets_of: Any) -> None:
    """No event tells a reader more than once; hiding twice changes nothing, and the channel knows least."""
    game = table.game
    for state, action in random_game(table, seed):
        if action is None:
            continue
        for event in game.apply(state, action).events:
            for reader in range(table.seats):
                assert event.seen_by(reader).seen_by(None) == event.seen_by(None)
            assert event.seen_by(None).seen_by(None) == event.seen_by(None)
            secrets_of(event)


def plain(value: Any) -> Any:
    return msgspec.to_builtins(value)
