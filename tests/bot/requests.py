"""Requests as handlers get them, without a Discord that sends them."""

from typing import Any

from bot.interactions.components import NO_TAP, Tap
from bot.interactions.request import Reader, Request
from bot.store.rows import UserSettings
from tests.bot.town import Town


def request_of(town: Town, user: int, tap: Tap = NO_TAP, *, is_private: bool = True, **changed: Any) -> Request:
    """What somebody taps in the town's channel; `changed`: what else is to be said of them."""
    about: dict[str, Any] = {
        "user": user,
        "name": "Ada",
        "guild": town.guild.id,
        "channel": town.channel.id,
        "language": "en",
        "guild_spoken": "en",
        "settings": UserSettings(),
        "is_moderator": False,
        "is_manager": False,
    }
    nobody: Any = None  # no handler that is tested like this looks at it
    reader = Reader(**{**about, **changed})
    return Request(
        interaction=nobody,
        tables=town.bot.tables,
        reader=reader,
        tap=tap,
        is_private=is_private,
        table_id=tap.table_id,
    )
