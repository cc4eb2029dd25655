"""Messages, files, threads and permissions, as a bot meets them."""

from __future__ import annotations

import io
from typing import Any

import discord
import pytest

from bot.local.driver import Bench
from bot.local.server import LocalDiscord
from bot.local.world import limits, payload
from bot.local.world.permissions import Permission
from tests.local.sample_bot import Pages, Panel, SampleBot, picture


def channel_of(bot: SampleBot, name: str = "trains") -> discord.TextChannel:
    return next(each for each in bot.guilds[0].text_channels if each.name == name)


async def refusal(awaitable: Any) -> int:
    with pytest.raises(discord.HTTPException) as refused:
        await awaitable
    return refused.value.code


async def test_a_message_is_sent_edited_read_and_deleted(bench: Bench, bot: SampleBot) -> None:
    channel = channel_of(bot)
    sent = await channel.send("Hello", file=picture(), silent=True)
    assert sent.attachments[0].width == 120
    assert await sent.attachments[0].read() == picture().fp.read()
    edited = await sent.edit(content="Hello again", attachments=[sent.attachments[0], picture("second.png")])
    assert [each.filename for each in edited.attachments] == ["board.png", "second.png"]
    assert (await channel.fetch_message(sent.id)).content == "Hello again"
    assert [each.id async for each in channel.history(limit=1)] == [sent.id]
    await sent.delete()
    assert await refusal(channel.fetch_message(sent.id)) == 10008
    assert sent.id not in [each.id for each in bench.public("trains")]


async def test_an_embed_shows_its_attachment_and_hides_it_from_the_list(bot: SampleBot) -> None:
    embed = discord.Embed(title="Board").set_image(url="attachment://board.png")
    sent = await channel_of(bot).send(embed=embed, file=picture())
    assert sent.attachments == []
    assert sent.embeds[0].image.width == 120
    kept = await sent.edit(content="still there")
    assert kept.embeds[0].image.url == sent.embeds[0].image.url
    bare = await sent.edit(embed=None)
    assert [each.filename for each in bare.attachments] == ["board.png"]


async def test_a_layout_cannot_be_mixed_with_content_or_switched_off(bot: SampleBot) -> None:
    channel = channel_of(bot)
    sent = await channel.send(view=Pages(), file=picture())
    assert await refusal(sent.edit(content="words")) == 50035
    body = {"content": "words", "components": [], "flags": 1 << 15}
    assert (
        await refusal(bot.http.request(discord.http.Route("POST", f"/channels/{channel.id}/messages"), json=body))
        == 50035
    )


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2001},
        {"content": ""},
        {"content": "x", "colour": "red"},
        {"content": "x", "embeds": [{"title": "y" * 257}]},
        {"content": "x", "components": [{"type": 1, "components": []}]},
        {"content": "x", "components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "no id"}]}]},
        {"content": "x", "components": [{"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "no label"}]}]},
        {"content": "x", "components": [{"type": 10, "content": "text without the layout flag"}]},
        {"flags": 1 << 15, "components": [{"type": 10, "content": "y"}] * 41},
        {"flags": 1 << 15, "components": [{"type": 10, "content": "y" * 2001}] * 2},
        {"flags": 64, "content": "nobody can be whispered to without an interaction"},
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        {"content": "x", "attachments": [{"id": 3}]},
        {"content": "x", "poll": {}},
    ],
)
async def test_a_body_that_discord_would_refuse_is_refused(bot: SampleBot, body: dict[str, Any]) -> None:
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=channel_of(bot).id)
    with pytest.raises(discord.HTTPException) as refused:
        await bot.http.request(route, json=body)
    assert refused.value.status == 400


async def test_two_components_cannot_share_an_id(bot: SampleBot) -> None:
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="One", custom_id="same"))
    view.add_item(discord.ui.Button(label="Two", custom_id="same"))
    assert await refusal(channel_of(bot).send("x", view=view)) == 50035


async def test_a_file_above_the_limit_is_refused(bot: SampleBot) -> None:
    big = discord.File(io.BytesIO(bytes(limits.UPLOAD_BYTES + 1)), "big.bin")
    assert await refusal(channel_of(bot).send(file=big)) == 40005


async def test_a_nonce_makes_a_repeated_send_return_the_first(bot: SampleBot) -> None:
    channel = channel_of(bot)
    first = await channel.send("once", nonce="turn-24")
    second = await channel.send("once", nonce="turn-24")
    assert first.id == second.id
    assert (await channel.send("twice", nonce="turn-25")).id != first.id


async def test_only_allowed_people_are_pinged(bench: Bench, bot: SampleBot) -> None:
    ada, bo = bench.person("ada"), bench.person("bo")
    allowed = discord.AllowedMentions(users=[discord.Object(bo.id)], everyone=False, roles=False)
    sent = await channel_of(bot).send(f"{ada.mention} {bo.mention} @everyone", allowed_mentions=allowed)
    assert [each.id for each in sent.mentions] == [bo.id]
    assert not sent.mention_everyone
    trains = bench.channel("trains")
    assert bo.person.unread(trains) == (True, 1)
    assert ada.person.unread(trains) == (True, 0)
    await channel_of(bot).send(bo.mention, silent=True)
    await (await channel_of(bot).send("x")).edit(content=bo.mention)
    assert bo.person.unread(trains) == (True, 1)
    assert [each.id for each in bo.pings()] == [sent.id]
    assert ada.pings() == []
    bo.person.read(trains, trains.last_message_id or 0)
    assert bo.person.unread(trains) == (False, 0)


async def test_everyone_is_everyone_who_sees_the_channel(bench: Bench, bot: SampleBot) -> None:
    eve = bench.add_person("eve")
    back_room = bench.add_channel("back-room")
    await bench.until(lambda: bot.get_channel(back_room.id))
    sent = await channel_of(bot, "back-room").send("@everyone")
    assert [each.id for each in eve.pings()] == [sent.id]
    letter = await (await bot.fetch_user(eve.id)).send("Hello")
    assert [each.id for each in eve.pings()] == [sent.id, letter.id]


async def test_missing_permissions_are_told_apart(bench: Bench, bot: SampleBot) -> None:
    bench.forbid("trains", Permission.SEND_MESSAGES)
    assert await refusal(channel_of(bot).send("x")) == 50013
    bench.allow_again("trains")
    await channel_of(bot).send("y")
    bench.forbid("trains", Permission.ATTACH_FILES)
    assert await refusal(channel_of(bot).send(file=picture())) == 50013
    bench.forbid("slow-line", Permission.VIEW_CHANNEL)
    assert await refusal(bot.get_partial_messageable(bench.channel("slow-line").id).send("x")) == 50001
    assert await refusal(bot.get_partial_messageable(1).send("x")) == 10003


async def test_somebody_who_left_every_guild_cannot_be_written_to(bench: Bench, bot: SampleBot) -> None:
    dora = bench.person("dora")
    channel = await (await bot.fetch_user(dora.id)).create_dm()
    del next(iter(bench.world.guilds.values())).members[dora.id]
    assert await refusal(channel.send("x")) == 50278


async def test_a_message_that_somebody_deleted_cannot_be_edited(bench: Bench, bot: SampleBot) -> None:
    sent = await channel_of(bot).send("x")
    bench.delete_message(bench.world.message(sent.channel.id, sent.id))
    assert await refusal(sent.edit(content="y")) == 10008


async def test_a_deleted_channel_is_gone(bench: Bench, bot: SampleBot) -> None:
    channel = channel_of(bot)
    sent = await channel.send("x")
    bench.delete_channel("trains")
    assert await refusal(channel.send("y")) == 10003
    assert await refusal(sent.edit(content="y")) == 10003
    await bench.until(lambda: bot.get_channel(channel.id) is None)


async def test_someone_elses_message_cannot_be_edited(bench: Bench, bot: SampleBot) -> None:
    said = await bench.person("ada").say("trains", "Hello")
    partial = channel_of(bot).get_partial_message(said.id)
    assert await refusal(partial.edit(content="x")) == 50005
    assert await refusal(partial.delete()) == 50013


async def test_old_messages_can_be_edited_only_so_often(bench: Bench, bot: SampleBot, local: LocalDiscord) -> None:
    local.api.limits.is_on = False
    sent = await channel_of(bot).send("x")
    await bench.advance(3700)
    for number in range(limits.OLD_EDITS):
        await sent.edit(content=str(number))
    assert await refusal(sent.edit(content="one too many")) == 30046


async def test_a_thread_is_opened_joined_archived_and_woken(bench: Bench, bot: SampleBot) -> None:
    ada = bench.person("ada")
    result = await ada.slash("trains", "thread", name="USA #12")
    thread = bench.channel("USA #12")
    assert result.message.content == f"<#{thread.id}>"
    assert [each.content for each in ada.sees(thread)] == [f"Welcome, {ada.mention}"]
    await bench.until(lambda: bot.guilds[0].get_thread(thread.id))
    theirs = bot.guilds[0].get_thread(thread.id)
    assert theirs is not None
    await theirs.edit(archived=True)
    assert thread.archived
    await theirs.send("Wake up")
    assert not thread.archived
    await bench.advance(thread.archive_minutes * 60 + 1)
    assert thread.archived
    with pytest.raises(Exception, match="archived"):
        await ada.slash(thread, "hand")


async def test_a_thread_grows_from_a_message(bench: Bench, bot: SampleBot) -> None:
    sent = await channel_of(bot).send("Table")
    thread = await sent.create_thread(name="Table 1", auto_archive_duration=10080)
    assert thread.id == sent.id
    assert thread.auto_archive_duration == 10080
    await thread.add_user(discord.Object(bench.person("bo").id))
    assert bench.person("bo").id in bench.channel("Table 1").members
    assert await refusal(sent.create_thread(name="Again")) == 160004


async def test_a_reaction_is_added_and_counted(bench: Bench, bot: SampleBot) -> None:
    sent = await channel_of(bot).send("x")
    await sent.add_reaction("🚂")
    bench.person("ada").person.react(bench.world.message(sent.channel.id, sent.id), "🚂")
    again = await sent.channel.fetch_message(sent.id)
    assert [(str(each.emoji), each.count, each.me) for each in again.reactions] == [("🚂", 2, True)]


async def test_application_emojis_are_kept(bot: SampleBot, local: LocalDiscord) -> None:
    emoji = await bot.create_application_emoji(name="red_card", image=picture().fp.read())
    assert [each.name for each in await bot.fetch_application_emojis()] == ["red_card"]
    assert await emoji.read() == picture().fp.read()
    assert payload.emoji(local.world, local.world.emojis[emoji.id])["name"] == "red_card"
    await emoji.delete()
    assert await bot.fetch_application_emojis() == []


async def test_no_two_application_emojis_have_one_name(bot: SampleBot) -> None:
    first = await bot.create_application_emoji(name="red", image=picture().fp.read())
    second = await bot.create_application_emoji(name="blue", image=picture().fp.read())
    with pytest.raises(discord.HTTPException):
        await bot.create_application_emoji(name="red", image=picture().fp.read())
    with pytest.raises(discord.HTTPException):
        await second.edit(name="red")
    await first.edit(name="red")


@pytest.mark.parametrize("name", ["x", "with-hyphen", "a" * 33, "two words"])
async def test_an_application_emoji_with_a_bad_name_is_refused(bot: SampleBot, name: str) -> None:
    with pytest.raises(discord.HTTPException):
        await bot.create_application_emoji(name=name, image=picture().fp.read())


async def test_a_component_takes_only_emojis_that_are_there(bench: Bench, bot: SampleBot) -> None:
    emoji = await bot.create_application_emoji(name="red", image=picture().fp.read())

    async def send(emoji_id: int) -> None:
        shown = {"id": str(emoji_id), "name": "red"}
        button = {"type": 2, "style": 2, "label": "b", "custom_id": "b", "emoji": shown}
        menu = {"type": 3, "custom_id": "m", "options": [{"label": "a", "value": "a", "emoji": shown}]}
        for part in (button, menu):
            rows = [{"type": 1, "components": [part]}]
            await bot.http.request(
                discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=channel_of(bot).id),
                json={"content": "x", "components": rows},
            )

    await send(emoji.id)
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="b", custom_id="b", emoji=emoji))
    sent = await channel_of(bot).send("x", view=view)
    (row,) = bench.world.message(sent.channel.id, sent.id).components
    assert row["components"][0]["emoji"]["id"] == str(emoji.id)
    with pytest.raises(discord.HTTPException, match="Invalid emoji"):
        await send(emoji.id + 1)


async def test_buttons_beyond_five_rows_are_refused(bot: SampleBot) -> None:
    rows = [{"type": 1, "components": [{"type": 2, "style": 2, "label": "b", "custom_id": str(n)}]} for n in range(6)]
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=channel_of(bot).id)
    assert await refusal(bot.http.request(route, json={"content": "x", "components": rows})) == 50035


async def test_a_persistent_view_works_on_a_sent_message(bench: Bench, bot: SampleBot) -> None:
    sent = await channel_of(bot).send("Panel", view=Panel())
    result = await bench.person("dora").click(bench.world.message(sent.channel.id, sent.id), custom_id="whisper")
    assert result.message.content == "Only Dora"
