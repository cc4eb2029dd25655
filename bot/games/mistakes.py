"""What people type that can't be understood. Refused like a rule's refusal: nothing changes."""

from dataclasses import dataclass

from bot.games.page import Draft
from rules.errors import IllegalAction
from rules.game import Action


@dataclass
class NothingMatches(IllegalAction):
    """No value of `option` is anything like `typed`; `nearest` are some that could have been meant, with `values`."""

    option: str
    typed: str
    nearest: tuple[str, ...] = ()
    values: tuple[str, ...] = ()


@dataclass
class SeveralMatch(IllegalAction):
    """`typed` fits all of `labels`, each with its value."""

    option: str
    typed: str
    labels: tuple[str, ...]
    values: tuple[str, ...] = ()


@dataclass
class OptionMissing(IllegalAction):
    """The command needs `option` at this moment."""

    option: str


@dataclass
class WrongGame(IllegalAction):
    """The command belongs to another game: it is about something that `title` doesn't have, such as `tiles`."""

    missing: str
    title: str


@dataclass
class OptionElsewhere(IllegalAction):
    """`option` belongs to another game than `title`; without it `action` is meant, and `draft` has it ready."""

    option: str
    title: str
    action: Action
    draft: Draft


@dataclass
class CannotPay(IllegalAction):
    """The track is free, but no cards in hand pay for it."""

    track: str
