"""The page on a phone: the box in which one writes, and pictures on the whole screen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from bot.local.driver import Bench
from bot.local.world import messages
from bot.local.world.model import Upload
from tests.e2e.conftest import OpenPage, picture_of
from tests.e2e.test_page import go
from tests.local.sample_bot import png

pytestmark = pytest.mark.e2e
PHONE: dict[str, Any] = {"width": 390, "height": 844, "touch": True}
ALT = "The board of USA #12. " + "Ada has 14 points and 31 trains left. " * 8
WIDTH = "document.querySelector('img.full').getBoundingClientRect().width"


async def open_board(bench: Bench, open_page: OpenPage) -> Page:
    """A picture as large as a board's, opened on a phone."""
    board = Upload(index=0, filename="board.png", content=png(1600, 1100), content_type="image/png")
    body = {"content": "Your turn", "attachments": [{"id": "0", "description": ALT}]}
    messages.send(bench.world, bench.world.bot_id, bench.channel("trains"), body, [board])
    page = await open_page("ada", **PHONE)
    await page.get_by_role("button", name="Channels and people").click()
    await go(page, "trains")
    await page.get_by_role("button", name="The board of USA #12").tap()
    await page.wait_for_function(f"{WIDTH} > 300")
    return page


async def pinch(page: Page, *, apart: tuple[int, int], at: tuple[int, int]) -> None:
    """Two fingers around a point, first so far apart and then so far."""
    session = await page.context.new_cdp_session(page)
    x, y = at
    steps = [apart[0] + (apart[1] - apart[0]) * step // 6 for step in range(7)]
    for number, distance in enumerate(steps):
        fingers = [{"x": x - distance / 2, "y": y, "id": 0}, {"x": x + distance / 2, "y": y, "id": 1}]
        kind = "touchMove" if number else "touchStart"
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def test_an_opened_picture_fills_the_screen_and_its_text_stands_below(bench: Bench, open_page: OpenPage) -> None:
    page = await open_board(bench, open_page)
    await picture_of(page, "phone-picture")
    screen = await page.locator("dialog").bounding_box()
    assert screen == {"x": 0, "y": 0, "width": 390, "height": 844}
    assert await page.evaluate(WIDTH) == 390
    picture = await page.locator("img.full").bounding_box()
    text = await page.locator(".full-text").bounding_box()
    assert picture
    assert text
    assert picture["y"] + picture["height"] <= text["y"]
    assert text["y"] + text["height"] <= 844
    await expect(page.locator(".full-text")).to_have_text(ALT.strip())


async def test_two_fingers_zoom_in_and_out_around_their_place(bench: Bench, open_page: OpenPage) -> None:
    page = await open_board(bench, open_page)
    before = await page.locator("img.full").bounding_box()
    assert before
    at = (260, int(before["y"] + before["height"] / 2))
    await pinch(page, apart=(60, 240), at=at)
    await picture_of(page, "phone-picture-near")
    after = await page.locator("img.full").bounding_box()
    assert after
    assert after["width"] == pytest.approx(4 * 390, rel=0.02)
    assert (at[0] - after["x"]) / after["width"] == pytest.approx(260 / 390, abs=0.01)
    await pinch(page, apart=(240, 20), at=at)
    assert await page.evaluate(WIDTH) == 390
    assert await page.evaluate("visualViewport.scale") == 1


async def test_a_double_tap_zooms_in_and_another_out_and_single_taps_do_nothing(
    bench: Bench, open_page: OpenPage
) -> None:
    page = await open_board(bench, open_page)
    await page.touchscreen.tap(200, 400)
    await page.wait_for_timeout(500)
    await page.touchscreen.tap(200, 400)
    assert await page.evaluate(WIDTH) == 390
    await page.wait_for_timeout(500)
    for width in (1600, 390):
        await page.touchscreen.tap(200, 400)
        await page.touchscreen.tap(204, 402)
        await page.wait_for_function(f"Math.abs({WIDTH} - {width}) < 2")
        await page.wait_for_timeout(500)


async def test_the_button_zooms_for_whoever_has_no_fingers_free(bench: Bench, open_page: OpenPage) -> None:
    page = await open_board(bench, open_page)
    button = page.get_by_role("dialog").get_by_role("button", name="Zoom in")
    await button.tap()
    await expect(button).to_have_attribute("aria-pressed", "true")
    assert await page.evaluate(WIDTH) == pytest.approx(1600, abs=2)
    await page.get_by_role("dialog").get_by_role("button", name="Close").tap()
    await expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.usefixtures("bench")
async def test_the_box_to_write_in_has_a_scrollbar_only_when_it_can_grow_no_more(open_page: OpenPage) -> None:
    page = await open_page("ada", width=390, height=844)
    box = page.locator("#box")
    bar = "(box) => [box.offsetWidth - box.clientWidth, getComputedStyle(box).overflowY]"
    for text in ("", "One line", "A line that is too long for one row of a phone, and goes on and on"):
        await box.fill(text)
        assert await box.evaluate(bar) == [0, "hidden"]
    await picture_of(page, "phone-composer")
    await page.set_viewport_size({"width": 300, "height": 844})
    await expect(page.locator("body.narrow")).to_be_visible()
    await page.wait_for_function(
        "() => { const box = document.querySelector('#box'); return box.scrollHeight - box.clientHeight <= 1; }"
    )
    await box.fill("\n".join(["line"] * 20))
    assert (await box.evaluate(bar))[1] == "auto"
