"""What every game is to the rest of the house: the `Game` protocol and the few types in it.

A player is a seat, counted from 0 in turn order; seat 0 begins. Who sits where is the table's business.

Values that are made by the thousand say `gc=False`: they are frozen and can't hold themselves, so Python's collector
need not look through them.
"""

from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

import msgspec

from rules.chance import Chance
from rules.codec import Codec

PlayerId: TypeAlias = int
Random: TypeAlias = Callable[[], float]
"""A source of numbers in [0, 1), such as `random.Random(7).random`; never the game's own chance."""


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """A wish of one player. JSON under a short stable name in `do`; a misspelt field is no wish at all."""

    player: PlayerId


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="what"):
    """A fact, as the table keeps it; `seen_by` is what one reader may be told of it."""

    def seen_by(self, reader: PlayerId | None) -> Self:
        """This event without what `reader` may not know; None is everybody in the channel."""
        return self


class Reason(msgspec.Struct, frozen=True, gc=False, tag_field="why"):
    """A fact that speaks for an action; whoever sees the view can check it. Each game has its own."""


class Score(msgspec.Struct, frozen=True, gc=False):
    """One line of a player's result; a player's points are the sum of the lines."""

    player: PlayerId
    category: str
    points: int


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one reader may see, built up field by field. Each game adds its own."""

    game: str
    reader: PlayerId | None
    """Whose eyes these are; None is the channel."""
    seats: int
    turn: int
    """Turns begun so far, 1 for the first; 0 while opening choices are being made."""
    to_act: tuple[PlayerId, ...]
    is_over: bool
    scores: tuple[Score, ...]
    """What can be counted in public now; the whole result once the game is over."""
    ranking: tuple[tuple[PlayerId, ...], ...]
    """Once the game is over: the winners, then everyone else place by place; players in one group share the place."""


S = TypeVar("S")
A = TypeVar("A", bound=Action)
A_contra = TypeVar("A_contra", bound=Action, contravariant=True)
V = TypeVar("V", bound=View)


class Step(msgspec.Struct, Generic[S], frozen=True, gc=False):
    state: S
    events: tuple[Event, ...]


class AbstractStruct(msgspec.StructMeta, ABCMeta):
    """Structs, which are quickly made, with abstract methods."""


class LegalActions(msgspec.Struct, Generic[A], frozen=True, gc=False, metaclass=AbstractStruct):
    """Every legal action of one player at one moment: loop over it lazily, or ask `action in legal` without listing."""

    @abstractmethod
    def __iter__(self) -> Iterator[A]: ...

    @abstractmethod
    def __contains__(self, action: object) -> bool: ...

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def pick(self, random: Random) -> A:
        """One of them at random; each can come up, though not each as often as another."""
        found = list(islice(self, 1000))
        return found[int(random() * len(found))]


class Candidate(msgspec.Struct, Generic[A], frozen=True, gc=False):
    """An action that a robot weighs."""

    action: A
    worth: float
    """In points, to be compared with the other candidates of the same decision only."""


Weights: TypeAlias = Mapping[str, float]
"""The numbers by which a robot weighs things, by name; see `data/robots`."""


class PossibleWorld(Protocol[A_contra]):
    """A whole game as it may be, seen from one seat: hidden things are dealt. It changes as it is played."""

    def copy(self) -> Self: ...

    def do(self, action: A_contra) -> None:
        """An action of the player who is asked, as the rules have it."""
        ...

    def play(self, random: Random, rounds: int | None) -> None:
        """Let a quick player act for everybody for so many rounds; None is to the end."""
        ...

    def worth(self, player: PlayerId) -> float:
        """The chance that a player wins, from 0 to 1; once the game is over by who has won, and maybe by how much."""
        ...

    def merit(self, player: PlayerId) -> float:
        """What a robot plays for, from 0 to 1: to win, and where there are several others, to be ahead of most."""
        ...


class Codecs(msgspec.Struct, Generic[S, A, V], frozen=True):
    """JSON for everything of a game that is kept or sent."""

    options: Codec[Any]
    action: Codec[A]
    event: Codec[Event]
    view: Codec[V]
    state: Codec[S]


class Game(Protocol[S, A, V]):
    """The rules of one title. Stateless: a state goes in and a new one comes out."""

    @property
    def id(self) -> str: ...

    @property
    def rules_version(self) -> int:
        """Raised whenever an old record would be read differently."""
        ...

    @property
    def seats(self) -> range:
        """The numbers of players it can be played by."""
        ...

    @property
    def codecs(self) -> Codecs[S, A, V]: ...

    @property
    def choices(self) -> Mapping[str, tuple[str, ...]]:
        """Every option that people may set, with its values as `options` reads them; the first is the usual one."""
        ...

    def options(self, given: Mapping[str, str]) -> Any:
        """Options from what people type, such as `{"modules": "1+2"}`; raises `BadOption`."""
        ...

    def setup(self, options: Any, seats: int, chance: Chance) -> S: ...

    def can_shuffle(self, state: S, purpose: str) -> bool:
        """Whether there is such a shuffle, at this table; once the game is over, whether there was."""
        ...

    def to_act(self, state: S) -> frozenset[PlayerId]:
        """Whoever is asked something now; several where choices are made side by side, nobody when it is over."""
        ...

    def legal_actions(self, state: S, player: PlayerId) -> LegalActions[A]: ...

    def legal_in(self, view: V) -> LegalActions[A]:
        """The same for the reader of a view, who is a player, from the view alone: who acts knows what is legal."""
        ...

    def apply(self, state: S, action: A) -> Step[S]:
        """The state after `action` and what happened; raises `IllegalAction` and then nothing has changed."""
        ...

    def revealed(self, before: S, step: Step[S]) -> Mapping[str, int]:
        """What a step has shown to somebody, or left to chance, beyond what its action itself says: a short stable name
        and how many. `may_undo` is made of it."""
        ...

    def view_for(self, state: S, player: PlayerId | None) -> V:
        """What a player may see, or the channel; raises `UnknownPlayer` for a seat that isn't there."""
        ...

    def is_over(self, state: S) -> bool: ...

    def scores(self, state: S) -> tuple[Score, ...]:
        """The result in lines by player and category; before the end, only the points scored so far."""
        ...

    def ranking(self, state: S) -> tuple[tuple[PlayerId, ...], ...]:
        """Players by final place after all tie-breaks, best first; a group shares its place."""
        ...

    def tally(self, view: V) -> Mapping[str, int]:
        """What of the reader's own is worth counting in a finished game, beside points; a short stable name each."""
        ...

    def forecast(self, view: V) -> Sequence[float]:
        """By player, the points that they may come to by what lies open; none where too little does."""
        ...

    def weights(self, seats: int) -> Weights:
        """The numbers by which `advise` weighs things with so many players; none where nothing can be tuned."""
        ...

    def advise(self, view: V, legal: LegalActions[A], random: Random, weights: Weights | None = None) -> A:
        """What a good player would do at once, seeing no more than that player sees; `random` breaks ties.

        Weights are those of this title and number of seats, unless others are to be tried."""
        ...

    def candidates(
        self, view: V, legal: LegalActions[A], random: Random, most: int = 8, weights: Weights | None = None
    ) -> Sequence[Candidate[A]]:
        """What a good player would think about, best first; the first is what `advise` says."""
        ...

    def to_try(self, view: V, legal: LegalActions[A], random: Random) -> Sequence[Candidate[A]]:
        """The `candidates` and, after them, whatever may be worth doing only because others would mind: a search finds
        out which of it is in somebody's way."""
        ...

    def reasons(self, view: V, action: A) -> tuple[Reason, ...]:
        """What speaks for an action, the most telling first; true as far as the reader can see."""
        ...

    def sample(self, view: V, random: Random) -> PossibleWorld[A] | None:
        """One of the games that a view allows, what is hidden dealt at random; None where that can't be done."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any]
AnyLegal: TypeAlias = LegalActions[Any]


def may_undo(game: AnyGame, before: Any, step: Step[Any]) -> bool:
    """Whether a step can be taken back as if it had never been: nobody has learnt anything by it that can't be
    forgotten, and no chance was involved. The end of a game stays: everybody has been told."""
    return not game.revealed(before, step) and not game.is_over(step.state)
