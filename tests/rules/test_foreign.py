"""Actions, orders and seats that no game of this kind has: refused, whoever made them."""

from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest

from rules.catalog import TITLES, find_game
from rules.chance import Chance
from rules.errors import BadRecord, IllegalAction, NoSuchAction, UnknownPlayer
from rules.game import Action
from rules.metro import actions as metro
from rules.record import read_record, record_of, replayed, write_record
from rules.shape import is_sound
from rules.tickets import actions as tickets
from rules.tickets.board import load_board
from tests.rules.contract import Moment, Table, random_game

TABLES = [
    Table("usa", 2),
    Table("nordic", 3),
    Table("germany", 2),
    Table("world", 2),
    Table("metro", 2, (("hand", "2"), ("direction", "free"))),
    Table("metro", 3, (("modules", "1+2"),)),
    Table("metro", 2, (("modules", "3+4"),)),
]
every_table = pytest.mark.parametrize("table", TABLES, ids=str)


class DrawCard(tickets.DrawCard, frozen=True, tag="draw"):
    """Like the real one, but not it."""


class PlaceTile(metro.PlaceTile, frozen=True, tag="place"):
    """Like the real one, but not it."""


def all_actions(player: int) -> list[Any]:
    """One of every class, of both families, and things that are no actions."""
    return [
        tickets.DrawCard(player, "red"),
        tickets.DrawBlind(player),
        tickets.ClaimRoute(player, "boston-new_york", (("red", 2),)),
        tickets.DrawTickets(player),
        tickets.KeepTickets(player, ()),
        tickets.TopUpTunnel(player, ()),
        tickets.GiveUpTunnel(player),
        tickets.ChoosePieces(player, 20),
        tickets.BuildHarbour(player, "lima", ()),
        tickets.ExchangePieces(player, "ships", 1),
        tickets.Pass(player),
        metro.PlaceTile(player, "A1"),
        metro.DrawTile(player),
        metro.ExchangeShare(player, 10, "open"),
        metro.PlaceTrain(player, "C1"),
        Action(player),
        DrawCard(player, "red"),
        PlaceTile(player, "A1"),
    ]


def moments(table: Table) -> list[Moment]:
    return list(random_game(table, 3))[::9]


@every_table
def test_an_action_of_another_game_or_class_is_refused(table: Table) -> None:
    game = table.game
    own = metro if table.title == "metro" else tickets
    for state, _ in moments(table):
        for player in range(table.seats):
            for action in all_actions(player):
                if type(action).__module__ == own.__name__:
                    continue
                assert action not in game.legal_actions(state, player)
                with pytest.raises(NoSuchAction):
                    game.apply(state, action)


@every_table
@pytest.mark.parametrize("thing", [None, 7, "draw", object(), {"do": "draw", "player": 0}, tickets.DrawCard])
def test_what_is_no_action_is_refused(table: Table, thing: Any) -> None:
    state = table.opening("x")
    assert thing not in table.game.legal_actions(state, 0)
    with pytest.raises(IllegalAction):
        table.game.apply(state, thing)


def otherwise(value: Any) -> list[Any]:
    """Values that are equal to this one, or near it, and of another type."""
    if isinstance(value, tuple):
        inside = [
            (*value[:place], other, *value[place + 1 :]) for place, one in enumerate(value) for other in otherwise(one)
        ]
        return [list(value), None, *inside]
    if isinstance(value, int):
        return [float(value), str(value), [value], None, *([bool(value)] if value in (0, 1) else [])]
    return [[value], 1.5, {"a": 1}]


def wrongly_made(action: Action) -> list[Action]:
    fields = action.__struct_fields__
    made = [
        msgspec.structs.replace(action, **{name: other})
        for name in fields
        for other in otherwise(getattr(action, name))
    ]
    return [action for action in made if not is_sound(action)]


@every_table
def test_no_wrongly_made_action_is_legal_or_leaves_anything_behind(table: Table) -> None:
    game, tried = table.game, 0
    for state, _ in moments(table):
        for player in game.to_act(state):
            legal = game.legal_actions(state, player)
            for action in islice(legal, 6):
                for wrong in wrongly_made(action):
                    assert wrong not in legal
                    with pytest.raises(IllegalAction):
                        game.apply(state, wrong)
                    tried += 1
                assert action in legal
                after = game.apply(state, action)
                assert game.codecs.state.decode(game.codecs.state.encode(after.state)) == after.state
    assert tried > 100


def test_a_float_never_poisons_the_cards_of_a_title() -> None:
    kinds = load_board("usa").kinds
    odd: Any = (("red", 5.0), ("blue", 2))
    for cards in (odd, [("red", 5)], (["red", 5],), (("red", True),), ((["red"], 5),), (("red", [5]),), ("ab",), 5):
        with pytest.raises(NoSuchAction):
            kinds.pack(cards)  # type: ignore[arg-type]
    packed = kinds.pack((("red", 5), ("blue", 2)))
    assert type(packed) is int
    assert kinds.unpack(packed) == (("blue", 2), ("red", 5))
    with pytest.raises(NoSuchAction):
        kinds.pack(odd)


@every_table
@pytest.mark.parametrize("seat", [-1, 99, 1.0, "0", True])
def test_a_seat_that_is_not_there_sees_nothing(table: Table, seat: Any) -> None:
    for state, _ in moments(table)[:4]:
        with pytest.raises(UnknownPlayer):
            table.game.view_for(state, seat)


@every_table
@pytest.mark.parametrize("seat", [-1, 99])
def test_a_seat_that_is_not_there_can_do_nothing(table: Table, seat: int) -> None:
    for state, _ in moments(table)[:4]:
        legal = table.game.legal_actions(state, seat)
        assert list(legal) == []
        assert not legal


# Records


def record_with(title: str, options: dict[str, str] | None = None, seats: int = 2, **fields: Any) -> bytes:
    game = find_game(title)
    assert game is not None
    names = tuple("ABCDEF"[:seats])
    record = record_of(game, game.options(options or {}), names, Chance("7"), ())
    return write_record(msgspec.structs.replace(record, **fields))


def refusal(raw: bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        replayed(read_record(raw))
    return caught.value


@pytest.mark.parametrize("title", TITLES)
def test_a_misspelt_field_of_an_action_is_refused_by_its_number(title: str) -> None:
    table = Table(title, 2)
    for state, action in islice(random_game(table, 1), 40):
        if action is None:
            break
        plain = msgspec.json.decode(table.game.codecs.action.encode(action))
        for name in ("surprise", "Player", "to_", "passenger"):
            with pytest.raises(BadRecord):
                table.game.codecs.action.decode(msgspec.json.encode({**plain, name: 1}))
        assert table.game.codecs.action.decode(msgspec.json.encode(plain)) == action
        assert state is not None
    odd = msgspec.Raw(b'{"do": "blind", "player": 0, "dekc": "ships"}')
    error = refusal(record_with("world", actions=(odd,)))
    assert (error.reason, error.seq) == ("not of the right form", 1)


@pytest.mark.parametrize(
    ("title", "options", "purpose"),
    [
        ("usa", {}, "crads"),
        ("usa", {}, "Cards"),
        ("usa", {}, "ships"),
        ("usa", {}, "passengers"),
        ("usa", {}, "cards, reshuffle 0"),
        ("usa", {}, "cards, reshuffle 01"),
        ("usa", {}, "cards, reshuffle x"),
        ("usa", {}, "cards, reshuffle"),
        ("usa", {}, "tickets, reshuffle 1"),
        ("usa", {}, "tickets, after the opening"),
        ("nordic", {}, "passengers"),
        ("germany", {}, "tickets"),
        ("world", {}, "cards"),
        ("metro", {}, "tile"),
        ("metro", {}, "shares 10"),
        ("metro", {"modules": "1"}, "shares 50"),
        ("metro", {"modules": "2+4"}, "shares 10"),
        ("metro", {"modules": "1+2"}, "numbers 1-8"),
        ("metro", {"modules": "4"}, "central tiles"),
        ("metro", {"modules": "1"}, "turn of D4"),
        ("metro", {"modules": "3"}, "turn of A1"),
    ],
)
def test_an_order_that_nothing_is_shuffled_by_is_refused(title: str, options: dict[str, str], purpose: str) -> None:
    error = refusal(record_with(title, options, orders={purpose: ()}))
    assert (error.reason, error.detail) == ("unknown order", purpose)


def test_orders_that_may_still_be_played_are_kept() -> None:
    for title in ("usa", "world"):
        deck = load_board(title).kinds.deck_names[-1]
        replayed(read_record(record_with(title, orders={f"{deck}, reshuffle 12": ("red",)})))


def test_a_finished_game_has_no_order_left_that_was_never_played() -> None:
    table = Table("usa", 2)
    played = [moment.action for moment in random_game(table, 5) if moment.action]
    last = list(random_game(table, 5))[-1].state
    times = last.supply.reshuffles[0]
    record = record_of(table.game, table.parsed_options(), ("A", "B"), Chance("5"), tuple(played))
    replayed(record)
    never = {f"cards, reshuffle {times + 1}": ("red",)}
    with pytest.raises(BadRecord) as caught:
        replayed(msgspec.structs.replace(record, orders=never))
    assert caught.value.reason == "unknown order"
    replayed(msgspec.structs.replace(record, orders=never), len(played) - 1)


@every_table
def test_every_shuffle_that_is_made_may_be_ordered(table: Table) -> None:
    """Whatever a whole game asks chance for has a name that `can_shuffle` knows, and nothing else has."""
    asked: list[str] = []

    class Listening(Chance, frozen=True):
        def shuffled(self, items: Any, purpose: str) -> tuple[str, ...]:
            asked.append(purpose)
            return super().shuffled(items, purpose)

    game, random = table.game, Random(4).random
    state = game.setup(table.parsed_options(), table.seats, Listening("4"))
    while waiting := game.to_act(state):
        assert all(game.can_shuffle(state, purpose) for purpose in asked)
        state = game.apply(state, game.legal_actions(state, min(waiting)).pick(random)).state
    assert asked
    assert all(game.can_shuffle(state, purpose) for purpose in asked)
