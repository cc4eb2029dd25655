"""A games room in SimCord: a table is a post of the server's forum, and its tags go with it."""

import simcord

from bot.store.rows import GuildSettings
from bot.tables.lobby import join
from tests.bot.town import Town


async def test_a_table_is_a_post_with_tags_in_the_forum_that_the_server_has_named(simcord_env: simcord.Env) -> None:
    town = Town(simcord_env)
    forum = town.guild.create_forum_channel("games")
    ada, bo = town.people
    await town.bot.tables.save_guild(town.guild.id, GuildSettings(room=forum.id))
    await ada.slash(town.channel, "game new", title="lantern", seats=2)
    (table,) = await town.bot.store.tables_of(ada.id)
    post = simcord_env.backend.get_channel(table.channel)
    tags = {int(tag["id"]): tag["name"] for tag in simcord_env.backend.get_channel(forum.id).available_tags}
    assert (table.room, post.parent_id) == (forum.id, forum.id)
    assert [tags[tag] for tag in post.applied_tags] == ["Lantern Isle", "seats free"]
    await town.bot.tables.change_lobby(table.id, lambda lobby: join(lobby, bo.id, "bo"))
    await town.bot.tables.wait_until_sent(table.id)
    assert [tags[tag] for tag in post.applied_tags] == ["Lantern Isle"]
