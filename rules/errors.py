"""What can go wrong, as a tree. A refusal says what was wrong in fields; the sentence is found by the bot's catalogues.

RulesError
├── IllegalAction   a player's mistake; nothing has changed
├── BadOption       a table can't be set up like this
├── BadRecord       a game record that is damaged or could never have been played
└── BadData         one of our own data files makes no sense

Each title's own refusals stand beside its engine. No refusal carries anything that the acting player may not know.
"""

from dataclasses import dataclass


class RulesError(Exception):
    def __str__(self) -> str:
        return repr(self)


class IllegalAction(RulesError):
    pass


@dataclass
class NotYourTurn(IllegalAction):
    player: int
    to_act: tuple[int, ...]


@dataclass
class GameOver(IllegalAction):
    pass


@dataclass
class UnknownPlayer(IllegalAction):
    player: int


@dataclass
class WrongMoment(IllegalAction):
    """The action exists, but another question is open: `asked` names the kinds of action that answer it."""

    asked: tuple[str, ...]


@dataclass
class NoSuchAction(IllegalAction):
    """Another game's, or its fields hold what they can't; `action` is the name of its class."""

    action: str


@dataclass
class CannotPass(IllegalAction):
    """Passing is legal only when no other action is."""


@dataclass
class BadOption(RulesError):
    name: str
    value: str
    allowed: tuple[str, ...] = ()


@dataclass
class BadSeats(RulesError):
    game: str
    given: int
    least: int
    most: int


@dataclass
class BadRecord(RulesError):
    """`reason` is a short stable name; `seq` counts the record's actions from 1, where one of them is to blame."""

    reason: str
    detail: str = ""
    seq: int | None = None
    cause: IllegalAction | None = None


@dataclass
class BadData(RulesError):
    file: str
    detail: str
