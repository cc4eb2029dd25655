"""A server's games room on the local page: a forum whose posts are tables, with their tags."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bot.local.driver import Bench
from bot.local.world.permissions import Permission
from tests.e2e.conftest import OpenPage, picture_of
from tests.e2e.test_tables import PATIENCE, command, go, newest, press
from tests.e2e.test_tables import table as table

pytestmark = pytest.mark.e2e


async def test_a_table_in_the_games_room_is_a_post_that_says_by_its_tags_how_it_stands(
    table: Bench, open_page: OpenPage
) -> None:
    forum = table.add_forum("games")
    table.permit(forum, Permission.MANAGE_CHANNELS | Permission.MANAGE_THREADS)
    ada, bo = await open_page("ada"), await open_page("bo", width=390, height=844)
    await go(ada, "trains")
    await command(ada, "/settings server option:room value:games")
    await expect(ada.locator(".message.private").last).to_contain_text("games", timeout=PATIENCE)
    await command(ada, "/game new title:lantern seats:2")
    await expect(ada.locator("#side")).to_contain_text("Lantern Isle · Ada", timeout=PATIENCE)
    post = ada.locator("#side .station", has_text="Lantern Isle · Ada")
    assert await post.locator(".station-name").evaluate("name => name.scrollWidth <= name.clientWidth")
    await picture_of(ada, "room-opened")
    await ada.locator(".mention", has_text="#games").first.click()
    await expect(ada.locator("#place h1")).to_contain_text("Lantern Isle · Ada")
    await expect(newest(ada, "Join")).to_contain_text("lobby")
    await bo.locator("#menu").click()
    await picture_of(bo, "room-phone")
    await go(bo, "Lantern Isle · Ada")
    await press(bo, "Join")
    await expect(newest(ada, "Start")).to_contain_text("Bo")
    await picture_of(ada, "room-lobby")
    await press(ada, "Start")
    await expect(newest(ada, "Choose")).to_be_visible(timeout=PATIENCE)
    await expect(ada.locator("#place")).to_contain_text("running", timeout=PATIENCE)
    await picture_of(ada, "room-game")
