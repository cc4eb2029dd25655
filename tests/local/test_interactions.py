"""Every way of answering an interaction, and the deadlines."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.local.driver import Bench, words
from bot.local.server import LocalDiscord
from bot.local.world import interactions, payload
from bot.local.world.errors import ApiRefusal, InvalidForm
from tests.local.conftest import running
from tests.local.sample_bot import SampleBot, picture


async def test_autocomplete_offers_what_fits(bench: Bench) -> None:
    choices = await bench.person("ada").autocomplete("trains", "claim", "route", "d")
    assert [each["name"] for each in choices] == ["Duluth", "Denver", "Dallas"]


async def test_a_click_updates_the_message(bench: Bench) -> None:
    ada, bo = bench.person("ada"), bench.person("bo")
    opened = await ada.slash("trains", "game new", title="usa")
    message = await opened.settled()
    clicked = await bo.click(message, label="Count")
    assert clicked.message is message
    assert message.content.startswith("Count is ")
    assert message.attachments, "an edit without attachments keeps the picture"


async def test_a_menu_hands_over_the_values(bench: Bench) -> None:
    ada = bench.person("ada")
    message = await (await ada.slash("trains", "game new", title="usa")).settled()
    await ada.select(message, "red", "green")
    assert message.content == "Chosen: red, green"
    with pytest.raises(InvalidForm):
        await ada.select(message, "red", "green", "blue")
    with pytest.raises(InvalidForm):
        await ada.select(message, "purple")


async def test_defer_and_edit_replaces_the_picture(bench: Bench) -> None:
    ada = bench.person("ada")
    message = await (await ada.slash("trains", "game new", title="usa")).settled()
    result = await ada.click(message, label="Slow")
    assert result.deferred
    await bench.until(lambda: message.content == "Slow is done")
    assert [each.filename for each in message.attachments] == ["slow.png"]


async def test_an_ephemeral_answer_is_seen_by_one_person(bench: Bench) -> None:
    ada, bo = bench.person("ada"), bench.person("bo")
    result = await ada.slash("trains", "hand")
    assert result.ephemeral
    assert result.message in ada.sees("trains")
    assert result.message not in bo.sees("trains")
    with pytest.raises(ApiRefusal) as refused:
        await bo.click(result.message, label="Count")
    assert refused.value.code == 10008


async def test_an_ephemeral_panel_is_edited_by_its_click(bench: Bench) -> None:
    ada = bench.person("ada")
    result = await ada.slash("trains", "hand")
    clicked = await ada.click(result.message, label="Count")
    assert clicked.message is result.message
    assert clicked.message.content.startswith("Count is")
    assert clicked.ephemeral


async def test_an_ephemeral_message_cannot_be_edited_through_its_channel(bench: Bench, bot: SampleBot) -> None:
    result = await bench.person("ada").slash("trains", "hand")
    channel = bot.get_partial_messageable(result.interaction.channel_id)
    with pytest.raises(discord.NotFound) as refused:
        await channel.get_partial_message(result.message.id).edit(content="x")
    assert refused.value.code == 10008


async def test_a_modal_is_filled_in_and_answered(bench: Bench) -> None:
    ada = bench.person("ada")
    message = await (await ada.slash("trains", "game new", title="usa")).settled()
    opened = await ada.click(message, label="Name")
    assert opened.modal
    assert opened.modal["title"] == "A name for the table"
    with pytest.raises(InvalidForm):
        await ada.submit_modal(opened, {"Name": "x" * 33, "Speed": ["Slow"]})
    answered = await ada.submit_modal(opened, {"Name": "Night train", "Speed": ["Brisk"]})
    assert answered.message.content == "Named Night train, Brisk"
    assert answered.ephemeral


async def test_a_follow_up_takes_the_place_of_thinking(bench: Bench) -> None:
    ada = bench.person("ada")
    result = await ada.slash("trains", "write")
    message = await result.settled()
    assert message.content == "Sent"
    assert message.is_ephemeral
    assert result.follow_ups == []
    letter = await ada.next_message(fits=lambda message: "letter" in message.content)
    assert ada.dms() == [letter]
    assert letter.content == "A letter for you"
    clicked = await ada.click(letter, label="Count")
    assert clicked.message.content.startswith("Count is")


async def test_closed_dms_are_refused(bench: Bench) -> None:
    ada = bench.person("ada")
    ada.close_dms()
    message = await (await ada.slash("trains", "write")).settled()
    assert message.content == "Refused: 50007"


async def test_a_layout_message_hides_the_picture_it_shows(bench: Bench, local: LocalDiscord) -> None:
    result = await bench.person("ada").slash("trains", "games")
    assert "Your games" in words(result.message)
    shown = payload.message(local.world, result.message)
    assert shown["attachments"] == []
    item = shown["components"][0]["components"][3]["items"][0]
    assert item["media"]["url"].startswith(local.url)
    assert (item["media"]["width"], item["media"]["height"]) == (120, 80)
    assert item["description"] == "The board of USA #12"


async def test_a_bot_that_does_not_answer_has_failed_after_three_seconds(bench: Bench) -> None:
    ada = bench.person("ada")
    begun = asyncio.create_task(ada.slash("trains", "sleep"))
    await asyncio.sleep(0.05)
    assert not begun.done()
    await bench.advance(3.1)
    result = await begun
    assert result.failed
    assert not result.acknowledged


class Answering(discord.Client):
    """Does with an interaction whatever the test says."""

    def __init__(self, answer: Any) -> None:
        super().__init__(intents=discord.Intents.none(), guild_ready_timeout=0.01)
        self.answer = answer
        self.outcome: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        try:
            self.outcome.set_result(await self.answer(interaction))
        except discord.HTTPException as refused:
            self.outcome.set_result(refused.code)


async def answered_with(local: LocalDiscord, answer: Any) -> Any:
    """What became of `answer` to a click by Ada."""
    bench = Bench(local)
    async with running(client := Answering(answer), local):
        channel = client.get_partial_messageable(bench.channel("trains").id)
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="Count", custom_id="count"))
        sent = await channel.send("Panel", view=view)
        await bench.person("ada").click(local.world.message(sent.channel.id, sent.id), label="Count", wait=False)
        return await asyncio.wait_for(client.outcome, 10)


async def test_a_second_acknowledgement_is_refused(local: LocalDiscord) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        interaction.response._response_type = None  # discord.py would stop it itself
        await interaction.response.send_message("again")

    assert await answered_with(local, answer) == 40060


async def test_a_late_acknowledgement_is_refused(local: LocalDiscord) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        await local.advance(3.5)
        await interaction.response.defer()

    assert await answered_with(local, answer) == 10062


async def test_a_follow_up_before_the_answer_is_refused(local: LocalDiscord) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        await interaction.followup.send("too early")

    assert await answered_with(local, answer) == 10015


async def test_the_token_dies_after_fifteen_minutes(local: LocalDiscord) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("hello", ephemeral=True)
        await local.advance(16 * 60)
        await interaction.edit_original_response(content="too late")

    assert await answered_with(local, answer) == 50027


async def test_the_token_edits_reads_and_deletes_its_messages(local: LocalDiscord) -> None:
    async def answer(interaction: discord.Interaction) -> list[str]:
        await interaction.response.send_message("first", ephemeral=True)
        second = await interaction.followup.send("second", wait=True, ephemeral=True, file=picture())
        await second.edit(content="second, edited", attachments=[])
        first = await interaction.original_response()
        await interaction.edit_original_response(content="first, edited")
        await interaction.delete_original_response()
        return [first.content, (await interaction.followup.fetch_message(second.id)).content]

    assert await answered_with(local, answer) == ["first", "second, edited"]


async def test_a_callback_tells_the_message_it_made(local: LocalDiscord) -> None:
    async def answer(interaction: discord.Interaction) -> Any:
        response = await interaction.response.send_message("hello")
        assert isinstance(response.resource, discord.InteractionMessage)
        return response.message_id == response.resource.id, response.is_ephemeral(), response.resource.content

    assert await answered_with(local, answer) == (True, False, "hello")


async def test_autocomplete_cannot_offer_more_than_25(local: LocalDiscord) -> None:
    async with running(client := SampleBot(), local):
        ada = Bench(local).person("ada")
        begun = ada.person.ask_choices(Bench(local).channel("trains"), "claim", {"route": "zz"}, "route")
        await asyncio.sleep(0.1)
        assert begun.choices == []
        second = ada.person.ask_choices(Bench(local).channel("trains"), "claim", {"route": "zz"}, "route")
        body = {"type": 8, "data": {"choices": [{"name": str(n), "value": str(n)} for n in range(26)]}}
        with pytest.raises(InvalidForm):
            interactions.respond(local.world, second.id, second.token, body, [])
        assert client.is_ready()


async def test_the_readers_language_comes_with_the_interaction(bench: Bench) -> None:
    cyd, bo = bench.person("cyd"), bench.person("bo")
    result = await cyd.slash("trains", "who", member=bo)
    assert result.message.content == "Bo pl en-US"
    cyd.speak("en-GB")
    assert (await cyd.slash("trains", "who", member=cyd)).message.content == "Cyd en-GB en-US"


async def test_options_are_checked_before_anything_is_sent(bench: Bench) -> None:
    ada = bench.person("ada")
    for wrong in ({}, {"title": "chess"}, {"title": "usa", "seats": 9}, {"title": "usa", "colour": "red"}):
        with pytest.raises(InvalidForm):
            await ada.slash("trains", "game new", **wrong)
    with pytest.raises(ApiRefusal):
        await ada.slash("trains", "game old")


async def test_people_and_channels_are_picked_from_menus_and_modals(bench: Bench) -> None:
    ada, bo, cyd = (bench.person(name) for name in ("ada", "bo", "cyd"))
    message = (await ada.slash("trains", "invite")).message
    await ada.select(message, str(bo.id), custom_id="whom")
    assert message.content == "Invited Bo"
    await ada.select(message, str(bench.channel("slow-line").id), custom_id="where")
    assert message.content == "In slow-line"
    opened = await ada.click(message, label="Several")
    answered = await ada.submit_modal(opened, {"Whom": [bo.id, cyd.id]})
    assert answered.message.content == "Invited Bo, Cyd"


async def test_a_click_can_arrive_twice(bench: Bench, bot: SampleBot) -> None:
    ada = bench.person("ada")
    message = await (await ada.slash("trains", "game new", title="usa")).settled()
    bench.faults.duplicate_next_interaction = True
    clicked = await ada.click(message, label="Count")
    await bench.until(lambda: bot.seen.count(clicked.interaction.id) == 2)
    await ada.click(message, label="Count")
    assert bot.seen.count(bot.seen[-1]) == 1


async def test_two_people_can_click_at_once(bench: Bench) -> None:
    ada, bo = bench.person("ada"), bench.person("bo")
    message = await (await ada.slash("trains", "game new", title="usa")).settled()
    first, second = await asyncio.gather(ada.click(message, label="Whisper"), bo.click(message, label="Whisper"))
    assert first.message.content == "Only Ada"
    assert second.message.content == "Only Bo"
    assert second.message not in ada.sees("trains")
