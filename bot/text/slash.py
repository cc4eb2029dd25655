"""Names and descriptions of commands in every language, from the catalogue.

Commands are written down in English; the translator finds other names by the command's place in the tree.
"""

from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice, TranslationContextLocation, locale_str

from data.languages import FALLBACK, LANGUAGES, spoken_in
from data.texts import introduced, text

Tree = app_commands.CommandTree[Any]
Interaction = discord.Interaction[Any]
Autocomplete = Callable[[Interaction, str], Coroutine[object, object, list[Choice[str]]]]
NAMES = (
    TranslationContextLocation.command_name,
    TranslationContextLocation.group_name,
    TranslationContextLocation.parameter_name,
)


ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
"""On a server, in DMs with the bot, and in other people's conversations to which somebody brings the bot along. There
it may answer, always in private, and post nothing."""
BY_ANYBODY = app_commands.AppInstallationType(guild=True, user=True)
"""Commands come with a server that has invited the bot, and with people who have added it for themselves."""
C = TypeVar("C")


def for_moves(command: C) -> C:
    """A game's own commands are offered where it is played: on servers and in DMs with the bot."""
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)(command)


def about(command: str) -> str:
    """The description of a command, such as "game new"."""
    return text(f"command.{command.replace(' ', '.')}.about", "en")


def options(*names: str) -> dict[str, str]:
    """Descriptions of options by name, for `app_commands.describe`."""
    return {name: text(f"option.{name}.about", "en") for name in names}


def choices(kind: str, values: Iterable[str]) -> list[Choice[str]]:
    return [
        Choice(name=locale_str(text(f"choice.{kind}.{value}", "en"), key=f"choice.{kind}.{value}"), value=value)
        for value in values
    ]


def languages() -> list[Choice[str]]:
    """Each under its own name, whoever reads it."""
    return [Choice(name=introduced(language), value=language) for language in LANGUAGES]


def titles(values: Iterable[str]) -> list[Choice[str]]:
    return [
        Choice(name=locale_str(text(f"word.game.{title}", "en"), key=f"word.game.{title}"), value=title)
        for title in values
    ]


class CatalogueTranslator(app_commands.Translator):
    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        language = spoken_in(locale.value)
        if language == FALLBACK:
            return None
        key = string.extras.get("key") or key_of(context)
        return text(key, language) if key else None


def key_of(context: app_commands.TranslationContextTypes) -> str | None:
    what = "name" if context.location in NAMES else "about"
    match context.data:
        case app_commands.Command() | app_commands.Group():
            return f"command.{context.data.qualified_name.replace(' ', '.')}.{what}"
        case app_commands.Parameter():
            return f"option.{context.data.display_name}.{what}"
    return None
