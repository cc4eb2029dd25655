"""What somebody does on the page, done by a real browser."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Page, expect

from bot.local.driver import Bench
from bot.local.world import commands
from tests.e2e.conftest import OpenPage, picture_of

pytestmark = pytest.mark.e2e


async def go(page: Page, channel: str) -> None:
    await page.locator("#side .station", has_text=channel).first.click()
    await expect(page.locator("#place h1")).to_contain_text(channel)


async def type_command(page: Page, text: str) -> None:
    """Type it and take the first offer."""
    await page.locator("#box").fill(text)
    await expect(page.locator(".command").first).to_be_visible()
    await page.keyboard.press("Enter")


async def test_the_first_button_opens_a_game(bench: Bench, open_page: OpenPage) -> None:
    page = await open_page("ada")
    await expect(page.get_by_role("heading", name="Welcome to Semafor")).to_be_visible()
    await picture_of(page, "welcome")
    await page.get_by_role("button", name="Play now against a robot").click()
    await expect(page.locator("#place h1")).to_have_text("#trains")
    await expect(page.locator(".message").last).to_contain_text("usa for 2, 1 robots")
    assert bench.public("trains")[-1].content == "usa for 2, 1 robots"


async def test_the_first_button_says_when_there_is_no_bot(open_page: OpenPage) -> None:
    page = await open_page("ada")
    await page.get_by_role("button", name="Play now against a robot").click()
    await expect(page.locator(".message .failed")).to_contain_text("not registered its commands")


async def test_a_command_is_chosen_filled_in_and_run_by_keyboard_alone(bench: Bench, open_page: OpenPage) -> None:
    page = await open_page("ada")
    await go(page, "trains")
    await page.keyboard.press("Escape")
    await page.keyboard.press("/")
    await page.keyboard.type("clai")
    await expect(page.locator(".command[aria-selected=true]")).to_contain_text("/claim")
    await page.keyboard.press("Enter")
    await page.keyboard.type("de")
    await expect(page.locator(".choices .option")).to_have_text(["Denver"])
    await picture_of(page, "autocomplete")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.locator(".message").last).to_contain_text("denver for None")
    await expect(page.locator(".origin").last).to_contain_text("Ada used /claim")
    assert bench.public("trains")[-1].content == "denver for None"


@pytest.mark.usefixtures("bench")
async def test_the_way_back_leads_to_the_channel_before(open_page: OpenPage) -> None:
    page = await open_page("bo")
    await go(page, "trains")
    await go(page, "slow-line")
    await page.go_back()
    await expect(page.locator("#place h1")).to_have_text("#trains")
    await page.go_back()
    await expect(page.locator("#place h1")).to_have_text("#welcome")
    await page.go_forward()
    await expect(page.locator("#place h1")).to_have_text("#trains")
    await page.reload()
    await expect(page.locator("#place h1")).to_have_text("#trains")


@pytest.mark.usefixtures("bench")
async def test_typed_options_are_taken_over(open_page: OpenPage) -> None:
    page = await open_page("bo")
    await go(page, "trains")
    await type_command(page, "/game new title:usa seats:4")
    await expect(page.locator("#composer .menu")).to_contain_text("USA")
    await page.get_by_role("button", name="Run").click()
    await expect(page.locator(".message").last).to_contain_text("usa for 4, 0 robots")


@pytest.mark.usefixtures("bench")
async def test_buttons_menus_and_modals_work(open_page: OpenPage) -> None:
    page = await open_page("ada")
    await go(page, "trains")
    await type_command(page, "/game new title:metro")
    await page.get_by_role("button", name="Run").click()
    message = page.locator(".message").last
    await message.get_by_role("button", name="Count").click()
    await expect(message).to_contain_text("Count is")
    await message.locator(".menu").click()
    await page.get_by_role("option", name="Red").click()
    await page.get_by_role("option", name="Green").click()
    await picture_of(page, "menu")
    await page.get_by_role("button", name="Done").click()
    await expect(message).to_contain_text("Chosen: red, green")
    await message.get_by_role("button", name="Name").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Name").fill("Night train")
    await dialog.locator(".menu").click()
    await page.get_by_role("option", name="Brisk").click()
    await picture_of(page, "modal")
    await dialog.get_by_role("button", name="Submit").click()
    await expect(page.locator(".message.private").last).to_contain_text("Named Night train, Brisk")
    await page.locator(".message.private").last.get_by_role("button", name="Dismiss").click()
    await expect(page.locator(".message.private")).to_have_count(0)


async def test_a_private_answer_is_on_one_screen_only(bench: Bench, open_page: OpenPage) -> None:
    ada, bo = await open_page("ada"), await open_page("bo")
    for page in (ada, bo):
        await go(page, "trains")
    await type_command(ada, "/hand")
    await expect(ada.locator(".message.private")).to_contain_text("Only you can see this")
    await bench.person("cyd").say("trains", "Hello all")
    await expect(bo.locator(".message").last).to_contain_text("Hello all")
    await expect(bo.locator(".message.private")).to_have_count(0)
    assert "Your hand" not in await bo.content()


async def test_no_answer_is_said_so(bench: Bench, open_page: OpenPage) -> None:
    page = await open_page("ada")
    await go(page, "trains")
    await type_command(page, "/sleep")
    await expect(page.locator("#pending")).to_contain_text("Sending /sleep")
    await bench.advance(3.5)
    await expect(page.locator("#pending")).to_contain_text("did not respond")
    await page.get_by_role("button", name="Dismiss").click()
    message = await (await bench.person("bo").slash("trains", "game new", title="usa")).settled()
    await page.locator(f"#m{message.id}").get_by_role("button", name="Silent").click()
    await asyncio.sleep(0.2)
    await bench.advance(3.5)
    await expect(page.locator(f"#m{message.id} .failed")).to_contain_text("did not respond")


async def test_thinking_is_shown_until_the_answer_comes(bench: Bench, open_page: OpenPage) -> None:
    bench.faults.slow("PATCH", "/webhooks/*/*/messages/@original", 0.6, after=False)
    page = await open_page("ada")
    await go(page, "trains")
    await type_command(page, "/game new title:usa")
    await page.get_by_role("button", name="Run").click()
    await expect(page.locator(".thinking")).to_contain_text("Semafor is thinking")
    await expect(page.locator(".message").last).to_contain_text("usa for 2")
    await expect(page.locator(".thinking")).to_have_count(0)


async def test_mentions_mark_the_channel_and_the_person(bench: Bench, open_page: OpenPage) -> None:
    page = await open_page("ada")
    ada, bo = bench.person("ada"), bench.person("bo")
    await bo.say("slow-line", f"{ada.mention} your turn")
    await ada.say("slow-line", f"{bo.mention} and yours")
    await expect(page.locator("#side .station", has_text="slow-line").locator(".badge")).to_have_text("1")
    await expect(page.locator(".person", has_text="Bo").locator(".badge")).to_have_text("1")
    await go(page, "slow-line")
    await expect(page.locator("#side .station", has_text="slow-line").locator(".badge")).to_have_count(0)
    await expect(page.locator(".message.calls")).to_contain_text("your turn")


async def test_direct_messages_threads_and_pictures(bench: Bench, open_page: OpenPage) -> None:
    page = await open_page("ada")
    await bench.person("ada").slash("trains", "write")
    await page.locator(".letters .station", has_text="Semafor").click()
    await expect(page.locator(".message").last).to_contain_text("A letter for you")
    await bench.person("ada").slash("trains", "thread", name="USA #12")
    await page.locator(".branch .station", has_text="USA #12").click()
    await expect(page.locator(".message").last).to_contain_text("Welcome, @Ada")
    await bench.person("ada").slash("trains", "games")
    await go(page, "trains")
    await expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    await page.get_by_role("button", name="The board of USA #12").click()
    await expect(page.locator("dialog img.full")).to_have_attribute("alt", "The board of USA #12")
    await picture_of(page, "picture")
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog")).to_have_count(0)


async def test_another_person_another_language(bench: Bench, open_page: OpenPage) -> None:
    page = await open_page("ada")
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_label("Polski").check()
    await expect(page.get_by_role("heading", name="Witaj w Semaforze")).to_be_visible()
    assert bench.person("ada").person.user.locale == "pl"
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Bo", exact=True).first.click()
    await expect(page.get_by_role("heading", name="Welcome to Semafor")).to_be_visible()
    await page.reload()
    await expect(page.locator(".person[aria-pressed=true]")).to_contain_text("Bo")


async def test_markdown_is_shown_and_nothing_in_it_runs(bench: Bench, open_page: OpenPage) -> None:
    ada, bo = bench.person("ada"), bench.person("bo")
    hand = next(each for each in bench.world.commands.values() if each.name == "hand")
    soon = int(bench.world.clock()) + 7200
    lines = [
        "# Title",
        "**bold** *italic* __under__ ~~gone~~ `code` ||hidden|| [site](https://example.org/a)",
        "- one",
        "  - deeper",
        "1. first",
        "> quoted",
        f"{ada.mention} <#{bench.channel('slow-line').id}> </hand:{hand.id}> <t:0:D> <t:{soon}:R>",
        "<img src=x onerror=alert(1)> snake_case_name 2 * 3 * 4",
        "```",
        "**not bold**",
        "```",
        f"https://discord.com/channels/1/{bench.channel('trains').id}",
    ]
    await bo.say("welcome", "\n".join(lines))
    page = await open_page("ada")
    text = page.locator(".message", has_text="snake_case").locator(".text")
    await expect(text.get_by_role("heading", name="Title")).to_be_visible()
    shown = {"strong": "bold", "u": "under", "s": "gone", "blockquote": "quoted", "pre": "**not bold**"}
    for tag, words in shown.items():
        await expect(text.locator(tag)).to_have_text(words)
    await expect(text.locator("em")).to_have_text(["italic"])
    await expect(text.locator("ul ul li")).to_have_text("deeper")
    await expect(text.locator("ol li")).to_have_text("first")
    await expect(text).to_contain_text("<img src=x onerror=alert(1)> snake_case_name 2 * 3 * 4")
    await expect(text).to_contain_text("in 2 hours")
    await expect(text.locator("img")).to_have_count(0)
    await expect(text.locator("a")).to_have_attribute("rel", "noopener noreferrer")
    await picture_of(page, "markdown")
    await text.get_by_role("button", name="#trains").click()
    await expect(page.locator("#place h1")).to_have_text("#trains")


async def test_polish_names_of_commands_are_shown_and_found(bench: Bench, open_page: OpenPage) -> None:
    polish = {"name_localizations": {"pl": "ręka"}, "description_localizations": {"pl": "Twoje karty"}}
    commands.replace_all(bench.world, None, [{"name": "hand", "description": "Your hand", **polish}])
    page = await open_page("cyd")
    await go(page, "trains")
    await page.locator("#box").fill("/rek")
    await expect(page.locator(".command")).to_have_text("/ręka Twoje karty")
    await page.keyboard.press("Enter")
    await expect(page.locator(".origin")).to_contain_text("Cyd używa /ręka")


async def test_two_people_side_by_side(bench: Bench, open_page: OpenPage) -> None:
    page = await open_page("ada")
    await page.get_by_role("button", name="Side by side").click()
    second = page.frame_locator("#second")
    await expect(second.locator(".person[aria-pressed=true]")).to_contain_text("Bo")
    await second.locator("#menu").click()
    await second.locator("#side .station", has_text="trains").click()
    await page.locator("#menu").click()
    await page.locator("#side .station", has_text="trains").click()
    await page.locator("#box").fill("Hello Bo")
    await page.keyboard.press("Enter")
    await expect(second.locator(".message").last).to_contain_text("Hello Bo")
    await (await bench.person("ada").slash("trains", "game new", title="usa")).settled()
    await picture_of(page, "side-by-side")


@pytest.mark.parametrize(
    ("name", "width", "dark"), [("phone", 390, False), ("dark", 1280, True), ("phone-dark", 390, True)]
)
async def test_it_fits_a_phone_and_the_dark(
    bench: Bench, open_page: OpenPage, name: str, width: int, dark: bool
) -> None:
    ada = bench.person("ada")
    await (await ada.slash("trains", "game new", title="usa", seats=3)).settled()
    await ada.slash("trains", "games")
    await ada.slash("trains", "hand")
    page = await open_page("ada", width=width, height=844, dark=dark)
    if width < 500:
        await page.get_by_role("button", name="Channels and people").click()
    await go(page, "trains")
    await expect(page.locator(".message.private")).to_be_visible()
    await picture_of(page, name)
    wide = await page.evaluate(
        """() => {
            const scroll = document.getElementById("scroll");
            return document.documentElement.scrollWidth > innerWidth || scroll.scrollWidth > scroll.clientWidth;
        }"""
    )
    assert not wide, "nothing may stick out sideways"


async def test_a_restart_of_the_server_is_survived(bench: Bench, open_page: OpenPage) -> None:
    page = await open_page("ada")
    await type_command(page, "/game new title:usa")
    for watcher in list(bench.discord.page.watchers):
        await watcher.socket.close()
    await bench.person("bo").say("welcome", "Still here")
    await expect(page.locator(".message").last).to_contain_text("Still here")
    await expect(page.locator("#lost")).to_be_hidden()
    await expect(page.locator("#composer .menu")).to_contain_text("USA")


async def test_the_keyboard_stays_where_it_is_when_a_message_changes(bench: Bench, open_page: OpenPage) -> None:
    message = await (await bench.person("ada").slash("trains", "game new", title="usa")).settled()
    page = await open_page("ada")
    await go(page, "trains")
    focused = "document.activeElement.dataset.customId"
    await page.get_by_role("button", name="Count").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(f"#m{message.id}")).to_contain_text("Count is")
    assert await page.evaluate(focused) == "count"
    await page.locator(f"#m{message.id} .menu").focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press(" ")
    await expect(page.get_by_role("option", name="Blue")).to_have_attribute("aria-selected", "true")
    await page.get_by_role("button", name="Done").press("Enter")
    await expect(page.locator(f"#m{message.id}")).to_contain_text("Chosen: blue")
    assert await page.evaluate(focused) == "colour"


async def test_every_control_has_a_name(bench: Bench, open_page: OpenPage) -> None:
    ada = bench.person("ada")
    await (await ada.slash("trains", "game new", title="usa")).settled()
    await ada.slash("trains", "games")
    page = await open_page("ada")
    await go(page, "trains")
    nameless = await page.evaluate(
        """() => [...document.querySelectorAll("button, input, textarea, a, img, [role=listbox], iframe")]
            .filter((each) => !each.hidden && !each.closest("[hidden]"))
            .filter((each) => !(each.getAttribute("aria-label") || each.textContent.trim() || each.title
                || each.labels?.length || each.hasAttribute("alt")))
            .map((each) => each.outerHTML.slice(0, 120))"""
    )
    assert nameless == []
    assert await page.locator("#log").get_attribute("role") == "log"
