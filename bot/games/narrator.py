"""Who is told what happened."""

from dataclasses import dataclass

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

    def say(self, key: str, **fields: object) -> str:
        return text(key, self.language, **fields)

    def tell(self, key: str, player: PlayerId, **fields: object) -> str:
        """A sentence about a player: in the second person where that is the reader."""
        if player == self.reader:
            return self.say(f"event.{key}.you", **fields)
        return self.say(f"event.{key}", player=name_of(self.names, player), **fields)

    def points(self, points: int) -> str:
        return text("event.points", self.language, n=abs(points), sign="+" if points >= 0 else "−")

    def left(self, kind: str, count: int) -> str:
        return text(f"event.left.{kind}", self.language, n=count)
