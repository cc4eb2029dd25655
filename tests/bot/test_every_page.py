"""Every page of every title and option that random play can reach is made and drawn; `make soak` walks further."""

from collections.abc import Iterator
from itertools import cycle, islice, product

import pytest

from data.languages import LANGUAGES
from render.catalog import pictures_of
from render.kit.theme import ROUTES
from render.metro.emoji_names import tile_emoji, train_emoji
from rules.catalog import TICKET_TITLES, find_game
from rules.metro.options import DIRECTIONS, HANDS, NUMBERINGS, most_cards
from rules.metro.tiles import CODES
from tests.bot.walking import Kind, Walk
from tests.rules.metro.playing import BOX, GAME, MODULE_SETS

FEW = {"every": 40, "per_verb": 1, "most_pages": 16}
MANY = {"every": 5, "per_verb": 3, "most_pages": 200}
GAMES = 4
"""Of each ticket game: with two to five players, or twice with two and three."""
OWN_PICTURES = {"world": {"harbour"}}
OWN_VERBS = {
    "nordic": {"give_up", "top_up"},
    "germany": {"pass1", "pass2", "mix"},
    "world": {"port", "port_pay", "swap", "choose", "to_ships", "to_wagons", "refill"},
}
"""What only some titles have; without it, a walk hasn't been everywhere."""
METRO_EMOJIS = {*map(tile_emoji, CODES), *map(train_emoji, ROUTES)}


def seats_of(title: str) -> tuple[int, ...]:
    game = find_game(title)
    assert game is not None
    return tuple(game.seats)


def pictures(kinds: set[Kind]) -> set[str]:
    return {kind.picture for kind in kinds}


def verbs(kinds: set[Kind]) -> set[str]:
    return {verb for kind in kinds for verb in kind.verbs}


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_every_page_of_a_ticket_game_is_made_and_drawn(title: str) -> None:
    kinds: set[Kind] = set()
    shown: set[str] = set()
    for game, seats in zip(range(GAMES), cycle(seats_of(title)), strict=False):
        language = LANGUAGES[game % len(LANGUAGES)]
        shown |= Walk(title, seats, language=language, seed=game, every=90, known=kinds).to_the_end().emojis
    assert {"ticket"} < shown <= set(pictures_of(title).draw_emojis(title))
    assert {"hand", "offer", "claim"} | OWN_PICTURES.get(title, set()) <= pictures(kinds)
    assert {"route", "pay", "claim", "tick", "kept", "blind"} | OWN_VERBS.get(title, set()) <= verbs(kinds)


def metro_options(modules: str) -> Iterator[dict[str, str]]:
    for hand, direction, numbering in product(HANDS, DIRECTIONS, NUMBERINGS):
        yield {"modules": modules, "hand": str(hand), "direction": direction, "numbering": numbering}


def some_options(modules: str) -> Iterator[dict[str, str]]:
    """Of two that differ in their numbering, which changes no page, one or the other."""
    for at, pair in enumerate(batched(metro_options(modules), len(NUMBERINGS))):
        yield pair[(at + at // len(DIRECTIONS)) % len(pair)]


def batched(options: Iterator[dict[str, str]], size: int) -> Iterator[tuple[dict[str, str], ...]]:
    while batch := tuple(islice(options, size)):
        yield batch


def with_cards(options: dict[str, str], seats: int) -> Iterator[dict[str, str]]:
    """Every number of number cards that these players can be given."""
    most = most_cards(BOX, seats) if "4" in options["modules"] else 1
    yield from ({**options, "cards": str(cards)} for cards in range(1, most + 1))


def assert_been_everywhere(modules: str, kinds: set[Kind]) -> None:
    assert {"tile", "board", "hand"} <= pictures(kinds)
    assert ("train" in pictures(kinds)) == ("2" in modules)
    assert {"column", "row", "go", "place"} <= verbs(kinds)
    assert ({"give", "take"} <= verbs(kinds)) == ("1" in modules)
    assert ({"show"} <= verbs(kinds)) == (modules == "1+2")


@pytest.mark.parametrize("modules", MODULE_SETS)
def test_every_page_of_metro_is_made_and_drawn(modules: str) -> None:
    """Every set of modules with every hand and direction, each of these with every numbering; all numbers of players
    and both languages."""
    all_kinds: set[Kind] = set()
    shown: set[str] = set()
    for turn, (options, seats) in enumerate(zip(some_options(modules), cycle(GAME.seats), strict=False)):
        most = list(with_cards(options, seats))[-1]
        walk = Walk("metro", seats, most, language=LANGUAGES[turn % len(LANGUAGES)], seed=turn, hurries=True, **FEW)
        kinds = walk.to_the_end().kinds
        assert_been_everywhere(modules, kinds)
        all_kinds |= kinds
        shown |= walk.emojis
    assert "tile" in verbs(all_kinds)
    assert "tile_aaaa" in shown
    assert shown <= METRO_EMOJIS


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TICKET_TITLES)
def test_every_page_of_many_ticket_games_is_made_and_drawn(title: str, language: str) -> None:
    for seats, seed in product(seats_of(title), range(5)):
        Walk(title, seats, language=language, seed=seed, **MANY).to_the_end()


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("modules", MODULE_SETS)
def test_every_page_of_metro_at_every_table_is_made_and_drawn(modules: str, language: str) -> None:
    for options, seats in product(metro_options(modules), GAME.seats):
        for given in with_cards(options, seats):
            Walk("metro", seats, given, language=language, seed=seats, **MANY).to_the_end()
