"""The page without a mouse: what has the keyboard keeps it, and everything can be reached."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from bot.local.driver import Bench
from tests.e2e.conftest import OpenPage
from tests.e2e.test_page import go

pytestmark = pytest.mark.e2e


async def focused(page: Page) -> str:
    words: str = await page.evaluate("document.activeElement.innerText || document.activeElement.id")
    return words.split("\n")[-1]


async def test_the_list_of_channels_keeps_the_keyboard(bench: Bench, open_page: OpenPage) -> None:
    page = await open_page("ada")
    await page.locator("#side .station", has_text="trains").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("#place h1")).to_have_text("#trains")
    assert await focused(page) == "trains"
    await bench.person("bo").say("slow-line", f"{bench.person('ada').mention} hello")
    await expect(page.locator("#side .badge")).to_have_text("1")
    assert await focused(page) == "trains"
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.locator("#place h1")).to_have_text("#slow-line")


@pytest.mark.usefixtures("bench")
async def test_the_switch_between_people_keeps_the_keyboard(open_page: OpenPage) -> None:
    page = await open_page("ada")
    await page.locator(".person", has_text="Bo").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(".person[aria-pressed=true]")).to_contain_text("Bo")
    assert await focused(page) == "Bo"
    await page.keyboard.press("Tab")
    assert await focused(page) == "Cyd"


@pytest.mark.usefixtures("bench")
async def test_the_first_stop_leads_to_the_conversation(open_page: OpenPage) -> None:
    page = await open_page("ada")
    await page.keyboard.press("Tab")
    assert await focused(page) == "Skip to the conversation"
    await page.keyboard.press("Enter")
    await expect(page.locator("#pending")).to_be_empty()
    await expect(page.locator("#place h1")).to_have_text("#welcome")
    assert await page.evaluate("document.activeElement.id") == "scroll"
    await page.keyboard.press("Tab")
    assert await page.evaluate("Boolean(document.activeElement.closest('#messages'))")


async def test_an_option_that_can_be_left_out_can_be_typed_at_once(bench: Bench, open_page: OpenPage) -> None:
    await bench.person("bo").say("trains", "Hello")
    page = await open_page("ada")
    await go(page, "trains")
    await page.keyboard.press("/")
    await page.keyboard.type("find")
    await expect(page.locator(".command")).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.keyboard.type("de")
    await expect(page.locator(".choices .option")).to_have_text(["Denver"])
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.locator(".message").last).to_contain_text("Found: denver")
    await page.keyboard.type("/find")
    await page.keyboard.press("Enter")
    await expect(page.locator(".choices .option").first).to_be_visible()
    await page.keyboard.press("Enter")
    await expect(page.locator(".message").last).to_contain_text("Found: None")


@pytest.mark.usefixtures("bench")
async def test_a_command_that_is_not_taken_is_still_there(open_page: OpenPage) -> None:
    page = await open_page("ada")
    await go(page, "trains")
    await page.route("**/use", lambda route: route.fulfill(json={"refused": {"message": "Not now."}}), times=1)
    await page.keyboard.press("/")
    await page.keyboard.type("find")
    await expect(page.locator(".command")).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.keyboard.type("nowhere")
    await page.locator("#composer").get_by_role("button", name="Run").click()
    await expect(page.locator("#composer [role=alert]")).to_contain_text("Not now.")
    await expect(page.locator("#composer input")).to_have_value("nowhere")
    await page.locator("#composer").get_by_role("button", name="Run").click()
    await expect(page.locator(".message").last).to_contain_text("Found: nowhere")


async def test_a_picture_is_enlarged_and_put_away(bench: Bench, open_page: OpenPage) -> None:
    await bench.person("ada").slash("trains", "games")
    page = await open_page("ada")
    await go(page, "trains")
    opener = page.get_by_role("button", name="The board of USA #12")
    await opener.focus()
    await page.keyboard.press("Enter")
    whole = page.get_by_role("dialog").get_by_role("button", name="Zoom in")
    await expect(whole).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(whole).to_have_attribute("aria-pressed", "true")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(opener).to_be_focused()


async def test_several_choices_are_ticked_by_keys_and_too_few_are_not_sent(bench: Bench, open_page: OpenPage) -> None:
    message = await (await bench.person("ada").slash("trains", "game new", title="usa")).settled()
    page = await open_page("ada")
    await go(page, "trains")
    await page.locator(f"#m{message.id} .menu").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Done")).to_be_disabled()
    await page.keyboard.type("g")
    await page.keyboard.press(" ")
    await page.keyboard.press("Home")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("option", selected=True)).to_have_text(["Red", "Green"])
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="Done")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator(f"#m{message.id}")).to_contain_text("Chosen: green, red")
