"""What people type finds what they mean."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.mistakes import CannotPay, NothingMatches, OptionMissing, SeveralMatch, WrongGame
from bot.games.refusals import refusal_text
from bot.games.suggestions import suggest
from bot.games.tickets import entries
from bot.games.tickets.atlas import atlas
from bot.games.tickets.moves import move_of, moves
from bot.games.tickets.suggestions import SOURCES
from bot.games.tickets.typed import (
    parse_claim,
    parse_draw,
    parse_harbour,
    parse_pieces,
    parse_ticket_draw,
    parse_ticket_keep,
    parse_ticket_move,
)
from bot.text.matching import UNPICKED, Entry, find, fold, is_one_edit
from data.languages import LANGUAGES
from rules.catalog import TICKET_TITLES
from rules.tickets.actions import ClaimRoute, DrawBlind, DrawCard, KeepTickets
from rules.tickets.maps import load_map
from tests.bot.tables import NAMES, Table, moments


def routes(title: str) -> list[Entry]:
    file = load_map(title)
    return [entries.track_entry(title, track, track.id) for track in file.tracks]


@pytest.mark.parametrize(
    ("title", "typed", "expected"),
    [
        ("usa", "oma dul", "duluth-omaha"),
        ("usa", "duluth omaha", "duluth-omaha"),
        ("usa", "DULUTH-OMAHA", "duluth-omaha"),
        ("usa", "kansascity oklahomacity", "kansas_city-oklahoma_city"),
        ("usa", "st louis nash", "nashville-saint_louis"),
        ("usa", "nowy jork montreal", "montreal-new_york"),
        ("usa", "Montréal nyc", "montreal-new_york"),
        ("usa", "dulut omahs", "duluth-omaha"),
        ("nordic", "tromso narvik", "narvik-tromso"),
        ("nordic", "Kopenhaga arhus", "arhus-kobenhavn"),
        ("nordic", "goeteborg oslo", "goteborg-oslo"),
        ("nordic", "murmansk lieksa 9", "lieksa-murmansk"),
        ("germany", "munchen augsburg", "augsburg-muenchen"),
        ("germany", "Monachium ratyzbona", "muenchen-regensburg"),
        ("world", "kair ateny", "al_qahira-athina"),
        ("world", "lima sydney czarne", "lima-sydney"),
    ],
)
def test_a_route_is_found_by_what_people_type(title: str, typed: str, expected: str) -> None:
    found = [entry.value for entry in find(routes(title), typed)]
    assert found[0].startswith(expected)


def test_folding_takes_off_marks_and_signs() -> None:
    assert fold("  Østersund—ŁÓDŹ, St. Jøhn ") == "ostersund lodz st john"
    assert fold("Ærø Straße") == "aero strasse"


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("omaha", "omahs", True),
        ("omaha", "omha", True),
        ("omaha", "oamha", True),
        ("omaha", "dallas", False),
        ("a", "a", True),
    ],
)
def test_one_slip(one: str, other: str, expected: bool) -> None:
    assert is_one_edit(one, other) == expected


def test_a_slip_is_forgiven_only_when_nothing_else_fits() -> None:
    some = [Entry(value="a", label="", words=("Dallas",)), Entry(value="b", label="", words=("Ballas",))]
    assert [entry.value for entry in find(some, "dallas")] == ["a"]
    assert [entry.value for entry in find(some, "xallas")] == ["a", "b"]
    assert find(some, "xalls") == []
    assert find(some, "dxl") == []


def test_both_cities_as_typed_come_before_one() -> None:
    found = [entry.value for entry in find(routes("usa"), "da")]
    assert found[0].startswith("dallas")
    first_without = next(n for n, value in enumerate(found) if "dallas" not in value) if len(found) > 9 else len(found)
    assert all("dallas" in value for value in found[:first_without])


@pytest.mark.parametrize("title", ["usa", "nordic", "germany", "world"])
def test_aliases_belong_to_cities_of_the_map_and_to_one_only(title: str) -> None:
    book = atlas(title)
    assert set(entries.aliases(title)) <= set(book.cities)
    owners: dict[str, set[str]] = {}
    for city, words in entries.aliases(title).items():
        for word in words:
            owners.setdefault(fold(word), set()).add(book.place(city))
    assert all(len(cities) == 1 for cities in owners.values())


OPTIONS = tuple(SOURCES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TICKET_TITLES)
def test_lists_are_never_longer_than_discord_takes(title: str, language: str) -> None:
    for table in moments(title, 3, seed=8, every=61):
        for player in range(3):
            for option in OPTIONS:
                for typed in ("", "a", "red", "zzzz"):
                    given = suggest(table.view(player), table.legal(player), option, typed, language, NAMES)
                    assert len(given) <= 25
                    assert all(0 < len(entry.label) <= 100 and 0 < len(entry.value) <= 100 for entry in given)
                    values = [entry.value for entry in given if entry.value != UNPICKED]
                    assert len(set(values)) == len(values)


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_every_move_of_the_list_is_legal_and_is_found_again(title: str) -> None:
    table = Table(title, 2, seed=6)
    for _ in range(25):
        if not table.to_act():
            break
        player = table.to_act()[0]
        view, legal = table.view(player), table.legal(player)
        listed = list(moves(view, legal, "pl"))
        assert listed
        for entry in listed:
            action = move_of(view, legal, entry.value)
            assert action is not None, entry
            assert action in legal
        table.play_on(7)


def on_turn(title: str, seats: int = 2, seed: int = 3, tracks: int = 3) -> tuple[Table, int, Any, Any]:
    table = Table(title, seats, seed).play_until(
        lambda t: (
            t.view(0).phase == "turn" and len(t.legal(t.to_act()[0]).tracks()) >= tracks and len(t.view(0).owners) > 3
        )
    )
    player = table.to_act()[0]
    return table, player, table.view(player), table.legal(player)


def test_a_taken_route_closes_the_list_with_its_owner() -> None:
    _table, player, view, legal = on_turn("usa")
    track = next(track for track, owner in view.owners.items() if owner != player)
    book = atlas("usa")
    typed = f"{book.city(book.tracks[track].a)} {book.city(book.tracks[track].b)}"
    labels = [entry.label for entry in suggest(view, legal, "route", typed, "en", NAMES)]
    assert any(label.startswith("✗ ") and label.endswith(f"({NAMES[1 - player]})") for label in labels)


def test_someone_who_is_not_asked_sees_whose_turn_it_is() -> None:
    table, player, _view, _legal = on_turn("usa")
    other = 1 - player
    (entry,) = suggest(table.view(other), table.legal(other), "route", "", "en", NAMES)
    assert entry.label == f"{NAMES[player]} to move"
    assert entry.value == UNPICKED


def test_a_claim_is_parsed_with_the_thriftiest_payment() -> None:
    _table, player, view, legal = on_turn("usa")
    track = legal.tracks()[0]
    (action,) = parse_claim(view, legal, route=track).actions
    assert action == ClaimRoute(player, track, next(iter(legal.payments(track))))
    (paid,) = parse_claim(view, legal, route=track, pay="red2+loco1").actions
    assert isinstance(paid, ClaimRoute)
    assert paid.cards == (("red", 2), ("loco", 1))


def test_a_claim_that_means_several_routes_or_none_is_refused() -> None:
    _table, _player, view, legal = on_turn("usa")
    payable = entries.payable_routes(view, legal, "en")
    letter = next(letter for letter in "abcdefghijklmnopqrst" if len(find(payable, letter)) > 1)
    with pytest.raises(SeveralMatch):
        parse_claim(view, legal, route=letter)
    with pytest.raises(NothingMatches):
        parse_claim(view, legal, route="Warszawa")
    with pytest.raises(OptionMissing):
        parse_claim(view, legal)
    with pytest.raises(OptionMissing):
        parse_claim(view, legal, route=UNPICKED)


def test_drawing_one_or_two_cards() -> None:
    _table, player, view, legal = on_turn("usa")
    card = next(card for card in view.row if card not in (None, "loco"))
    assert parse_draw(view, legal, card=card, second="w ciemno").actions == (DrawCard(player, card), DrawBlind(player))
    assert parse_draw(view, legal, card="niebieska", second="blind").actions[0] == DrawCard(player, "blue")
    with pytest.raises(OptionMissing):
        parse_draw(view, legal)


def test_keeping_tickets_by_letter() -> None:
    table = Table("usa", 2, seed=1)
    view, legal = table.view(0), table.legal(0)
    assert parse_ticket_keep(view, legal, "c, a").actions == (KeepTickets(0, (view.offer[0], view.offer[2])),)


def test_commands_of_another_game_are_refused() -> None:
    metro = Table("metro", 2, seed=1)
    with pytest.raises(WrongGame):
        parse_draw(metro.view(0), metro.legal(0), card="red")
    usa = Table("usa", 2, seed=1)
    with pytest.raises(WrongGame):
        parse_pieces(usa.view(0), usa.legal(0), 20)
    with pytest.raises(WrongGame):
        parse_harbour(usa.view(0), usa.legal(0), "lima")


def test_germany_wants_the_mix_said() -> None:
    table = Table("germany", 2, seed=1)
    with pytest.raises(OptionMissing):
        parse_ticket_draw(table.view(0), table.legal(0))


def test_a_move_by_free_text() -> None:
    _table, player, view, legal = on_turn("usa")
    assert parse_ticket_move(view, legal, "w ciemno").actions == (DrawBlind(player),)


@settings(max_examples=80, deadline=None)
@given(typed=st.text(max_size=120), option=st.sampled_from(OPTIONS))
def test_nothing_that_is_typed_breaks_a_list(typed: str, option: str) -> None:
    table = Table("usa", 2, seed=3).play_on(30)
    player = table.to_act()[0]
    assert len(suggest(table.view(player), table.legal(player), option, typed, "en", NAMES)) <= 25


def test_a_locomotive_from_the_row_takes_the_whole_draw() -> None:
    table = Table("usa", 2, seed=3).play_until(lambda t: t.view(0).phase == "turn" and "loco" in t.view(0).row)
    player = table.to_act()[0]
    drawn = parse_draw(table.view(player), table.legal(player), card="loco", second="blind").actions
    assert drawn == (DrawCard(player, "loco"),)


def test_a_free_route_without_the_cards_is_refused_with_what_it_needs() -> None:
    _table, _player, view, legal = on_turn("usa")
    book = atlas("usa")
    free = [track for track in book.tracks.values() if track.colour and entries.is_free(view, track)]
    track = next(track for track in free if track.id not in legal.tracks())
    with pytest.raises(CannotPay) as refused:
        parse_claim(view, legal, route=track.id)
    said = refusal_text(refused.value, view, legal, NAMES, "en")
    assert said.startswith(
        f"You can't pay for {book.route(track.id)} yet. Needed: {track.length}\u00a0{track.colour}; you have"
    )
