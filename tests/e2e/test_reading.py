"""How a conversation reads: markdown as Discord shows it, one's own language, and staying with the newest message."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Page, Route, expect

from bot.local.driver import Bench
from tests.e2e.conftest import OpenPage, picture_of
from tests.e2e.test_page import go, type_command

pytestmark = pytest.mark.e2e
TO_THE_END = """() => {
    const { scrollHeight, scrollTop, clientHeight } = document.getElementById("scroll");
    return scrollHeight - scrollTop - clientHeight;
}"""
MARKDOWN = [
    ("**bold** and *italic* and _too_", "<p><strong>bold</strong> and <em>italic</em> and <em>too</em></p>"),
    ("***both***", "<p><strong><em>both</em></strong></p>"),
    ("__*under*__ ~~gone~~", "<p><u><em>under</em></u> <s>gone</s></p>"),
    ("**a *b* c**", "<p><strong>a <em>b</em> c</strong></p>"),
    ("2 * 3 * 4 snake_case_name", "<p>2 * 3 * 4 snake_case_name</p>"),
    (r"\*plain\* \_ \# \- \> \~", "<p>*plain* _ # - &gt; ~</p>"),
    ("`*code*` ``a`b``", "<p><code>*code*</code> <code>a`b</code></p>"),
    ("one\ntwo", "<p>one<br>two</p>"),
    ("one\n\ntwo", "<p>one</p><p>two</p>"),
    ("# One\n#none", '<div class="heading-1" role="heading" aria-level="2">One</div><p>#none</p>'),
    ("### Three", '<div class="heading-3" role="heading" aria-level="4">Three</div>'),
    ("-# fine *print*", '<p class="fine">fine <em>print</em></p>'),
    ("> one\n> two\nthree", "<blockquote><p>one<br>two</p></blockquote><p>three</p>"),
    (">not quoted", "<p>&gt;not quoted</p>"),
    (">>> all\nof it", "<blockquote><p>all<br>of it</p></blockquote>"),
    ("- a\n  - b\n- c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"),
    ("3. c\n4. d", '<ol start="3"><li>c</li><li>d</li></ol>'),
    ("text\n- a\nmore", "<p>text</p><ul><li>a</li></ul><p>more</p>"),
    ("```py\n**x**\n```", '<pre tabindex="0"><code>**x**</code></pre>'),
    ("5 < 6 & <b>", "<p>5 &lt; 6 &amp; &lt;b&gt;</p>"),
    ("[**here**](https://example.org/a_b)", None),
    ("<t:99999999999999999:R>", "<p>&lt;t:99999999999999999:R&gt;</p>"),
    ("<t:-99999999999999999> <t:" + "9" * 400 + ":D>", None),
    ("<https://example.org/> https://example.org/x.", None),
]


async def open_long(bench: Bench, open_page: OpenPage) -> Page:
    """A conversation that is longer than the screen."""
    for number in range(40):
        await bench.person("bo").say("trains", f"Line {number}")
    page = await open_page("ada")
    await go(page, "trains")
    await expect(page.locator(".message").last).to_be_in_viewport()
    return page


async def test_markdown_is_what_discord_makes_of_it(bench: Bench, open_page: OpenPage) -> None:
    page = await open_page("ada")
    made = await page.evaluate(
        """async (texts) => {
            const { markdown } = await import("/page/markdown.js");
            return texts.map((text) => {
                const box = document.createElement("div");
                box.append(...markdown(text, {}));
                return box.innerHTML;
            });
        }""",
        [text for text, _ in MARKDOWN],
    )
    wrong = [(text, html) for (text, wanted), html in zip(MARKDOWN, made, strict=True) if wanted not in (None, html)]
    assert wrong == []
    assert 'href="https://example.org/a_b"' in made[-4]
    assert "<strong>here</strong></a>" in made[-4]
    assert ">https://example.org/x</a>.</p>" in made[-1]
    assert bench.discord.api.unknown == []


async def test_a_pressed_command_fills_the_composer_and_waits(bench: Bench, open_page: OpenPage) -> None:
    hand = next(each for each in bench.world.commands.values() if each.name == "hand")
    claim = next(each for each in bench.world.commands.values() if each.name == "claim")
    await bench.person("bo").say("trains", f"</hand:{hand.id}> or </claim:{claim.id}>")
    page = await open_page("ada")
    await go(page, "trains")
    await page.get_by_role("button", name="/claim").click()
    await expect(page.locator("#composer label")).to_contain_text("route")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="/hand").click()
    await expect(page.locator("#composer")).to_contain_text("/hand")
    assert bench.person("ada").sees("trains")[-1].content.startswith("</hand")
    await page.keyboard.press("Enter")
    await expect(page.locator(".message.private")).to_contain_text("Your hand")


@pytest.mark.usefixtures("bench")
async def test_the_welcome_names_commands_that_can_be_pressed(open_page: OpenPage) -> None:
    page = await open_page("ada")
    await page.locator(".message").get_by_role("button", name="/game new").click()
    await expect(page.locator("#composer label").first).to_contain_text("title")


async def at_the_end(page: Page) -> None:
    """Once the page has drawn what has just come."""
    await page.wait_for_function(f"({TO_THE_END})() < 2")


async def test_the_newest_message_stays_in_view_while_one_writes(bench: Bench, open_page: OpenPage) -> None:
    page = await open_long(bench, open_page)
    await page.locator("#box").fill("/game new title:usa")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Run")).to_be_visible()
    await at_the_end(page)
    await bench.person("bo").say("trains", "Hurry up")
    await expect(page.locator(".message").last).to_contain_text("Hurry up")
    await at_the_end(page)
    await page.set_viewport_size({"width": 1280, "height": 500})
    await asyncio.sleep(0.2)  # until nothing moves any more
    await at_the_end(page)


async def test_a_picture_that_comes_late_moves_nothing_away(bench: Bench, open_page: OpenPage) -> None:
    page = await open_long(bench, open_page)
    shown = asyncio.Event()

    async def later(route: Route) -> None:
        await shown.wait()
        await route.continue_()

    await page.route("**/attachments/**", later)
    await type_command(page, "/games")
    await expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    shown.set()
    while not await page.evaluate("[...document.querySelectorAll('.message img')].every((each) => each.complete)"):
        await asyncio.sleep(0.1)
    await asyncio.sleep(0.2)
    await at_the_end(page)


async def test_whoever_reads_further_up_is_left_there_and_told(bench: Bench, open_page: OpenPage) -> None:
    page = await open_long(bench, open_page)
    await page.evaluate("document.getElementById('scroll').scrollTop = 200")
    await expect(page.locator(".message", has_text="Line 39")).not_to_be_in_viewport()
    await bench.person("bo").say("trains", "Down here")
    newest = page.get_by_role("button", name="Newest messages")
    await expect(newest).to_be_visible()
    assert await page.evaluate("document.getElementById('scroll').scrollTop") == 200
    await picture_of(page, "further-up")
    await newest.click()
    await expect(page.locator(".message", has_text="Down here")).to_be_in_viewport()
    await expect(newest).to_be_hidden()


async def test_a_late_reply_to_the_first_button_does_not_hide_that_nobody_answered(
    bench: Bench, open_page: OpenPage
) -> None:
    bench.faults.slow("POST", "/interactions/*/*/callback", 30, after=False, times=5)
    page = await open_page("ada")
    told = asyncio.Event()

    async def later(route: Route) -> None:
        response = await route.fetch()
        await told.wait()
        await route.fulfill(response=response)

    await page.route("**/page/do/press", later)
    await page.get_by_role("button", name="Play now against a robot").click()
    await expect(page.locator(".message [aria-busy=true]")).to_be_visible()
    await asyncio.sleep(0.3)
    await bench.advance(3.5)
    await expect(page.locator(".message .failed")).to_be_visible()
    told.set()
    await expect(page.locator("#place h1")).to_have_text("#trains")
    await expect(page.locator("#pending")).to_contain_text("did not respond")
    bench.faults.clear()


async def test_symbols_of_the_bot_are_drawn_by_the_page(bench: Bench, open_page: OpenPage) -> None:
    await bench.person("bo").say("trains", "💡 Two cards, or one route")
    page = await open_page("ada")
    await go(page, "trains")
    text = page.locator(".message .text").last
    await expect(text.get_by_role("img", name="💡")).to_be_visible()
    await expect(text).to_have_text("Two cards, or one route")


async def test_an_answer_to_oneself_is_shown_wherever_one_reads(bench: Bench, open_page: OpenPage) -> None:
    page = await open_long(bench, open_page)
    await page.evaluate("document.getElementById('scroll').scrollTop = 200")
    await expect(page.locator(".message", has_text="Line 39")).not_to_be_in_viewport()
    await type_command(page, "/hand")
    await expect(page.locator(".message.private")).to_be_in_viewport()
    await at_the_end(page)


@pytest.mark.usefixtures("bench")
async def test_what_was_there_on_the_first_day_speaks_the_readers_language(open_page: OpenPage) -> None:
    page = await open_page("cyd")
    await expect(page.get_by_role("heading", name="Witaj w Semaforze")).to_be_visible()
    await expect(page.locator("#place")).to_contain_text("Zacznij tutaj")
    await page.get_by_role("button", name="Ustawienia").click()
    await page.get_by_label("English").check()
    await expect(page.get_by_role("heading", name="Welcome to Semafor")).to_be_visible()
    await expect(page.get_by_role("button", name="Play now against a robot")).to_be_visible()
    await expect(page.locator("#place")).to_contain_text("Start here")


async def test_earlier_messages_come_when_asked_for_and_leave_one_where_one_was(
    bench: Bench, open_page: OpenPage
) -> None:
    for number in range(120):
        await bench.person("bo").say("trains", f"Line {number}")
    page = await open_page("ada")
    await go(page, "trains")
    await expect(page.locator(".message")).to_have_count(50)
    earlier = page.get_by_role("button", name="Show earlier messages")
    await earlier.click()
    await expect(page.locator(".message")).to_have_count(100)
    await expect(page.locator(".message", has_text="Line 70")).to_be_in_viewport()
    await earlier.click()
    await expect(page.locator(".message")).to_have_count(120)
    await expect(page.locator("#before")).to_contain_text("This is where #trains begins.")
    await expect(page.locator(".message").first).to_contain_text("Line 0")


async def test_a_long_evening_does_not_make_the_page_longer_and_longer(bench: Bench, open_page: OpenPage) -> None:
    page = await open_page("ada")
    await go(page, "trains")
    for number in range(205):
        await bench.person("bo").say("trains", f"Line {number}")
    await expect(page.locator(".message").last).to_contain_text("Line 204")
    assert await page.locator(".message").count() <= 200
    await page.get_by_role("button", name="Show earlier messages").click()
    await expect(page.locator(".message").first).not_to_contain_text("Line 10")
    shown = await page.locator(".message .text").all_inner_texts()
    numbers = [int(each.removeprefix("Line ")) for each in shown]
    assert numbers == list(range(numbers[0], 205))


async def test_a_time_beyond_every_calendar_leaves_the_channel_readable(bench: Bench, open_page: OpenPage) -> None:
    await bench.person("bo").say("trains", "Before")
    await bench.person("bo").say("trains", "Until <t:99999999999999999:R> and <t:-99999999999999999:F>")
    await bench.person("bo").say("trains", "After")
    page = await open_page("ada")
    await go(page, "trains")
    for line in ("Before", "Until <t:99999999999999999:R> and <t:-99999999999999999:F>", "After"):
        await expect(page.locator(".message", has_text=line)).to_be_visible()


async def test_a_message_that_cannot_be_drawn_costs_nobody_the_others(bench: Bench, open_page: OpenPage) -> None:
    for line in ("Before", "Odd", "After"):
        await bench.person("bo").say("trains", line)

    async def spoil(route: Route) -> None:
        response = await route.fetch()
        body = await response.json()
        for message in body["messages"]:
            if message["content"] == "Odd":
                message["mentions"] = None
        await route.fulfill(response=response, json=body)

    page = await open_page("ada")
    await page.route("**/page/messages*", spoil)
    await go(page, "trains")
    await expect(page.locator("#messages .notice")).to_contain_text("Odd")
    for line in ("Before", "After"):
        await expect(page.locator(".message", has_text=line)).to_be_visible()
    await page.locator("#box").fill("Still writing")
    await page.keyboard.press("Enter")
    await expect(page.locator(".message").last).to_contain_text("Still writing")


async def test_what_changes_while_a_channel_is_being_fetched_is_not_overwritten(
    bench: Bench, open_page: OpenPage
) -> None:
    bo = bench.person("bo")
    await bo.say("trains", "Answered")
    doomed = await bo.say("trains", "Doomed")
    panel = await (await bo.slash("trains", "game new", title="usa")).settled()
    page = await open_page("ada")
    await go(page, "slow-line")

    async def answer_late(route: Route) -> None:
        response = await route.fetch()  # the answer is made now, and arrives after what happens next
        bench.delete_message(doomed)
        await bo.click(panel, label="Count")
        await bo.say("slow-line", "All heard")
        await expect(page.locator("#side .station", has_text="slow-line").first).to_have_class(re.compile("unread"))
        await route.fulfill(response=response)

    await page.route("**/page/messages*", answer_late, times=1)
    await go(page, "trains")
    await expect(page.locator(".message", has_text="Answered")).to_be_visible()
    await expect(page.locator(f"#m{panel.id}")).to_contain_text("Count is 1")
    await expect(page.locator(".message", has_text="Doomed")).to_have_count(0)


@pytest.mark.usefixtures("bench")
async def test_a_refusal_is_said_in_the_readers_language(open_page: OpenPage) -> None:
    page = await open_page("cyd")
    await go(page, "trains")
    await type_command(page, "/game new")
    await page.get_by_role("button", name="Wykonaj").click()
    await expect(page.locator("#composer [role=alert]")).to_have_text("To się nie udało: brakuje: „title”.")
    refused = {"refused": {"message": "Something new", "code": 99999}}
    await page.route("**/use", lambda route: route.fulfill(json=refused), times=1)
    await page.get_by_role("button", name="Wykonaj").click()
    await expect(page.locator("#composer [role=alert]")).to_have_text("To się nie udało; nic się nie zmieniło.")
