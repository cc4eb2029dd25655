"""Views made by hand: positions of any size for any map, without an engine."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from render.kit.seat import Seat
from rules.game import Event, Score
from rules.tickets.events import RouteClaimed
from rules.tickets.maps import MapFile, Track, load_map
from rules.tickets.view import FinalView, HarbourView, PlayerView, TicketStanding, TicketView

COLOURS = ("raspberry", "teal", "violet", "lime", "brown")
NAMES = ("Grzegorz Brzęczyszczykiewicz", "Łucja Żółć", "銀河鐵道 Ginga", "Maximiliana von Hohenstaufen", "محمد 😀")
LAND_COLOURS = ("red", "black", "green", "yellow", "blue", "white")


def seats(count: int, names: Sequence[str] = NAMES) -> tuple[Seat, ...]:
    return tuple(Seat(names[i], COLOURS[i]) for i in range(count))


def empty(game: str, players: int) -> TicketView:
    """The first turn: nothing claimed, everything in its place."""
    file = load_map(game)
    random = Random(game)
    kinds = [card.id for card in file.cards]
    row = [random.choice(kinds) for _ in range(sum(file.row.places.values()))]
    return TicketView(
        game=game,
        reader=None,
        seats=players,
        turn=1,
        to_act=(0,),
        is_over=False,
        scores=(),
        ranking=(),
        phase="turn",
        asked=(),
        current=0,
        row=tuple(row),
        decks=dict.fromkeys(file.row.places, 53),
        discards={kinds[0]: 4, kinds[1]: 12},
        piles=dict.fromkeys(dict.fromkeys(ticket.pile for ticket in file.tickets), 17),
        owners={},
        closed=(),
        players=tuple(player(file, seat) for seat in range(players)),
        turns_left=None,
        passengers=passengers(file, random),
        harbours=(),
        tunnel=None,
        hand=None,
        tickets=None,
        offer=(),
        keep_at_least=0,
        own_pieces=None,
        final=(),
    )


def player(file: MapFile, seat: int) -> PlayerView:
    has_ships = "ships" in file.pieces
    return PlayerView(
        player=seat,
        points=0,
        cards=4 + seat * 3,
        cards_by_deck={},
        tickets=3 + seat % 3,
        is_choosing=False,
        wagons=20 if has_ships else file.pieces["wagons"],
        ships=40 if has_ships else 0,
        harbours_left=3 if has_ships else 0,
        passengers={},
        turns_left=None,
    )


def passengers(file: MapFile, random: Random) -> dict[str, tuple[str, ...]]:
    places = [(place.id, place.passengers) for place in (*file.cities, *file.countries) if place.passengers]
    return {place: tuple(sorted(random.choices(LAND_COLOURS, k=count))) for place, count in places}


def midgame(game: str, players: int, claims: int = 40, seed: int = 1) -> tuple[TicketView, tuple[Event, ...]]:
    """A position with so many claims, and the events of the last turn."""
    view = empty(game, players)
    file = load_map(game)
    random = Random(seed)
    tracks = list(file.tracks)
    random.shuffle(tracks)
    owners: dict[str, int] = {}
    last: Event | None = None
    for track in tracks:
        if len(owners) == claims:
            break
        who = len(owners) % players
        if allowed(file, owners, track, who, players) and can_place(view, track, who):
            owners[track.id] = who
            view = placed(view, file, track, who)
            last = RouteClaimed(who, track.id, (), file.points[track.length], 0)
    assert last is not None
    closed = tuple(
        track.id
        for track in file.tracks
        if players <= file.one_track_up_to and track.id not in owners and any(s in owners for s in sisters(file, track))
    )
    view = replace(view, owners=owners, closed=closed, turn=len(owners) * 2 + 5, current=(len(owners)) % players)
    return with_harbours(view, file, players), (last,)


def sisters(file: MapFile, track: Track) -> list[str]:
    return [other.id for other in file.tracks if {other.a, other.b} == {track.a, track.b} and other.id != track.id]


def allowed(file: MapFile, owners: dict[str, int], track: Track, who: int, players: int) -> bool:
    taken = [owners[sister] for sister in sisters(file, track) if sister in owners]
    return who not in taken and not (taken and players <= file.one_track_up_to)


def can_place(view: TicketView, track: Track, who: int) -> bool:
    seen = view.players[who]
    left = seen.ships if track.kind == "sea" else seen.wagons
    return (left or 0) >= track.length


def placed(view: TicketView, file: MapFile, track: Track, who: int) -> TicketView:
    seen = view.players[who]
    wagons, ships = seen.wagons or 0, seen.ships or 0
    if track.kind == "sea":
        ships -= track.length
    else:
        wagons -= track.length
    seen = replace(seen, wagons=wagons, ships=ships, points=seen.points + file.points[track.length])
    waiting = dict(view.passengers)
    for end in (track.a, track.b):
        if waiting.get(end):
            colour, *rest = waiting[end]
            waiting[end] = tuple(rest)
            seen = replace(seen, passengers={**seen.passengers, colour: seen.passengers.get(colour, 0) + 1})
    others = (*view.players[:who], seen, *view.players[who + 1 :])
    return replace(view, players=others, passengers=waiting)


def with_harbours(view: TicketView, file: MapFile, players: int) -> TicketView:
    built: list[HarbourView] = []
    for track in file.tracks:
        who = view.owners.get(track.id)
        if who is None or sum(b.player == who for b in built) >= 2:
            continue
        for end in (track.a, track.b):
            city = next(city for city in file.cities if city.id == end)
            if city.harbour and all(b.city != end for b in built):
                built.append(HarbourView(end, who))
                break
    left = [3 - sum(b.player == seat for b in built) if file.pieces.get("ships") else 0 for seat in range(players)]
    return replace(
        view,
        harbours=tuple(built),
        players=tuple(replace(seen, harbours_left=left[seat]) for seat, seen in enumerate(view.players)),
    )


def in_last_round(view: TicketView) -> TicketView:
    few = [replace(seen, turns_left=1 if seat else 0) for seat, seen in enumerate(view.players)]
    few[0] = replace(few[0], wagons=2, ships=0)
    return replace(view, players=tuple(few), turns_left=view.seats - 1, current=1)


def for_player(
    view: TicketView, who: int, tickets: Sequence[tuple[str, bool, bool]], hand: dict[str, int]
) -> TicketView:
    """The same as one player sees it; tickets as (id, done, still possible)."""
    values = {ticket.id: ticket for ticket in load_map(view.game).tickets}
    standing = tuple(
        TicketStanding(
            ticket,
            done,
            possible,
            values[ticket].points if done else -(values[ticket].penalty or values[ticket].points),
        )
        for ticket, done, possible in tickets
    )
    seen = view.players[who]
    return replace(view, reader=who, hand=hand, tickets=standing, own_pieces=(seen.wagons or 0, seen.ships or 0))


def finished(game: str, players: int, claims: int = 60, seed: int = 3) -> TicketView:
    """The end: every ticket on the table, scores by category."""
    view, _ = midgame(game, players, claims, seed)
    file = load_map(game)
    random = Random(seed)
    tickets = random.sample(list(file.tickets), players * 5)
    final, scores = [], []
    for who in range(players):
        mine = tickets[who * 5 : who * 5 + 4 + who % 2]
        standing = tuple(
            TicketStanding(t.id, i % 3 != 2, i % 3 != 2, t.points if i % 3 != 2 else -(t.penalty or t.points))
            for i, t in enumerate(mine)
        )
        own = tuple(track for track, owner in view.owners.items() if owner == who)[:6]
        final.append(FinalView(player=who, tickets=standing, longest=own, longest_length=4 * len(own)))
        scores += [Score(who, "routes", view.players[who].points)]
        scores += [Score(who, "tickets", sum(t.points for t in standing))]
    totals = {who: sum(s.points for s in scores if s.player == who) for who in range(players)}
    ranking = tuple((who,) for who in sorted(totals, key=lambda who: -totals[who]))
    return replace(
        view,
        is_over=True,
        phase="over",
        current=None,
        to_act=(),
        scores=tuple(scores),
        ranking=ranking,
        final=tuple(final),
    )
