"""Every command as Discord will get it, in every language."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import simcord

from bot.client import Semafor
from bot.tables.lobby import TABLE_OPTIONS
from data.languages import FALLBACK, LANGUAGES, facts_of
from data.texts import catalogue

LOCALES = [locale for language in LANGUAGES if language != FALLBACK for locale in facts_of(language).locales]
"""Those of Discord for which commands have other names."""
NAME = re.compile(r"[-_'\w]{1,32}")
GROUP = 2
"""Types up to this one are commands, those above options."""


async def payloads(env: simcord.Env) -> list[dict[str, Any]]:
    bot = env.bot
    assert isinstance(bot, Semafor)
    translator = bot.tree.translator
    assert translator is not None
    return [await command.get_translated_payload(bot.tree, translator) for command in bot.tree.get_commands()]


def parts(payload: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """A command, its sub-commands and options, each with where it stands."""
    where = f"{path} {payload['name']}".strip()
    yield where, payload
    for option in payload.get("options", []):
        yield from parts(option, where)


async def test_names_and_descriptions_keep_discords_limits_in_every_language(simcord_env: simcord.Env) -> None:
    for payload in await payloads(simcord_env):
        for where, part in parts(payload):
            names = [part["name"], *(part["name_localizations"][locale] for locale in LOCALES)]
            descriptions = [part["description"], *(part["description_localizations"][locale] for locale in LOCALES)]
            for name in names:
                assert NAME.fullmatch(name), where
                assert name == name.lower(), where
            assert all(1 <= len(description) <= 100 for description in descriptions), where


async def test_names_are_unique_in_every_language(simcord_env: simcord.Env) -> None:
    def check(where: str, siblings: list[dict[str, Any]]) -> None:
        assert len({one["name"] for one in siblings}) == len(siblings), where
        for locale in LOCALES:
            names = [one["name_localizations"][locale] for one in siblings]
            assert len(set(names)) == len(names), (where, locale, sorted(names))

    found = await payloads(simcord_env)
    check("top", found)
    english = {payload["name"] for payload in found}
    for payload in found:  # but for a command that is called the same in both
        assert not set(payload["name_localizations"].values()) & (english - {payload["name"]})
    for payload in found:
        for where, part in parts(payload):
            check(where, part.get("options", []))


async def test_options_and_choices_keep_discords_limits(simcord_env: simcord.Env) -> None:
    found = await payloads(simcord_env)
    assert len(found) <= 100
    for payload in found:
        assert whole_length(payload) <= 8000
        for where, part in parts(payload):
            options = part.get("options", [])
            assert len(options) <= 25, where
            wanted = [option.get("required", False) for option in options]
            assert wanted == sorted(wanted, reverse=True), where
            choices = part.get("choices", [])
            assert len(choices) <= 25, where
            for choice in choices:
                assert 1 <= len(choice["name"]) <= 100, where
                is_own_name = part["name"] == "language"
                assert is_own_name or set(LOCALES) <= set(choice["name_localizations"]), where


def whole_length(payload: dict[str, Any]) -> int:
    """Discord adds up names, descriptions and values of a whole command, each in the language where it is longest."""
    own = longest(payload, "name") + longest(payload, "description")
    own += sum(longest(choice, "name") + len(str(choice["value"])) for choice in payload.get("choices", []))
    return own + sum(whole_length(option) for option in payload.get("options", []))


def longest(part: dict[str, Any], what: str) -> int:
    return max(map(len, (part.get(what, ""), *part.get(f"{what}_localizations", {}).values())))


async def test_commands_are_sent_again_only_when_they_have_changed(simcord_env: simcord.Env, make_bot: Any) -> None:
    def syncs() -> int:
        return sum(
            request.method == "PUT" and request.path.endswith("/commands") for request in simcord_env.http_requests
        )

    before = syncs()
    bot = simcord_env.bot
    assert isinstance(bot, Semafor)
    ids = bot.command_ids
    assert set(ids) == {command.name for command in bot.tree.get_commands()}
    await bot.finish()
    again = make_bot()
    await simcord_env.restart_bot(again)
    assert syncs() == before == 1
    assert again.command_ids == ids


async def test_commands_without_known_ids_are_sent_once_more(simcord_env: simcord.Env, make_bot: Any) -> None:
    """As after an update from a version that didn't keep them."""
    bot = simcord_env.bot
    assert isinstance(bot, Semafor)
    async with bot.store._writing() as db:
        await db.execute("DELETE FROM facts WHERE name = 'command ids'")
    await bot.finish()
    again = make_bot()
    await simcord_env.restart_bot(again)
    assert set(again.command_ids) == {command.name for command in again.tree.get_commands()}


SERVER, BOT_DM, PRIVATE = 0, 1, 2
EVERYWHERE = {
    *("game", "play", "plan", "hand", "board", "since", "note", "log", "games", "replay", "review", "verify"),
    *("rules", "help", "away", "settings", "privacy", "stats"),
}
"""What is answered in private, and may be asked for in other people's conversations too: the table and how it stands,
help, and what is one's own."""
WHERE_PLAYED = {"draw", "claim", "tickets", "fleet", "metro"}
"""Moves: on a server and in DMs with the bot."""


async def test_each_command_says_where_it_is_offered_and_by_whom_the_bot_may_be_there(simcord_env: simcord.Env) -> None:
    found = {payload["name"]: payload for payload in await payloads(simcord_env)}
    assert {*found} == EVERYWHERE | WHERE_PLAYED
    for name, payload in found.items():
        assert payload["integration_types"] == [0, 1], name
        assert payload["contexts"] == [SERVER, BOT_DM, *([PRIVATE] if name in EVERYWHERE else [])], name


@pytest.mark.parametrize("path", ["game new", "draw", "metro place"])
async def test_a_command_outside_its_place_is_met_politely(simcord_env: simcord.Env, path: str) -> None:
    guild = simcord_env.create_guild()
    channel = guild.create_text_channel("trains")
    ada = guild.add_member(simcord_env.create_user("ada"))
    options = {"game new": {"title": "usa", "seats": 2}, "draw": {}, "metro place": {"square": "c4"}}[path]
    result = await ada.slash(channel, path, **options)
    assert result.ephemeral
    assert result.response is not None
    assert result.response.content


async def test_no_command_and_no_option_is_named_that_does_not_exist(simcord_env: simcord.Env) -> None:
    """Texts speak of a command as soon as it has a name."""
    every = [found for payload in await payloads(simcord_env) for found in parts(payload)]
    commands = {where.replace(" ", ".") for where, part in every if part.get("type", 1) <= GROUP}
    named = {key.removeprefix("command.") for key in catalogue("en") if key.startswith("command.")}
    assert named == {f"{where}.{part}" for where in commands for part in ("name", "about")}
    options = {part["name"] for _, part in every if part.get("type", 1) > GROUP}
    told = {key for key in catalogue("en") if re.fullmatch(r"option\.\w+\.\w+", key)}
    assert told == {f"option.{name}.{part}" for name in options for part in ("name", "about")}


async def test_no_choice_is_named_that_nobody_is_given(simcord_env: simcord.Env) -> None:
    every = [part for payload in await payloads(simcord_env) for _, part in parts(payload)]
    given = {(part["name"], choice["value"]) for part in every for choice in part.get("choices", [])}
    kinds = {name for name, _ in given} | {*TABLE_OPTIONS, "order"}
    named = [key.split(".") for key in catalogue("en") if re.fullmatch(r"choice\.\w+\.\w+", key)]
    assert {kind for _, kind, _ in named} <= kinds
    listed = {name for name, _ in given} - {*TABLE_OPTIONS}
    assert {(kind, value) for _, kind, value in named if kind in listed} <= given
