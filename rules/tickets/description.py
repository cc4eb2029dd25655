"""A map from a short description that somebody wrote by hand; what it leaves out is filled in.

    players: 2-3
    wagons: 18

    cities                      name, then how far from the left and from the top, 0 to 100
    Gull Rock 8 40
    Old Mill 30 12

    tracks                      length and colour; without a colour it is grey; two lines make a double track
    Gull Rock - Old Mill: 3 red
    Gull Rock - Tern Isle: 2 ferry 1

    tickets                     worth the spaces of the shortest way unless a value follows
    Gull Rock - Old Mill

Without tracks neighbouring cities are joined, without tickets some are made that are neither too short nor alike.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, cycle

import msgspec

from rules.errors import RulesError
from rules.tickets.maps import Card, City, LastRound, MapFile, Row, Ticket, TicketDraw, Totals, Track
from rules.tickets.ways import graph_of, shortest

COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21}
NUMBERS = {
    "wagons": 20,
    "cards": 8,
    "locomotives": 8,
    "hand": 4,
    "row": 5,
    "one track up to": 3,
    "last round": 2,
    "opening tickets": 3,
    "keep": 2,
    "longest route": 5,
}
"""What may be set, and what holds where it isn't: cards are of each colour, the longest route is in points."""
PLAIN = str.maketrans({"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "ß": "ss", "æ": "ae", "Æ": "Ae"})


class BadDescription(RulesError):
    """A line that can't be read; `reason` names the sentence."""

    def __init__(self, reason: str, line: int, words: str) -> None:
        super().__init__(reason, line, words)
        self.reason, self.line, self.words = reason, line, words


class Description(msgspec.Struct):
    """What was written, line by line."""

    players: tuple[int, int] = (2, 3)
    numbers: dict[str, int] = {}
    cities: list[City] = []
    tracks: list[Track] = []
    tickets: list[tuple[str, str, int | None]] = []

    def city(self, name: str, line: int) -> str:
        found = slug(name)
        if all(city.id != found for city in self.cities):
            raise BadDescription("unknown_city", line, name.strip())
        return found


def slug(name: str) -> str:
    """An id for a name: its letters without marks, small, joined by underscores."""
    plain = unicodedata.normalize("NFKD", name.translate(PLAIN)).encode("ascii", "ignore").decode()
    return "_".join(re.findall(r"[a-z0-9]+", plain.lower()))


def map_from(title: str, text: str) -> MapFile:
    """The whole map, ready to be played; positions are in per cent, upwards and to the right."""
    told = read_description(text)
    tracks = told.tracks or neighbours(told.cities)
    numbers = NUMBERS | told.numbers
    tracks = numbered(tracks)
    colours = [colour for colour in COLOURS if any(track.colour == colour for track in tracks)] or list(COLOURS[:6])
    cards = [Card(id=colour, deck="cards", count=numbers["cards"], colour=colour) for colour in colours]
    cards.append(Card(id="loco", deck="cards", count=numbers["locomotives"]))
    tariffs = {"rail": {"is": "plain"}} | (
        {"ferry": {"is": "ferry", "cards_for_locomotive": 3}} if any(t.kind == "ferry" for t in tracks) else {}
    )
    file = MapFile(
        id=title,
        seats=told.players,
        cards=tuple(cards),
        opening_cards={"cards": numbers["hand"]},
        row=Row(places={"cards": numbers["row"]}, wild_limit=True, sweep_at=3),
        pieces={"wagons": numbers["wagons"]},
        one_track_up_to=numbers["one track up to"],
        opening_tickets=TicketDraw(draw=numbers["opening tickets"], keep=numbers["keep"], rejects="bottom"),
        turn_tickets=TicketDraw(draw=numbers["opening tickets"], keep=1, rejects="bottom"),
        last_round=LastRound(pieces=numbers["last round"], turns=1),
        tie_breaks=("tickets", "longest_route_bonus"),
        tariffs={name: msgspec.Raw(msgspec.json.encode(tariff)) for name, tariff in tariffs.items()},
        features=(msgspec.Raw(msgspec.json.encode({"is": "longest_route", "points": numbers["longest route"]})),),
        points={length: POINTS[length] for length in range(1, max(4, *(track.length for track in tracks)) + 1)},
        cities=tuple(sorted(told.cities, key=lambda city: city.id)),
        tracks=tuple(tracks),
        tickets=(),
    )
    return with_tickets(file, told.tickets)


def read_description(text: str) -> Description:
    told, part = Description(), ""
    for number, raw in enumerate(text.splitlines(), start=1):
        words = raw.split("#")[0].strip()
        if words in ("cities", "tracks", "tickets"):
            part = words
        elif words:
            READERS[part](told, words, number)
    if len(told.cities) < 2:
        raise BadDescription("too_few_cities", len(text.splitlines()), "")
    return told


def read_number(told: Description, words: str, line: int) -> None:
    if found := re.fullmatch(r"players:\s*([2-5])\s*[-–]\s*([2-5])", words):
        least, most = sorted((int(found[1]), int(found[2])))
        told.players = (least, most)
        return
    found = re.fullmatch(r"([a-z ]+):\s*([1-9]\d?)", words)
    if not found or found[1] not in NUMBERS:
        raise BadDescription("unknown_setting", line, words)
    told.numbers[found[1]] = int(found[2])


def read_city(told: Description, words: str, line: int) -> None:
    found = re.fullmatch(r"(.+?)\s+(\d+(?:\.\d+)?)[,\s]\s*(\d+(?:\.\d+)?)", words)
    if not found or not slug(found[1]):
        raise BadDescription("bad_city", line, words)
    if any(city.id == slug(found[1]) for city in told.cities):
        raise BadDescription("same_city", line, found[1])
    new = City(id=slug(found[1]), name=found[1], lat=100 - float(found[3]), lon=float(found[2]))
    if any(far_apart(city, new) < 1 for city in told.cities):
        raise BadDescription("same_place", line, found[1])
    told.cities.append(new)


def read_track(told: Description, words: str, line: int) -> None:
    found = re.fullmatch(r"(.+?)\s+[-–]\s+(.+?):\s*([1-8])(?:\s+([a-z]+))?(?:\s+ferry\s+([1-8]))?", words)
    if found is None or found[4] not in (None, "gray", "grey", *COLOURS):
        raise BadDescription("bad_track", line, words)
    a, b = sorted((told.city(found[1], line), told.city(found[2], line)))
    colour = found[4] if found[4] in COLOURS else None
    symbols = int(found[5] or 0)
    kind = "ferry" if symbols else "rail"
    told.tracks.append(
        msgspec.convert(
            {"id": "", "a": a, "b": b, "length": int(found[3]), "colour": colour, "kind": kind, "locomotives": symbols},
            Track,
        )
    )


def read_ticket(told: Description, words: str, line: int) -> None:
    found = re.fullmatch(r"(.+?)\s+[-–]\s+(.+?)(?::\s*(\d{1,2}))?", words)
    if found is None:
        raise BadDescription("bad_ticket", line, words)
    a, b = sorted((told.city(found[1], line), told.city(found[2], line)))
    told.tickets.append((a, b, int(found[3]) if found[3] else None))


READERS = {"": read_number, "cities": read_city, "tracks": read_track, "tickets": read_ticket}


def numbered(tracks: Iterable[Track]) -> list[Track]:
    """Ids by their ends, twins numbered; in the order of the ids."""
    met = Counter[str]()
    found = []
    for track in tracks:
        name = f"{track.a}-{track.b}"
        met[name] += 1
        found.append(msgspec.structs.replace(track, id=name if met[name] == 1 else f"{name}-{met[name]}"))
    return sorted(found, key=lambda track: track.id)


def far_apart(a: City, b: City) -> float:
    return float(((a.lat - b.lat) ** 2 + (a.lon - b.lon) ** 2) ** 0.5)


def neighbours(cities: Sequence[City]) -> list[Track]:
    """Tracks between cities that have no other city between them (Gabriel's graph): short ones of one space, colours in
    turn, every fourth a double."""
    pairs = [
        (a, b) for a, b in combinations(sorted(cities, key=lambda city: city.id), 2) if are_neighbours(a, b, cities)
    ]
    lengths = sorted(far_apart(a, b) for a, b in pairs)
    one = lengths[len(lengths) // 2] / 2.4
    colours = cycle((*COLOURS[:3], None, *COLOURS[3:6], None))
    tracks: list[Track] = []
    for number, (a, b) in enumerate(pairs):
        length = min(5, max(1, round(far_apart(a, b) / one)))
        count = 2 if number % 4 == 1 else 1
        tracks += [Track(id="", a=a.id, b=b.id, length=length, colour=next(colours)) for _ in range(count)]
    return tracks


def are_neighbours(a: City, b: City, cities: Sequence[City]) -> bool:
    """Whether no city lies in the circle over the line between them."""
    whole = far_apart(a, b) ** 2
    others = [city for city in cities if city not in (a, b)]
    return all(far_apart(a, city) ** 2 + far_apart(b, city) ** 2 >= whole for city in others)


def with_tickets(file: MapFile, told: Sequence[tuple[str, str, int | None]]) -> MapFile:
    links = graph_of(file)
    lengths = {}
    for a, b in combinations([city.id for city in file.cities], 2):
        way = shortest(links, [a], [b])
        if way:
            lengths[a, b] = way.spaces
    wanted = list(told) or [(a, b, None) for a, b in some_pairs(file, lengths)]
    tickets = [
        Ticket(id=f"{a}-{b}", cities=(a, b), points=lengths.get((a, b), 0) if points is None else points)
        for a, b, points in wanted
    ]
    is_shortest = all(points is None for _, _, points in wanted)
    return msgspec.structs.replace(
        file,
        tickets=tuple(sorted(tickets, key=lambda ticket: ticket.id)),
        ticket_values="shortest" if is_shortest else "free",
        totals=Totals(
            cards=sum(card.count for card in file.cards),
            tickets=len(tickets),
            tracks=dict(sorted(Counter(track.colour or "gray" for track in file.tracks).items())),
        ),
    )


def some_pairs(file: MapFile, lengths: dict[tuple[str, str], int]) -> list[tuple[str, str]]:
    """Enough tickets for the opening of a full table and some more: of a fair length, every city about as often."""
    count = file.seats[1] * file.opening_tickets.draw + 6
    joined = {(track.a, track.b) for track in file.tracks}
    most = file.pieces["wagons"] * 0.65
    fit = [pair for pair, spaces in lengths.items() if pair not in joined and 4 <= spaces <= most]
    met = Counter[str]()
    chosen: list[tuple[str, str]] = []
    while fit and len(chosen) < count:
        pair = min(fit, key=lambda pair: (met[pair[0]] + met[pair[1]], max(met[pair[0]], met[pair[1]]), pair))
        fit.remove(pair)
        met.update(pair)
        chosen.append(pair)
    return chosen
