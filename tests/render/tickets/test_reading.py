"""What has to be read in a channel is large enough, and no two things are printed over each other: for every title,
language and number of players, in every situation."""

from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from data.languages import LANGUAGES
from render.kit.sheet import Sheet
from render.kit.text import shaped
from render.tickets import board, moves, pieces
from render.tickets.base import FLOOR, base_of, layout_of
from render.tickets.board import draw_board, draw_since
from render.tickets.drawn_map import drawn_map_of
from render.tickets.moves import BONUSES, move_label
from render.tickets.pieces import pin_area
from render.tickets.pins import free_place, houses, pin_place, plates, signs, tail_cost
from render.tickets.scene import LastMove, scene_of
from rules.catalog import TICKET_TITLES
from rules.game import Event, Score
from rules.tickets.events import CardDrawn, HarbourBuilt, PassengerTaken, RouteClaimed, TicketsKept, TurnBegan
from rules.tickets.maps import load_map
from rules.tickets.view import TicketView
from tests.render.tickets.positions import empty, finished, in_last_round, midgame, seats

Area = tuple[float, float, float, float]
CAPITALS = 0.33
"""Half the height of capitals as a part of the size."""


class Printed:
    """All texts, icons and rules that a board puts around its map."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts: list[tuple[str, float, Area]] = []
        self.others: list[tuple[str, Area]] = []
        self.chips: list[Area] = []
        """What texts that begin in it have to end in as well."""
        text, stamp, fill = Sheet.text, Sheet.stamp, Sheet.fill

        def note_text(sheet: Sheet, x: float, y: float, string: str, size: float, *rest: Any, **more: Any) -> float:
            wide = text(sheet, x, y, string, size, *rest, **more)
            anchor = more.get("anchor", rest[3] if len(rest) > 3 else "l")
            left = x - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * wide
            if wide:
                self.texts.append((string, size, (left, y - CAPITALS * size, left + wide, y + CAPITALS * size)))
            return wide

        def note_stamp(sheet: Sheet, key: Any, box: Any, *rest: Any, **more: Any) -> None:
            stamp(sheet, key, box, *rest, **more)
            if isinstance(key, tuple) and key[0] in ("sign", "small card", "taken", "card"):
                left, top, right, bottom = box
                self.others.append((str(key[1]), (left + 5, top + 5, right - 8, bottom - 5)))
            if isinstance(key, tuple) and key[0] in ("counter", "pill", "tile", "chip", "turn"):
                self.chips.append(box)

        def note_fill(sheet: Sheet, box: Any, colour: Any) -> None:
            fill(sheet, box, colour)
            self.others.append(("rule", box))

        for name, note in (("text", note_text), ("stamp", note_stamp), ("fill", note_fill)):
            monkeypatch.setattr(Sheet, name, note)

    def faults(self, size: tuple[int, int]) -> list[str]:
        found = [f"{string} is small" for string, height, _ in self.texts if height < FLOOR * size[0]]
        found += [f"{string} is cut off" for string, _, area in self.texts if not is_within(area, size)]
        found += [f"{a[0]} on {b[0]}" for a, b in combinations(self.texts, 2) if overlap(a[2], b[2])]
        found += [f"{a[0]} on {b[0]}" for a in self.texts for b in self.others if overlap(a[2], b[1])]
        found += [f"{a[0]} on {b[0]}" for a, b in combinations(self.others, 2) if overlap(a[1], b[1])]
        found += [f"{a[0]} sticks out" for a in self.texts for chip in self.chips if sticks_out(a[2], chip)]
        return found


def sticks_out(area: Area, chip: Area) -> bool:
    begins = chip[0] <= area[0] < chip[2] and chip[1] <= (area[1] + area[3]) / 2 < chip[3]
    return begins and area[2] > chip[2] - 3


def is_within(area: Area, size: tuple[int, int]) -> bool:
    return area[0] >= 0 and area[1] >= 0 and area[2] <= size[0] and area[3] <= size[1]


def overlap(a: Area, b: Area) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > 0.5 and min(a[3], b[3]) - max(a[1], b[1]) > 0.5


def whole_turns(title: str, view: TicketView) -> tuple[Event, ...]:
    """A turn of every kind for each player: the longest lines there are."""
    events: list[Event] = []
    claimed = sorted(view.owners, key=lambda track: -len(drawn_map_of(title).track_name(track)))
    kinds = [card.id for card in load_map(title).cards]
    for player in range(view.seats):
        mine = next((track for track in claimed if view.owners[track] == player), None)
        events.append(TurnBegan(player, 7 + player))
        if mine and player % 2 == 0:
            events.append(RouteClaimed(player, mine, ((kinds[0], 4), (kinds[-1], 2)), 21, 3))
        elif mine and player % 4 == 1:
            events.append(TicketsKept(player, 2, 1, None))
        else:
            events += [CardDrawn(player, "cards", True, None), CardDrawn(player, "cards", False, kinds[1])]
    return tuple(events)


def long_claim(title: str, view: TicketView) -> tuple[Event, ...]:
    (last,) = sorted(view.owners, key=lambda track: len(drawn_map_of(title).track_name(track)))[-1:]
    kinds = [card.id for card in load_map(title).cards]
    claim = RouteClaimed(view.owners[last], last, ((kinds[0], 5), (kinds[-1], 2)), 21, 3)
    taken = [PassengerTaken(claim.player, "x", colour) for colour in ("red", "blue")] if view.passengers else []
    return claim, *taken


def ended(title: str, count: int) -> TicketView:
    view = finished(title, count, 3 * count + 6)
    return replace(view, scores=(*view.scores, Score(0, "longest_route", 10), Score(count - 1, "globetrotter", 15)))


def pictures(title: str, count: int) -> list[Callable[..., bytes]]:
    """The same position in its situations."""
    view, _ = midgame(title, count, 3 * count)
    rich = replace(
        view,
        turn=110,
        players=tuple(replace(seen, points=118, cards=14, tickets=6) for seen in view.players),
        decks=dict.fromkeys(view.decks, 108),
    )
    choosing = replace(empty(title, count), current=None, turn=0, phase="opening", to_act=tuple(range(count)))
    return [
        partial(draw_board, rich, events=long_claim(title, view)),
        partial(draw_board, replace(in_last_round(rich), phase="choosing_tickets"), events=long_claim(title, view)),
        partial(draw_since, in_last_round(rich), events=whole_turns(title, view)),
        partial(draw_board, choosing),
        partial(draw_board, ended(title, count), events=(CardDrawn(0, "cards", True, None),)),
        *(partial(draw_board, with_bonus(ended(title, count), bonus)) for bonus in BONUSES),
    ]


def with_bonus(view: TicketView, bonus: str) -> TicketView:
    """All of them share one."""
    scores = [score for score in view.scores if score.category not in BONUSES]
    return replace(view, scores=(*scores, *(Score(player, bonus, 15) for player in range(view.seats))))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TICKET_TITLES)
def test_what_has_to_be_read_is_large_and_nothing_is_printed_over_it(
    title: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board, "SMALL", FLOOR * 1800)  # the table's number is for those who look for it
    least, most = load_map(title).seats
    for count in range(least, most + 1):
        size = layout_of(drawn_map_of(title), count).size
        for draw in pictures(title, count):
            with monkeypatch.context() as patch:
                printed = Printed(patch)
                draw(seats(count), language=language, table="")
                assert not printed.faults(size), (count, draw)


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_many_tickets_at_the_end_have_room(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "SMALL", FLOOR * 1800)
    least, most = load_map(title).seats
    for count in range(least, most + 1):
        view = ended(title, count)
        many = replace(view, final=tuple(replace(final, tickets=final.tickets * 3) for final in view.final))
        with monkeypatch.context() as patch:
            printed = Printed(patch)
            draw_board(many, seats(count))
            assert not printed.faults(layout_of(drawn_map_of(title), count).size)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TICKET_TITLES)
def test_no_track_s_name_is_cut_short_in_the_title(title: str, language: str) -> None:
    drawn_map = drawn_map_of(title)
    scene = scene_of(empty(title, 2), seats(2), (), "light", language, "")
    layout = layout_of(drawn_map, 2)
    room = layout.size[0] - layout.map_box[2] - 2 * board.SLIM if layout.is_tall else 1000
    least = min(size for size in moves.SIZES if size >= FLOOR * layout.size[0])
    for track in drawn_map.tracks:
        claim = LastMove(player=0, kind="claim", track=track)
        assert shaped(move_label(scene, claim), "semibold", least).width <= room, track
        for kind in ("tunnel", "gave_up") if layout.is_tall else ():
            label = move_label(scene, LastMove(player=0, kind=kind, track=track, count=3))
            lines = moves.broken(label, least, room, 2)
            assert " ".join(lines) == label
            assert all(shaped(line, "semibold", least).width <= room for line in lines), lines


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_pins_and_numbers_of_cards_are_large_too(title: str) -> None:
    layout = layout_of(drawn_map_of(title))
    assert pieces.PIN * layout.scale >= FLOOR * layout.size[0]
    assert FLOOR * layout.size[0] <= moves.COUNT


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_the_line_from_a_pin_to_its_track_lies_on_no_name(title: str) -> None:
    view, _ = midgame(title, 3, 20)
    scene = scene_of(view, seats(3), (), "light", "en", "")
    sheet = Sheet(base_of(title, "light"))
    places = {track: pin_place(sheet, scene, pieces.Pin((track,), "+7"), []) for track in scene.drawn_map.tracks}
    assert all(places.values())
    assert not [track for track, found in places.items() if found and tail_cost(sheet, scene, *found)]


@pytest.mark.parametrize(
    "title",
    [title for title in TICKET_TITLES if any(b"longest_route" in raw for raw in map(bytes, load_map(title).features))],
)
def test_the_sign_of_the_longest_route_hides_nothing_on_the_map(title: str) -> None:
    """Not even where two share it, who then have a sign each; and its line lies on no name."""
    least, most = load_map(title).seats
    sheet = Sheet(base_of(title, "light"))
    for seed in range(20):
        count = least + seed % (most - least + 1)
        view = finished(title, count, 8 * count + seed, seed)
        holders = {0, seed % count}
        view = replace(view, scores=(*view.scores, *(Score(player, "longest_route", 10) for player in holders)))
        scene = scene_of(view, seats(count), (), "light", LANGUAGES[seed % len(LANGUAGES)], "")
        taken: list[Area] = []
        for sign in signs(scene):
            found = free_place(sheet, scene, sign, taken)
            assert found, (seed, sign)
            area = pin_area(sign, found[1])
            left, top, right, bottom = sheet.box_of(*area)
            assert not sheet.base.zones[top:bottom, left:right].any()
            assert not any(overlap(area, other) for other in (*taken, *plates(scene), *houses(scene)))
            assert not tail_cost(sheet, scene, *found)
            taken.append(area)
        assert len(taken) == len(holders)


def test_a_picture_of_several_turns_tells_each_and_numbers_what_is_on_the_map() -> None:
    view, _ = midgame("world", 3, 9)
    first, second = list(view.owners)[:2]
    city = view.harbours[0].city
    events = (
        RouteClaimed(0, first, (), 7, 3),
        TurnBegan(1, 2),
        CardDrawn(1, "wagons", True, None),
        CardDrawn(1, "wagons", True, None),
        TurnBegan(2, 3),
        HarbourBuilt(2, city, (), 2),
        TurnBegan(0, 4),
        RouteClaimed(0, second, (), 4, 3),
    )
    scene = scene_of(view, seats(3), events, "light", "en", "", is_since=True)
    assert [move.kind for move in scene.moves] == ["claim", "cards", "harbour", "claim"]
    assert scene.moves[1].cards == (None, None)
    assert scene.news == {first: 1, city: 3, second: 4}


def test_a_tunnel_and_the_claim_that_follows_are_one_turn_with_what_was_paid_and_who_was_taken() -> None:
    view, _ = midgame("germany", 2, 4)
    track, *_ = view.owners
    events = (RouteClaimed(0, track, (("red", 2), ("loco", 1)), 4, 3), PassengerTaken(0, "x", "blue"), TurnBegan(1, 5))
    (move,) = scene_of(view, seats(2), events, "light", "en", "").moves
    assert (move.paid, move.passengers) == ((("red", 2), ("loco", 1)), ("blue",))
