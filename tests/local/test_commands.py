"""Discord's rules about registering commands, and who is offered them."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands

from bot.local.driver import Bench
from bot.local.server import LocalDiscord
from bot.local.world import commands
from bot.local.world.errors import ApiRefusal
from tests.local.sample_bot import SampleBot


def command(**more: Any) -> dict[str, Any]:
    return {"name": "play", "description": "Play", **more}


def option(**more: Any) -> dict[str, Any]:
    return {"type": 3, "name": "move", "description": "The move", **more}


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "Play", "description": "capital"},
        {"name": "two words", "description": "space"},
        {"name": "x" * 33, "description": "long"},
        {"name": "play"},
        {"name": "play", "description": "x" * 101},
        command(colour="red"),
        command(options=[option(), option()]),
        command(options=[option(), option(name="second", required=True)]),
        command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])]),
        command(options=[option(autocomplete=True, choices=[{"name": "a", "value": "a"}])]),
        command(options=[option(type=4, choices=[{"name": "a", "value": "not a number"}])]),
        command(options=[option(type=1), option(name="other")]),
        command(options=[option(name=f"o{n}") for n in range(26)]),
        command(name_localizations={"pl": "Graj"}),
        command(name_localizations={"polish": "graj"}),
        command(
            options=[option(name_localizations={"pl": "ruch"}), option(name="b", name_localizations={"pl": "ruch"})]
        ),
        {"type": 2, "name": "Look", "description": "context menus have none"},
        command(options=[option(type=2, options=[option(type=2, options=[])])]),
    ],
)
def test_a_command_that_breaks_a_rule_is_refused(local: LocalDiscord, wrong: dict[str, Any]) -> None:
    with pytest.raises(ApiRefusal) as refused:
        commands.replace_all(local.world, None, [wrong])
    assert refused.value.code == 50035
    assert not local.world.commands


def test_names_are_unique_and_a_hundred_is_the_limit(local: LocalDiscord) -> None:
    with pytest.raises(ApiRefusal):
        commands.replace_all(local.world, None, [command(), command()])
    many = [command(name=f"c{number}") for number in range(101)]
    with pytest.raises(ApiRefusal) as refused:
        commands.replace_all(local.world, None, many)
    assert refused.value.code == 30032
    assert len(commands.replace_all(local.world, None, many[:100])) == 100


def test_polish_names_may_have_diacritics(local: LocalDiscord) -> None:
    (placed,) = commands.replace_all(local.world, None, [command(name_localizations={"pl": "dołącz"})])
    assert placed.body["name_localizations"] == {"pl": "dołącz"}


def test_a_command_keeps_its_id_and_changes_its_version(local: LocalDiscord) -> None:
    (before,) = commands.replace_all(local.world, None, [command()])
    (same,) = commands.replace_all(local.world, None, [command()])
    (changed,) = commands.replace_all(local.world, None, [command(description="Play now")])
    assert before.id == same.id == changed.id
    assert before.version == same.version != changed.version


async def test_what_was_synced_is_fetched_again(bot: SampleBot, local: LocalDiscord) -> None:
    fetched = await bot.tree.fetch_commands()
    assert {each.name for each in fetched} == {each.name for each in bot.tree.get_commands()}
    game = next(each for each in fetched if each.name == "game")
    assert isinstance(game.options[0], app_commands.AppCommandGroup)
    again = await bot.tree.sync()
    assert {each.id for each in again} == {each.id for each in fetched} == set(local.world.commands)


async def test_guild_only_and_permissions_decide_who_is_offered_a_command(bench: Bench, local: LocalDiscord) -> None:
    commands.replace_all(
        local.world,
        None,
        [
            command(name="everywhere"),
            command(name="here", contexts=[0]),
            command(name="letter", contexts=[1]),
            command(name="masters", default_member_permissions=str(discord.Permissions(manage_guild=True).value)),
        ],
    )
    ada, bo = bench.person("ada").person, bench.person("bo").person
    trains = bench.channel("trains")
    assert [each.name for each in ada.commands(trains)] == ["everywhere", "here", "masters"]
    assert [each.name for each in bo.commands(trains)] == ["everywhere", "here"]
    dm = bo.open_dm(local.world.bot_id)
    assert [each.name for each in bo.commands(dm)] == ["everywhere", "letter", "masters"]
