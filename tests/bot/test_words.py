"""Every event and every refusal has its words in every language, and they give nothing away."""

import dataclasses
import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

import bot.games.mistakes
import rules.metro.errors
import rules.tickets.errors
from bot.games.refusals import fields_of, refusal_text
from bot.games.status import final_line, result_line, score_lines, totals
from bot.games.story import describe
from bot.games.tickets.cards import hand_text, payment_text
from bot.games.tickets.payments import payment_for
from bot.text.names import plain_name, safe_name
from data.languages import LANGUAGES
from data.texts import catalogue, text
from rules.catalog import TITLES
from rules.errors import BadOption, BadSeats, IllegalAction, NotYourTurn, WrongMoment
from rules.game import Event, Score
from rules.tickets.actions import ClaimRoute
from rules.tickets.events import CardDrawn, DeckReshuffled, RowRefilled, RowSwept, TicketEvent, TurnBegan
from tests.bot.tables import NAMES, Table

assert bot.games.mistakes
assert rules.metro.errors


def every_refusal(root: type[IllegalAction] = IllegalAction) -> Iterator[type[IllegalAction]]:
    for kind in root.__subclasses__():
        if kind.__module__.split(".")[0] in ("rules", "bot"):
            yield kind
            yield from every_refusal(kind)


EXAMPLES: dict[str, Any] = {
    "player": 0,
    "owner": 1,
    "to_act": (1,),
    "asked": 2,
    "track": "duluth-omaha",
    "card": "loco",
    "cards": (("red", 2),),
    "missing": (("red", 2), ("loco", 1)),
    "colour": "red",
    "company": "red",
    "deck": "cards",
    "decks": ("wagons", "ships"),
    "tile": "dddd",
    "tiles": ("aaaa", "bbbb"),
    "labels": ("Duluth → Omaha", "Duluth → Helena"),
    "nearest": ("Omaha",),
    "city": "omaha",
    "place": "omaha",
    "kind": "wagons",
    "option": "route",
    "title": "usa",
    "module": 2,
    "square": "A1",
    "start": "8",
}
KINDS = {
    "WrongMoment": {"asked": ("keep", "top_up")},
    "OptionElsewhere": {"option": "passenger1"},
    "WrongGame": {"missing": "tiles"},
}


def example(kind: type[Any]) -> Any:
    own = KINDS.get(kind.__name__, {})
    values = [(f.name, f.type) for f in dataclasses.fields(kind)] if dataclasses.is_dataclass(kind) else []
    return kind(**{name: own.get(name, EXAMPLES.get(name, 2 if of is int else "x")) for name, of in values})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", list(every_refusal()), ids=lambda kind: kind.__name__)
def test_every_refusal_has_a_sentence(kind: type[IllegalAction], language: str) -> None:
    table = Table("metro" if "metro" in kind.__module__ else "usa", 2, seed=1)
    player = table.to_act()[0]
    said = refusal_text(example(kind), table.view(player), table.legal(player), NAMES, language)
    assert said != catalogue(language)["refusal.unknown"]
    assert said.endswith((".", ")"))
    assert "{" not in said
    assert len(said) < 400
    assert refusal_text(example(kind), table.view(None), None, NAMES, language)


def test_no_refusal_is_left_out_of_the_table() -> None:
    assert set(every_refusal()) <= {kind for title in TITLES for kind in fields_of(title)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_and_seats_are_refused_in_words(language: str) -> None:
    for error in (BadOption("hand", "9", ("1", "2")), BadOption("x", "y"), BadSeats("nordic", 5, 2, 3)):
        assert refusal_text(error, Table("usa", 2, seed=1).view(None), None, (), language)[-1] == "."


def claimable_usa() -> Table:
    return Table("usa", 3, seed=2).play_until(
        lambda t: t.view(0).phase == "turn" and len(t.legal(t.to_act()[0]).tracks()) > 3 and len(t.view(0).owners) > 8
    )


def test_a_taken_route_is_refused_with_its_owner_and_another_route() -> None:
    table = claimable_usa()
    player = table.to_act()[0]
    view, legal = table.view(player), table.legal(player)
    track = next(track for track, owner in view.owners.items() if owner != player)
    with pytest.raises(IllegalAction) as refused:
        table.act(ClaimRoute(player, track, (("red", 1),)))
    said = refusal_text(refused.value, view, legal, NAMES, "en")
    assert re.fullmatch(r".+ → .+ is taken \(\w+\)\. .+ → .+ is free, you can pay it: .+\.", said)
    assert NAMES[view.owners[track]] in said
    polish = refusal_text(refused.value, view, legal, NAMES, "pl")
    assert re.fullmatch(r"Połączenie .+ jest zajęte \(\w+\)\. Wolne jest .+, możesz zapłacić: .+\.", polish)


def test_missing_cards_are_counted_in_the_genitive() -> None:
    view = Table("usa", 2, seed=1).view(None)
    error = rules.tickets.errors.CardsNotInHand((("red", 1),))
    assert refusal_text(error, view, None, (), "pl") == "Brakuje 1\u00a0czerwonej."
    error = rules.tickets.errors.CardsNotInHand((("blue", 5), ("loco", 2)))
    assert refusal_text(error, view, None, (), "pl") == "Brakuje 5\u00a0niebieskich + 2\u00a0Lokomotyw."


def test_whose_turn_it_is() -> None:
    view = Table("usa", 3, seed=1).view(None)
    assert refusal_text(NotYourTurn(0, (1,)), view, None, NAMES, "pl").startswith("Teraz gra Bo.")
    assert "Bo, Cyd" in refusal_text(NotYourTurn(0, (1, 2)), view, None, NAMES, "en")
    assert "/tickets keep" in refusal_text(WrongMoment(("keep",)), view, None, NAMES, "en")


@pytest.mark.parametrize(
    ("cards", "english", "polish"),
    [
        ((("red", 1),), "1 red", "1 czerwoną"),
        ((("red", 2), ("loco", 1)), "2 red + 1 loco", "2 czerwone + 1 Lokomotywę"),
        ((("blue", 5),), "5 blue", "5 niebieskich"),
        ((("joker", 1),), "1 joker", "1 dżokera"),
        ((("black-ships", 4),), "4 black double ships", "4 czarne karty Dwóch Statków"),
    ],
)
def test_payments_in_words(cards: tuple[tuple[str, int], ...], english: str, polish: str) -> None:
    assert payment_text(cards, "en").replace("\u00a0", " ") == english
    assert payment_text(cards, "pl").replace("\u00a0", " ") == polish


def test_a_hand_in_words() -> None:
    assert hand_text({"red": 3, "loco": 1}, "pl").replace("\u00a0", " ") == "4 karty: 3 czerwone · 1 Lokomotywa"
    assert hand_text({}, "en") == "no cards"


@pytest.mark.parametrize(
    "name", ["@everyone", "<@12345>", "**bold**", "[x](https://evil.example)", "a`b`", "||s||", "# big", "\u202eabc"]
)
def test_a_name_can_neither_ping_nor_format(name: str) -> None:
    safe = safe_name(name)
    assert "@everyone" not in safe
    assert not re.search(r"(?<!\\)[*_`|<\[\]#~]", safe)
    assert "://" not in safe
    assert "\u202e" not in safe


def test_names_are_one_short_line() -> None:
    assert plain_name("a\nb\tc") == "a b c"
    assert len(plain_name("x" * 200)) == 32
    assert safe_name("\n") == "?"
    assert safe_name("Ada") == "Ada"


def whole_game(title: str, seed: int = 3) -> Table:
    return Table(title, 3, seed).play_on(100_000)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_can_be_told(title: str, language: str) -> None:
    table = whole_game(title)
    for reader in (None, 0, 1, 2):
        lines = describe(title, table.events, table.names, language, reader)
        assert len(lines) > 20
        assert all(line and "{" not in line and len(line) < 1500 for line in lines)
    short = describe(title, table.events, table.names, language, robots=frozenset(range(3)))
    assert all(short)
    assert any(name in result_line(table.view(None), table.names, language) for name in table.names)
    assert len(score_lines(table.view(None), table.names, language)) == 3
    assert table.face.status_lines(table.view(None), table.names, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_what_one_player_is_told_of_another_is_what_the_channel_is_told(title: str, language: str) -> None:
    """Nothing hidden slips through: a line about somebody else is the public line, word for word."""
    table = Table(title, 2, seed=9)
    for _ in range(60):
        if not table.to_act():
            break
        player = table.to_act()[0]
        events = table.act(table.legal(player).pick(table.random))
        public = describe(title, events, table.names, language)
        assert describe(title, events, table.names, language, reader=1 - player) == public or mentions_you(events)


def mentions_you(events: tuple[Event, ...]) -> bool:
    """Events that speak of a second player, who is told them in the second person."""
    return any(type(event).__name__ in ("LineScored", "PiecesRevealed") for event in events)


def test_robots_in_a_row_share_a_line() -> None:
    table = Table("usa", 3, seed=4).play_on(90)
    lines = describe("usa", table.events, table.names, "en", robots=frozenset({1, 2}))
    assert any(line.startswith("Bo: ") and "; Cyd: " in line for line in lines)
    assert all(not line.startswith("Bo takes") for line in lines[4:-1])


def test_the_drawer_is_told_the_cards_and_the_table_is_not() -> None:
    events = (CardDrawn(0, "cards", True, "red"), CardDrawn(0, "cards", True, "blue"), TurnBegan(1, 2))
    assert describe("usa", events, NAMES, "en", reader=0) == ["You draw: red, blue."]
    assert describe("usa", events, NAMES, "en") == ["Ada draws 2\u00a0cards blind."]
    assert describe("usa", events, NAMES, "pl") == ["Ada dobiera 2\u00a0karty w ciemno."]
    first = (CardDrawn(0, "cards", False, "red"), RowRefilled(0, "yellow"))
    assert describe("usa", first, NAMES, "en", reader=0) == ["You draw: red. Yellow lies in its place."]


def test_a_row_that_is_swept_again_and_again_is_told_once() -> None:
    sweep = RowSwept(("joker",) * 3, ("red",) * 6)
    shuffle = DeckReshuffled("wagons", 30)
    drawn = CardDrawn(0, "wagons", False, "red")
    told = describe("world", [drawn, sweep, shuffle, sweep, shuffle, sweep, sweep], NAMES, "en")
    assert told == [
        "Ada takes red from the row. Three jokers: the row is dealt anew (4\u00a0times). "
        "The discards are shuffled into a new deck of 30\u00a0cards (wagon deck)."
    ]
    assert describe("usa", [sweep], NAMES, "en") == ["Three locomotives: the row is dealt anew."]
    assert describe("usa", [sweep] * 22, NAMES, "pl") == [
        "Trzy Lokomotywy: odkryte karty wymieniono na nowe (22\u00a0razy)."
    ]


@pytest.mark.parametrize("title", ["usa", "metro"])
def test_the_result_tells_the_winners_in_full_and_the_others_in_short(title: str) -> None:
    table = Table(title, 3, seed=2).play_on(5000)
    view = table.view(None)
    line = final_line(view, table.names, "en")
    winner, *others = [table.names[player] for place in view.ranking for player in place]
    points = str(totals(view)[table.names.index(winner)]).replace("-", "−")
    assert line.startswith(f"**{winner}** {points}")
    assert all(f" · **{name}** " in line for name in others)
    assert line.count(" = ") <= len(view.ranking[0])


def test_a_category_below_zero_is_taken_away_in_the_sum() -> None:
    table = Table("usa", 2, seed=2).play_on(5000)
    scores = (Score(0, "routes", 61), Score(0, "tickets", -79), Score(0, "longest_route", 10), Score(1, "routes", -9))
    view = msgspec.structs.replace(table.view(None), scores=scores, ranking=((0,), (1,)))
    assert final_line(view, NAMES, "en") == (
        f"**{NAMES[0]}** −8 = routes 61 − tickets 79 + longest route 10 · **{NAMES[1]}** −9"
    )


SILENT = {TurnBegan, RowRefilled}
TOLD = [kind for kind in get_args(TicketEvent) if kind not in SILENT]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", TOLD, ids=lambda kind: kind.__name__)
def test_every_ticket_event_has_a_sentence(kind: type[Event], language: str) -> None:
    given: dict[str, Any] = {
        "player": 0,
        "deck": "cards",
        "is_blind": True,
        "card": "red",
        "slot": 1,
        "track": "duluth-omaha",
        "laid": (("red", 2),),
        "turned": ("red",),
        "place": "omaha",
        "city": "omaha",
        "colour": "red",
        "to": "ships",
        "winners": (0,),
        "tickets": ("atlanta-montreal",),
        "old": ("red",),
        "new": ("blue",),
        "wagons": 20,
        "ships": 40,
        "cards": (("red", 2),),
    }
    if kind.__name__ == "PiecesRevealed":
        given |= {"wagons": (20, 25), "ships": (40, 35)}
    if kind.__name__ == "DeckReshuffled":
        given["cards"] = 22
    event = kind(**{field.name: given.get(field.name, 3) for field in msgspec.structs.fields(kind)})
    for reader in (None, 0, 1):
        (line,) = describe("usa", [event], NAMES, language, reader)
        assert line.rstrip("*").endswith(".")


@pytest.mark.parametrize(
    ("title", "track", "cards", "english", "polish"),
    [
        ("nordic", "alborg-oslo", (("white", 2), ("loco", 1)), "2 white + 1 loco", "2 białe + 1 Lokomotywę"),
        (
            "nordic",
            "alborg-oslo",
            (("blue", 1), ("white", 2), ("red", 2)),
            "2 white + 3 as a loco (1 blue, 2 red)",
            "2 białe + 3 zamiast Lokomotywy (1 niebieska, 2 czerwone)",
        ),
        (
            "nordic",
            "lieksa-murmansk",
            (("blue", 4), ("green", 7), ("loco", 4)),
            "7 green + 8 as 2 (4 blue, 4 locos)",
            "7 zielonych + 8 zamiast 2 (4 niebieskie, 4 Lokomotywy)",
        ),
        ("usa", "duluth-omaha", (("red", 2),), "2 red", "2 czerwone"),
    ],
)
def test_cards_that_stand_in_for_one_are_told_apart(
    title: str, track: str, cards: Any, english: str, polish: str
) -> None:
    assert payment_for(title, track, cards, "en").replace("\u00a0", " ") == english
    assert payment_for(title, track, cards, "pl").replace("\u00a0", " ") == polish


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_players_can_read_what_they_hold(title: str, language: str) -> None:
    table = Table(title, 2, seed=4).play_on(60)
    assert all(table.face.own_lines(table.view(0), language))
    assert table.face.own_lines(table.view(0), language)
    assert not table.face.own_lines(table.view(None), language)


@pytest.mark.parametrize(
    ("key", "n", "expected"),
    [
        ("event.left.wagons", 1, "Został 1 wagon."),
        ("event.left.wagons", 3, "Zostały 3 wagony."),
        ("event.left.wagons", 5, "Zostało 5 wagonów."),
        ("event.left.wagons", 12, "Zostało 12 wagonów."),
        ("event.left.wagons", 22, "Zostały 22 wagony."),
        ("event.left.harbours", 0, "Zostało 0 portów."),
        ("event.left.harbours", 2, "Zostały 2 porty."),
        ("event.left.ships", 4, "Zostały 4 statki."),
        ("event.last_round", 2, "**Ostatnia runda: każda osoba ma jeszcze 2 tury.**"),
        ("metro.count.tiles", 7, "7 kart torów"),
        ("metro.count.tiles", 2, "2 karty torów"),
        ("claim.left.wagons", 21, "zostanie 21 wagonów"),
        ("claim.left.wagons", 24, "zostaną 24 wagony"),
        ("refusal.of_one_colour", 3, "3 karty jednego koloru"),
    ],
)
def test_polish_counts(key: str, n: int, expected: str) -> None:
    assert text(key, "pl", n=n).replace("\u00a0", " ") == expected


@pytest.mark.parametrize(("n", "expected"), [(1, "1 Bilet"), (3, "3 Bilety"), (5, "5 Biletów")])
def test_tickets_are_drawn_in_the_accusative(n: int, expected: str) -> None:
    said = text("event.tickets_drawn", "pl", player="Ada", n=n, note="")
    assert said.replace("\u00a0", " ") == f"Ada dobiera {expected}."
