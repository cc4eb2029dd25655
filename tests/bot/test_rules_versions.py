"""A game goes on under the version of the rules it began with, whatever has been released since."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

import bot.tables.records
from bot.naming import lobby_lines
from bot.tables.lobby import Lobby, set_option
from bot.tables.records import game_of
from bot.tables.variants import idle_options
from bot.text.rules_pages import PAGES, rules_page
from data.languages import LANGUAGES
from rules.catalog import TITLES, find_game
from rules.errors import BadRecord
from rules.game import AnyGame
from rules.record import replayed
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, start_table, table_of
from tests.bot.test_tables import App


def as_first_released(title: str, version: int | None = None) -> AnyGame | None:
    return find_game(title, version or 1)


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    app = await App(tmp_path / "semafor.db", PaperMail()).open()
    yield app
    await app.close()


async def begun_before(app: App, monkeypatch: pytest.MonkeyPatch, title: str) -> int:
    """A running game of the first release, found by this one at its start."""
    with monkeypatch.context() as patch:
        patch.setattr(bot.tables.records, "find_game", as_first_released)
        game = await start_table(app.tables, title=title)
        await app.play_on(game, 14)
    return game


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("has_snapshot", [True, False])
async def test_a_running_game_of_an_earlier_release_goes_on(
    app: App, monkeypatch: pytest.MonkeyPatch, title: str, has_snapshot: bool
) -> None:
    game = await begun_before(app, monkeypatch, title)
    await app.close()
    if not has_snapshot:
        with closing(sqlite3.connect(app.path)) as raw, raw:
            raw.execute("DELETE FROM snapshots")
    await app.open()
    snapshot = await app.tables.snapshot(game, ADA)
    assert snapshot.game is find_game(title, 1)
    assert snapshot.table.stage == "running"
    await app.play_on(game, 20)
    live = await app.tables.games.load(game)
    assert live.game.rules_version == 1
    record = bot.tables.records.record_from(live.table, live.seats, await app.store.actions(game))
    assert record.rules == 1
    assert replayed(record)[1] == live.state
    assert (await app.tables.snapshot_at(game, 5)).game.rules_version == 1
    assert await app.tables.kept_actions(game, 0, None, None)


async def test_a_new_game_begins_under_the_newest_version(app: App) -> None:
    game = await start_table(app.tables)
    snapshot = await app.tables.snapshot(game, ADA)
    assert snapshot.table.rules == snapshot.game.rules_version == 2


def test_a_version_that_is_not_known_is_no_game() -> None:
    assert game_of(table_of("usa", 2)) is find_game("usa")
    with pytest.raises(BadRecord):
        game_of(replace(table_of("usa", 2), rules=99))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_the_rules_of_an_earlier_game_say_what_it_has_otherwise(title: str, language: str) -> None:
    differing = []
    for page in range(1, PAGES + 1):
        now, then = rules_page(title, page, language), rules_page(title, page, language, 1)
        assert len(then.text) <= 1900
        assert then.text.rsplit("\n", 1)[-1] == now.text.rsplit("\n", 1)[-1]
        assert rules_page(title, page, language, 2) == now
        differing += [page] if then != now else []
    assert differing == [6]


def test_cards_without_their_module_are_left_alone_with_a_word() -> None:
    assert "cards" in idle_options("metro", {"cards": "2"})
    assert "cards" in idle_options("metro", {"cards": "1+2+0+1", "modules": "1+2"})
    assert "cards" not in idle_options("metro", {"cards": "2", "modules": "4"})
    assert "hand" not in idle_options("metro", {"hand": "1"})


def test_the_lobby_says_which_option_has_no_say() -> None:
    lobby = Lobby(table=replace(table_of("metro", 2), variant={"cards": "2", "hand": "3"}))
    assert "number cards of each colour: 2 (no effect with these modules)" in lobby_lines(lobby, 2, 6, "en")[0]
    assert "w każdym kolorze: 2 (bez znaczenia przy tych modułach)" in lobby_lines(lobby, 2, 6, "pl")[0]
    lobby = replace(lobby, table=replace(lobby.table, variant={"cards": "2", "modules": "4"}))
    assert "no effect" not in lobby_lines(lobby, 2, 6, "en")[0]


def test_modules_and_cards_are_switched_in_any_order() -> None:
    lobby = Lobby(table=table_of("metro", 2))
    for typed in ("cards=1+2+0+1", "modules=4", "modules=1+2", "cards=3", "modules=2+4"):
        option, _, value = typed.partition("=")
        lobby = set_option(lobby, option, value)
    assert lobby.table.variant == {"cards": "3", "modules": "2+4"}
