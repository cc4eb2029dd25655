"""Worlds sampled from a view: everything seen is as it lies, everything else is one of the ways it may be."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from rules.chance import Chance
from rules.game import Candidate
from rules.robots import decide
from rules.search import Trial, outlook, search, shortlist, tried_out
from rules.tickets.actions import ClaimRoute, DrawBlind, DrawCard, KeepTickets, Pass
from rules.tickets.engine import TicketGame
from rules.tickets.masks import mask_of
from rules.tickets.robots.ground import ground_for
from rules.tickets.robots.plan import NetworkPlanner, goal_of
from rules.tickets.robots.possible import PossibleTicketWorld
from rules.tickets.robots.sampling import PARTICLES, SameView, Sampler, sample, sampler_for
from rules.tickets.robots.situation import Situation
from rules.tickets.robots.world import OPENING, OVER, TUNNEL, TicketWorld
from rules.tickets.state import EMPTY, State, Tunnel
from tests.rules.contract import Table, random_game
from tests.rules.tickets.hidden import dealt_differently
from tests.rules.tickets.in_place import world_of
from tests.rules.tickets.positions import game_of, position
from tests.rules.tickets.test_contract import TABLES as ALL_TABLES

SEEDS = integers(0, 2**32)
TABLES = [table for table in ALL_TABLES if table.seats in (table.game.seats[0], table.game.seats[-1])]
SEEN = (
    "barred",
    "boxes",
    "current",
    "discards",
    "harbours",
    "harbours_left",
    "left",
    "open",
    "passengers",
    "phase",
    "row",
    "ships",
    "tracks",
    "turn",
    "turns_left",
    "wagons",
    "waiting",
)
"""What everybody sees, once the opening is over."""


def moments(table: Table, seed: int, many: int) -> list[tuple[TicketGame, State, int]]:
    """Some decisions of a random game, with who is asked: those of the opening, and so many after it."""
    game = table.game
    assert isinstance(game, TicketGame)
    found = [(game, state, action.player) for state, action in random_game(table, seed) if action is not None]
    turns = found[2 * table.seats :]
    return [*found[: 2 * table.seats], *Random(seed).sample(turns, min(many, len(turns)))]


@pytest.mark.parametrize("table", TABLES, ids=str)
@given(seed=SEEDS)
@settings(max_examples=1)
def test_what_is_seen_is_as_it_lies_and_the_rest_adds_up(table: Table, seed: int) -> None:
    random = Random(seed).random
    for game, state, player in moments(table, seed, 8):
        world = sample(game.board, game.view_for(state, player), random)
        real = world_of(game.board, state)
        assert world.hands[player] == real.hands[player]
        assert world.tickets[player] == real.tickets[player]
        assert world.offers[player] == real.offers[player]
        assert cards_in(world) == [card.count for card in game.board.file.cards]
        held = [ticket for pile in (*world.piles, *world.tickets, *world.offers) for ticket in pile]
        assert len(held) == len(set(held))
        if real.phase != OPENING:
            for name in SEEN:
                assert getattr(world, name) == getattr(real, name), name
            assert [p - e for p, e in zip(real.points, real.exchanged, strict=True)] == world.points
            assert [sorted(parts) for parts in world.parts] == [sorted(parts) for parts in real.parts]
            totals = [kinds_by_deck(game, hand) for hand in real.hands]
            assert [kinds_by_deck(game, hand) for hand in world.hands] == totals
            assert [len(tickets) for tickets in world.tickets] == [len(tickets) for tickets in real.tickets]
            assert [len(pile) for pile in world.piles] == [len(pile) for pile in real.piles]
        if isinstance(state.phase, Tunnel):
            assert world.phase == TUNNEL
            assert world.tunnel == real.tunnel or state.phase.passengers != (None, None)


def kinds_by_deck(game: TicketGame, hand: int) -> list[int]:
    return [game.board.kinds.total(hand & own) for own in game.board.kinds.in_deck]


def cards_in(world: TicketWorld) -> list[int]:
    kinds = world.ground.board.kinds
    held = sum(world.hands) + sum(world.discards) + kinds.of_kinds([kind for kind in world.row if kind != EMPTY])
    for deck, left in zip(world.decks, world.left, strict=True):
        held += kinds.of_kinds(deck[:left])
    if world.tunnel:
        held += world.tunnel[1] + kinds.of_kinds(world.tunnel[2])
    return [kinds.count(held, kind) for kind in range(kinds.size)]


@pytest.mark.parametrize("table", TABLES, ids=str)
@given(seed=SEEDS)
@settings(max_examples=1)
def test_every_action_can_be_tried_and_played_out(table: Table, seed: int) -> None:
    random = Random(seed).random
    for game, state, player in moments(table, seed, 3):
        world = sample(game.board, game.view_for(state, player), random)
        for rounds in (2, None):
            tried = world.copy()
            tried.do(game.legal_actions(state, player).pick(random))
            tried.play(random, rounds)
            worths = [tried.worth(seat) for seat in range(table.seats)]
            assert all(0 <= worth <= 1 for worth in worths)
            assert sum(worths) == pytest.approx(1)
        assert tried.phase == OVER


@pytest.mark.parametrize("table", TABLES, ids=str)
@given(seed=SEEDS)
@settings(max_examples=1)
def test_search_knows_no_more_than_the_view(table: Table, seed: int) -> None:
    """Two states that look the same to a player come to the same answer, however far the end is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PossibleTicketWorld, "is_far", False)
        compare_lookalikes(table, seed)


def compare_lookalikes(table: Table, seed: int) -> None:
    for game, state, player in moments(table, seed, 3):
        other = dealt_differently(game.board, state, player, Random(seed))
        answers = []
        for there in (state, other):
            view: Any = game.view_for(there, player)
            picked = Random(seed).random
            actions = {game.legal_actions(state, player).pick(picked): 0.0 for _ in range(3)}
            candidates = [Candidate(action, worth) for action, worth in actions.items()]
            found = search(game, view, candidates, Random(seed).random, 6)
            tried = game.to_try(view, game.legal_actions(there, player), Random(seed).random)
            answers.append((found, tried, shortlist(game, view, tried, Random(seed).random)))
        assert answers[0] == answers[1]


@pytest.mark.parametrize("table", TABLES, ids=str)
@given(seed=SEEDS)
@settings(max_examples=1)
def test_everybody_has_an_outlook_at_any_time(table: Table, seed: int) -> None:
    """Also who isn't asked, while others choose, and when it is over: then it is the result."""
    game, random = table.game, Random(seed)
    states = [state for state, _ in random_game(table, seed)]
    for state in [*states[: 2 * table.seats], *random.sample(states, 3), states[-1]]:
        for seat in range(table.seats):
            chance = outlook(game, game.view_for(state, seat), random.random, 1)
            assert chance is not None
            assert 0 <= chance <= 1
    best = game.ranking(states[-1])[0]
    if len(best) == 1:
        assert (chance >= 0.5) == (table.seats - 1 in best)


def test_tickets_that_fit_what_somebody_has_built_are_thought_of_more_often() -> None:
    game = game_of("usa")
    owners = {"calgary-helena": 1, "denver-helena": 1, "denver-santa_fe": 1, "el_paso-santa_fe": 1}
    tracks = {track.id for track in game.board.tracks}
    names = [next(track for track in sorted(tracks) if track.startswith(name)) for name in owners]
    state = position(owners=dict.fromkeys(names, 1), tickets=[[], ["calgary-phoenix", "boston-miami"]])
    view = game.view_for(state, 0)
    weights = Sampler(ground_for(game.board), view).guesses[1].weights
    index = game.board.ticket_index
    assert weights[index["calgary-phoenix"]] > 3 * weights[index["boston-miami"]]


def test_one_sampler_serves_all_worlds_of_a_view_and_none_of_another() -> None:
    game = game_of("germany")
    state = position("germany")
    view, again = game.view_for(state, 0), game.view_for(state, 0)
    assert sampler_for(game.board, SameView(view)) is sampler_for(game.board, SameView(view))
    assert sampler_for(game.board, SameView(view)) is not sampler_for(game.board, SameView(again))
    assert len(sampler_for(game.board, SameView(view)).particles[1]) == PARTICLES


def test_a_world_at_its_end_is_won_or_lost() -> None:
    game = game_of("usa")
    state = position(hands=[{"red": 2}, {}], wagons=[3, 40], turns_left=1)
    world = sample(game.board, game.view_for(state, 0), Random(1).random)
    assert isinstance(world, PossibleTicketWorld)
    world.points = [100, 20]
    world.play(Random(1).random, 1)
    assert world.phase == OVER
    assert world.worth(0) > 0.95
    assert world.worth(1) < 0.05
    world.points = [50, 49]
    assert 0.9 > world.worth(0) > 0.7, "won, though not by much"


def test_actions_are_tried_out_only_once_the_end_is_in_sight_and_then_to_it() -> None:
    game, random = game_of("usa"), Random(1).random
    early, late = position(wagons=[45, 40]), position(wagons=[6, 5])
    assert sample(game.board, game.view_for(early, 0), random).is_far
    world = sample(game.board, game.view_for(late, 0), random)
    assert not world.is_far
    tried = tried_out(world, game.advise(game.view_for(late, 0), game.legal_actions(late, 0), random), 3)
    assert isinstance(tried, PossibleTicketWorld)
    assert tried.phase == OVER


def test_drawing_blind_is_possible_wherever_the_view_says_so() -> None:
    game = game_of("world")
    state = position("world")
    world = sample(game.board, game.view_for(state, 0), Random(1).random)
    before = world.hands[0]
    world.do(DrawBlind(0, "ships"))
    assert world.hands[0] != before
    card = next(game.board.kinds.ids[kind] for kind in world.row if kind != game.board.kinds.wild)
    world.do(DrawCard(0, card, "wagons"))
    assert world.current == 1


def test_worlds_begin_with_the_conductors_plan_whatever_tickets_are_kept() -> None:
    game = game_of("usa")
    state = game.setup(game.options({}), 2, Chance("plans"))
    view, legal = game.view_for(state, 0), game.legal_actions(state, 0)
    for candidate in game.candidates(view, legal, Random(1).random):
        assert isinstance(candidate.action, KeepTickets)
        world = game.sample(view, Random(2).random)
        assert isinstance(world, PossibleTicketWorld)
        world.do(candidate.action)
        planner = NetworkPlanner(Situation(game.board, view, game.weights(2)))
        goals = [goal_of(game.board, ticket) for ticket in world.tickets[0]]
        assert world.plans[0] == mask_of(planner.plan(goals).tracks) > 0


WEST = ["portland-salt_lake_city", "denver-salt_lake_city", "denver-kansas_city", "kansas_city-saint_louis"]


def test_a_track_that_another_needs_is_in_the_way_and_no_other() -> None:
    game = game_of("usa")
    owners, hands = dict.fromkeys(WEST, 1), [{"yellow": 2}, {"white": 6, "black": 6}]
    state = position("usa", hands=hands, owners=owners, tickets=[(), ("nashville-portland",)], turns_left=2)
    view, legal = game.view_for(state, 0), game.legal_actions(state, 0)
    tried = game.to_try(view, legal, Random(1).random)
    assert tried[:8] == game.candidates(view, legal, Random(1).random)
    claims = [each.action for each in tried if isinstance(each.action, ClaimRoute)]
    assert sorted(action.track for action in claims) == sorted(legal.tracks())
    worlds = [sample(game.board, view, Random(number).random) for number in range(40)]
    times = {action.track: sum(world.is_in_the_way(action) for world in worlds) for action in claims}
    assert max(times, key=lambda track: times[track]) == "nashville-saint_louis"
    assert not any(world.is_in_the_way(DrawBlind(0, None)) for world in worlds)
    assert decide("stationmaster", game, view, legal, Random(1).random, 4000) == next(
        action for action in claims if action.track == "nashville-saint_louis"
    )


@pytest.mark.parametrize(("title", "seats"), [("nordic", 2), ("nordic", 3), ("usa", 5)])
def test_with_several_others_it_counts_to_be_ahead_of_most(title: str, seats: int) -> None:
    game = game_of(title)
    state = game.setup(game.options({}), seats, Chance("merit"))
    for number in range(10):
        world = sample(game.board, game.view_for(state, 0), Random(number).random)
        assert [world.merit(seat) for seat in range(seats)] == [world.worth(seat) for seat in range(seats)]
        world.play(Random(1).random, None)
        worths = [world.worth(seat) for seat in range(seats)]
        merits = [world.merit(seat) for seat in range(seats)]
        if seats == 2:
            assert merits == worths
        else:
            ahead = [2 * merit - worth for merit, worth in zip(merits, worths, strict=True)]
            assert sum(ahead) == pytest.approx(seats / 2)
            assert max(ahead) > 1 - 1 / seats, "the first, or two who share that"


@pytest.mark.parametrize(
    ("title", "seats", "is_trusted"),
    [
        ("usa", 2, True),
        ("usa", 3, True),
        ("usa", 4, False),
        ("usa", 5, False),
        ("world", 5, False),
        ("germany", 5, True),
    ],
)
def test_with_many_players_playouts_may_decide_and_hardly_the_guess(title: str, seats: int, is_trusted: bool) -> None:
    """A twentieth of a win, as playouts have it, against twenty points of the guess."""
    game = game_of(title)
    world = sample(game.board, game.view_for(game.setup(game.options({}), seats, Chance("trust")), 0), Random(1).random)
    liked, better = (Trial(Candidate(Pass(0), 20.0 + ahead), ahead) for ahead in (0.0, -20.0))
    for _ in range(400):
        liked.add(world, 0.5, 0.5)
        better.add(world, 0.55, 0.5)
    assert (better.gain() < liked.gain()) is is_trusted


@pytest.mark.parametrize(("wagons", "far"), [(45, (True, True)), (32, (False, True)), (28, (False, False))])
def test_with_many_at_the_table_the_end_has_to_be_nearer(wagons: int, far: tuple[bool, bool]) -> None:
    """For two or three, and for more."""
    game = game_of("usa")
    states = [position(seats=seats, wagons=[wagons] * seats) for seats in (3, 5)]
    worlds = [sample(game.board, game.view_for(state, 0), Random("near").random) for state in states]
    assert tuple(world.is_far for world in worlds) == far


@pytest.mark.parametrize("seats", [2, 5])
def test_the_nearer_the_end_the_more_playouts_take_the_same_time(seats: int) -> None:
    game = game_of("usa")
    states = [position(seats=seats, wagons=[wagons] * seats) for wagons in range(15, 2, -1)]
    states.append(position(seats=seats, wagons=[2] * seats, turns_left=1))
    worlds = [sample(game.board, game.view_for(state, 0), Random("near").random) for state in states]
    times = [world.briefness for world in worlds]
    assert times == sorted(times)
    assert 1 <= times[0] < times[-1] <= 6
