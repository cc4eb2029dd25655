"""discord.py as it is logs in, registers commands and is sent interactions."""

from bot.local.driver import Bench, labels
from tests.local.sample_bot import SampleBot


async def test_an_unmodified_client_logs_in_and_sees_the_guild(bot: SampleBot) -> None:
    assert bot.user is not None
    assert bot.user.name == "semafor"
    (guild,) = bot.guilds
    assert [each.name for each in guild.text_channels] == ["welcome", "trains", "slow-line", "station-bar"]
    assert guild.me.guild_permissions.send_messages


async def test_a_slash_command_is_answered(bench: Bench) -> None:
    ada = bench.person("ada")
    result = await ada.slash("trains", "game new", title="usa", seats=3)
    message = await result.settled()
    assert message.content == "usa for 3, 0 robots"
    assert (message.attachments[0].width, message.attachments[0].height) == (120, 80)
    assert message.attachments[0].description == "A red board"
    assert "Count" in labels(message)
    assert bench.public("trains")[-1] is message
