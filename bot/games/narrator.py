"""Who is told what happened."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.text.emojis import with_emoji
from bot.text.names import Names, name_of
from data.texts import text
from rules.game import PlayerId


@dataclass(frozen=True)
class Narrator:
    """Who is told, in which language, about a game of which title."""

    title: str
    names: Names
    language: str
    reader: PlayerId | None
    emojis: Sequence[str] | None = None
    """By seat, the small picture that stands before a player's name; None: for where none can be shown."""

    def say(self, key: str, **fields: object) -> str:
        return text(key, self.language, **fields)

    def tell(self, key: str, player: PlayerId, **fields: object) -> str:
        """A sentence about a player: in the second person where that is the reader."""
        if player == self.reader:
            return self.say(f"event.{key}.you", **fields)
        return self.say(f"event.{key}", player=self.name(player), **fields)

    def name(self, player: PlayerId) -> str:
        """Behind the small picture of the player's colour, where it can be shown."""
        shown = self.emojis[player] if self.emojis is not None and player < len(self.emojis) else ""
        return with_emoji(shown, name_of(self.names, player))

    @property
    def pictured(self) -> str:
        """The title, where cards can stand behind their small pictures."""
        return self.title if self.emojis is not None else ""

    def points(self, points: int) -> str:
        return text("event.points", self.language, n=abs(points), sign="+" if points >= 0 else "−")

    def left(self, kind: str, count: int) -> str:
        return text(f"event.left.{kind}", self.language, n=count)
