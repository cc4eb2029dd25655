"""Records: what is written is read, and what is damaged or impossible is refused at the first wrong place."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from data.languages import LANGUAGES
from data.texts import has_text
from rules.catalog import TITLES, find_game
from rules.chance import Chance
from rules.errors import BadRecord
from rules.game import Action
from rules.record import Record, read_record, record_of, replay, replay_all, replayed, revealed_since, write_record
from rules.tickets.actions import ClaimRoute, DrawBlind, KeepTickets
from rules.tickets.errors import TooFewTickets


def usa() -> Any:
    return find_game("usa")


def opened() -> tuple[Action, ...]:
    """Both players keep all their opening tickets."""
    game, actions = usa(), []
    state = game.setup(game.options({}), 2, Chance("7"))
    for player in (0, 1):
        action = next(iter(game.legal_actions(state, player)))
        actions.append(action)
        state = game.apply(state, action).state
    return tuple(actions)


def record(actions: tuple[Action, ...] = (), **fields: Any) -> Record:
    game = usa()
    return msgspec.structs.replace(record_of(game, game.options({}), ("Ada", "Bo"), Chance("7"), actions), **fields)


def refusal(written: Record | bytes) -> BadRecord:
    raw = written if isinstance(written, bytes) else write_record(written)
    with pytest.raises(BadRecord) as caught:
        replayed(read_record(raw))
    return caught.value


def test_a_record_is_plain_json() -> None:
    plain = msgspec.json.decode(write_record(record(opened())))
    assert plain["game"] == "usa"
    assert plain["players"] == ["Ada", "Bo"]
    assert plain["seed"] == "7"
    assert plain["actions"][0]["do"] == "keep"


def test_every_action_comes_with_its_number_and_events() -> None:
    steps = list(replay(record((*opened(), DrawBlind(0), DrawBlind(0)))))
    assert [seq for seq, _, _ in steps] == [1, 2, 3, 4]
    assert steps[-1][2].events


def test_a_replay_can_stop_on_the_way() -> None:
    whole = record((*opened(), DrawBlind(0)))
    assert replayed(whole, 2)[1] == replayed(record(opened()))[1]
    assert replayed(whole, 0)[1].turn == 0


def test_what_was_taken_back_stays_in_the_record_and_changes_nothing() -> None:
    draw, other = DrawBlind(0), next(iter(usa().legal_actions(replayed(record(opened()))[1], 0)))
    written = record((*opened(), draw, draw, other), undone=((3, 4),))
    again = read_record(write_record(written))
    assert msgspec.json.decode(write_record(written))["undone"] == [[3, 4]]
    assert replayed(again)[1] == replayed(record((*opened(), other)))[1]
    assert [(made.seq, made.stands) for made in replay_all(again)] == [(n, n not in (3, 4)) for n in range(1, 6)]
    assert replayed(again, 4)[1] == replayed(record(opened()))[1]
    assert "undone" not in msgspec.json.decode(write_record(record(opened())))


def test_what_was_learnt_stays_learnt_when_it_is_taken_back() -> None:
    draw = DrawBlind(0)
    written = record((*opened(), draw, draw, draw), undone=((3, 4),))
    assert revealed_since(written, 2) == {"card": 3}
    assert revealed_since(written, 4) == {"card": 1}
    assert not revealed_since(written, 5)


def test_what_was_taken_back_had_to_be_legal_too() -> None:
    error = refusal(record((*opened(), ClaimRoute(0, "boston-mars", ()), DrawBlind(0)), undone=((3, 3),)))
    assert (error.reason, error.seq) == ("illegal action", 3)


@pytest.mark.parametrize("undone", [((0, 1),), ((2, 1),), ((2, 3),), ((2, 2), (1, 1))])
def test_parts_that_can_not_have_been_taken_back_are_refused(undone: tuple[tuple[int, int], ...]) -> None:
    assert refusal(record(opened(), undone=undone)).reason == "wrong undone part"


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"[]", b'{"format": 1}', b"\xff\xfe", b'{"format": 1, "game": "usa", "surprise": 1}']
)
def test_what_is_no_record_is_refused(raw: bytes) -> None:
    assert refusal(raw).reason == "not a record"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"format": 2}, "unknown format"),
        ({"game": "mars"}, "unknown game"),
        ({"rules": 99}, "other rules version"),
        ({"seed": None}, "no chance"),
        ({"players": ("Ada",)}, "wrong number of players"),
        ({"orders": {"cards": ("red",)}}, "wrong order"),
        ({"options": msgspec.Raw(b'{"modules": 1}')}, "not of the right form"),
    ],
)
def test_a_record_that_cannot_be_set_up_is_refused(fields: dict[str, Any], reason: str) -> None:
    assert refusal(record(**fields)).reason == reason


def test_the_first_impossible_action_is_named_with_its_refusal() -> None:
    wrong = record((*opened(), ClaimRoute(0, "boston-mars", ()), DrawBlind(0)))
    error = refusal(wrong)
    assert (error.reason, error.detail, error.seq) == ("illegal action", "UnknownTrack", 3)
    error = refusal(record((KeepTickets(0, ()),)))
    assert error.seq == 1
    assert error.cause == TooFewTickets(0, 2)


def test_an_action_that_makes_no_sense_is_named_by_its_number() -> None:
    damaged = msgspec.structs.replace(record(opened()), actions=(msgspec.Raw(b'{"do": "fly", "player": 0}'),))
    error = refusal(damaged)
    assert (error.reason, error.seq) == ("not of the right form", 1)


def test_explicit_orders_need_no_seed() -> None:
    game = usa()
    board = game.board
    cards = ["loco"] * 14 + [card for card in board.kinds.ids if card != "loco" for _ in range(12)]
    orders = {"cards": tuple(reversed(cards)), "tickets": tuple(ticket.id for ticket in board.tickets)}
    state = replayed(record(seed=None, orders=orders))[1]
    assert game.view_for(state, 0).hand == {"red": 4}
    assert game.view_for(state, 1).offer == tuple(ticket.id for ticket in board.tickets[3:6])


DEEP = b"[" * 100_000 + b"]" * 100_000
DEEP_OBJECT = b'{"do":' * 100_000 + b"1" + b"}" * 100_000


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("codec", ["options", "action", "event", "view", "state"])
@pytest.mark.parametrize(
    "raw",
    [b"", b"\xff", b'"\xff"', b'{"\xff": 1}', b'{"do": "\xff"}', b'{"what": "\xff"}', b'"\\ud800"', DEEP, DEEP_OBJECT],
    ids=["nothing", "byte", "text", "field", "action", "event", "half a letter", "deep", "deep object"],
)
def test_what_can_not_be_read_is_a_bad_record(title: str, codec: str, raw: bytes) -> None:
    game = find_game(title)
    assert game is not None
    with pytest.raises(BadRecord):
        getattr(game.codecs, codec).decode(raw)


@pytest.mark.parametrize("title", TITLES)
def test_a_seed_is_a_text(title: str) -> None:
    game = find_game(title)
    assert game is not None
    with pytest.raises(BadRecord) as caught:
        game.setup(game.options({}), 2, Chance("\udcff"))
    assert (caught.value.reason, caught.value.detail) == ("bad seed", "'\\udcff'")


def test_every_reason_has_its_words() -> None:
    raised = set[str]()
    for file in (Path(__file__).parents[2] / "rules").rglob("*.py"):
        raised |= set(re.findall(r'BadRecord\(\s*"([^"]+)"', file.read_text()))
    assert len(raised) > 10
    for reason in raised:
        for language in LANGUAGES:
            assert has_text(f"cli.record.{reason.replace(' ', '_')}", language)
