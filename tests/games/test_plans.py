"""Plans for the next turn, made at random by random players of every title."""

from random import Random
from typing import Any

import msgspec
import pytest

from bot.games.plans import Dropped, Plan, PlannedAction, next_step
from bot.text.matching import find
from data.languages import LANGUAGES
from rules.catalog import TITLES, find_game
from rules.metro.view import MetroView
from rules.tickets.maps import load_map
from rules.tickets.view import TicketView
from tests.bot.tables import Table

LONGEST = 100
"""What a menu or a list holds of a label and of a value."""


def most_seats(title: str) -> int:
    game = find_game(title)
    assert game is not None
    return game.seats[-1]


TABLES = [(title, seats, {}) for title in TITLES for seats in (2, most_seats(title))]
TABLES += [("metro", 3, {"modules": "1+2"}), ("metro", 4, {"modules": "2+4"}), ("metro", 3, {"direction": "free"})]
TABLES += [("metro", 2, {"hand": "3"})]


class Owner:
    """Somebody with a plan, and what the board was like when it was made."""

    def __init__(self, table: Table, seat: int, random: Random) -> None:
        view = table.view(seat)
        planner = table.face.planner
        wishes = [entry.value for entry in planner.wishes(view, "en", table.names)]
        conditions = [entry.value for entry in planner.conditions(view, "en", table.names)]
        kinds: dict[str, list[str]] = {}
        for wish in wishes:
            kinds.setdefault(wish.partition(":")[0], []).append(wish)
        chosen = [random.choice(kinds[random.choice(list(kinds))]) for _ in range(4)]
        self.plan = Plan(
            wishes=tuple(chosen),
            conditions=tuple(random.sample(conditions, min(2, len(conditions), random.randrange(3)))),
        )
        self.seen = len(table.events)
        self.view = view


def play(table: Table, random: Random, kinds: set[str]) -> None:
    owners: dict[int, Owner] = {}
    while asked := table.to_act():
        for seat in set(range(len(table.names))) - set(asked):
            if seat not in owners and table.view(seat).turn > 0 and random.random() < 0.3:
                owners[seat] = Owner(table, seat, random)
        seat = asked[0]
        view, legal = table.view(seat), table.legal(seat)
        owner = owners.pop(seat, None)
        if owner is None:
            table.act(legal.pick(random.random))
            continue
        events = [event.seen_by(seat) for event in table.events[owner.seen :]]
        step = next_step(table.face.planner, view, legal, owner.plan, events)
        forbidding = [one for one in owner.plan.conditions if has_come_true(one, owner.view, view)]
        if owner.plan.begun is None and forbidding:
            assert isinstance(step, Dropped)
            assert step.condition in owner.plan.conditions
        if isinstance(step, Dropped):
            table.act(legal.pick(random.random))
            continue
        assert step.action in legal
        assert step.action.player == seat
        kinds.add(step.plan.wishes[step.plan.begun or 0].partition(":")[0])
        table.act(step.action)
        if seat in table.to_act():
            owner.plan = step.plan
            owners[seat] = owner


def has_come_true(condition: str, before: Any, now: Any) -> bool:
    """Told from two looks at the board, without the events between them."""
    kind, _, value = condition.partition(":")
    if isinstance(now, TicketView):
        tracks = {track.id: track for track in load_map(now.game).tracks}
        countries = {end: one.id for one in load_map(now.game).countries for end in one.terminals}
        new = [tracks[track] for track in now.owners.keys() - before.owners.keys() if now.owners[track] != now.reader]
        if kind == "city":
            ends = {end for track in new for city in (track.a, track.b) for end in (city, countries.get(city, city))}
            return value in ends or any(
                one.city == value and one.player != now.reader for one in now.harbours if one not in before.harbours
            )
        if kind == "pieces":
            builders = {now.owners[track.id] for track in new if track.kind != "sea"}
            sailors = {now.owners[track.id] for track in new if track.kind == "sea"}
            wagons = [one.wagons for one in now.players if one.player in builders]
            ships = [one.ships for one in now.players if one.player in sailors]
            return any(left is not None and left <= int(value) for left in wagons + ships)
        return False  # a card may have lain there, gone and come again: only the events tell
    if isinstance(now, MetroView) and kind == "own_line":
        own = {share.company for share in now.shares}
        return any(
            line.is_finished and not old.is_finished and (line.player == now.reader or line.owner in own)
            for line, old in zip(now.lines, before.lines, strict=True)
        )
    return False


@pytest.mark.parametrize(("title", "seats", "options"), TABLES, ids=str)
def test_a_plan_is_legal_and_keeps_its_owners_conditions(title: str, seats: int, options: dict[str, str]) -> None:
    kinds: set[str] = set()
    for seed in range(2 if seats < 4 else 1):  # with many there are as many more plans in one game
        play(Table(title, seats, seed, options), Random(f"{title} {seats} {options} {seed}"), kinds)
    expected = {"place", "longest"} if title == "metro" else {"claim", "draw", "blind"}
    assert expected <= kinds


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("title", "seats", "options"), TABLES, ids=str)
def test_every_wish_and_condition_has_its_words(title: str, seats: int, options: dict[str, str], language: str) -> None:
    table = Table(title, seats, 5, options)
    planner = table.face.planner
    for _ in range(2):
        table.play_on(60)
        for seat in range(seats):
            view = table.view(seat)
            if view.is_over or view.turn == 0 or seat > 1:
                continue
            for entries in (
                planner.wishes(view, language, table.names),
                planner.conditions(view, language, table.names),
            ):
                assert len({entry.value for entry in entries}) == len(entries)
                for entry in entries:
                    assert 0 < len(entry.label) <= LONGEST, entry
                    assert len(entry.value) <= LONGEST
                    assert find([entry], entry.label) == [entry]


def test_a_wish_is_paid_as_its_owner_said() -> None:
    table = Table("usa", 2, 1).play_until(lambda one: one.view(None).turn > 30)
    seat = table.to_act()[0]
    view, legal = table.view(seat), table.legal(seat)
    grey = {track.id for track in load_map("usa").tracks if track.colour is None}
    track = next(track for track in legal.tracks() if track in grey)
    colours = {card for cards in legal.payments(track) for card, _ in cards if card != "loco"}
    for colour in colours:
        step = next_step(table.face.planner, view, legal, Plan(wishes=(f"claim:{track}:{colour}",)), [])
        assert isinstance(step, PlannedAction)
        action = msgspec.to_builtins(step.action)
        assert {card for card, _ in action["cards"]} - {"loco"} == {colour}


def test_a_tunnel_is_topped_up_no_further_than_planned() -> None:
    answered = set()
    for seed in range(12):
        table = Table("nordic", 2, seed)
        table.play_until(lambda one: one.view(None).phase == "tunnel")
        if table.view(None).phase != "tunnel":
            continue
        seat = table.to_act()[0]
        view, legal = table.view(seat), table.legal(seat)
        for most in (None, 0, 3):
            conditions = () if most is None else (f"top_up:{most}",)
            plan = Plan(wishes=(f"claim:{view.tunnel.track}",), conditions=conditions, begun=0)
            step = next_step(table.face.planner, view, legal, plan, [])
            if most is None:
                assert step == Dropped(begun=0)
                continue
            assert isinstance(step, PlannedAction)
            done = msgspec.to_builtins(step.action)["do"]
            assert done == "give_up" or view.tunnel.asked <= most
            answered.add(done)
    assert answered == {"give_up", "top_up"}


def test_a_plan_that_nothing_fits_is_dropped() -> None:
    table = Table("usa", 2, 3).play_until(lambda one: one.view(None).turn > 20)
    seat = table.to_act()[0]
    view = table.view(seat)
    taken = next(iter(view.owners))
    step = next_step(table.face.planner, view, table.legal(seat), Plan(wishes=(f"claim:{taken}",)), [])
    assert step == Dropped()
    assert table.face.planner.why_not(view, f"claim:{taken}", "en", table.names)


def test_no_tile_is_planned_for_the_central_station() -> None:
    table = Table("metro", 2, 4).play_until(lambda one: one.view(None).turn > 40)
    seat = 1 - table.to_act()[0]
    wishes = [entry.value for entry in table.face.planner.wishes(table.view(seat), "en", table.names)]
    assert any(wish.startswith("place:") for wish in wishes)
    assert not {"place:D4", "place:E4", "place:D5", "place:E5"}.intersection(wishes)
