"""What a fair deal leaves behind: a secret that was promised before the salts were known, and a seed made of both.

Everything, exactly, so that anybody can write it again in any language; H is SHA-256 of a text in UTF-8, in hex:

1. The hash that is shown while people gather is H of the secret.
2. The seed is H of `seed/<secret>/<salt 1>/<salt 2>/…`, the salts in the order in which they came.
3. Where seats were drawn by lot, the numbers `0`, `1`, … of the lobby's list were shuffled for the purpose `seats`, as
   `rules/chance.py` says; like every deck.
4. The marks chain up what is in a record, so that a change is found where it was made. Each is the first 32 letters of
   H of `<mark before>/<step>`; before the first there is an empty text. Steps are `game`, `rules`, the number of
   `players`, `options`, `lots`, `undone`, then every action, each as JSON without spaces. Names are no step: whoever
   has their data erased is called something else afterwards.
"""

import hashlib
from collections.abc import Iterable, Sequence

import msgspec

from rules.chance import Chance

LETTERS = 32


class Proof(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of a record that a fair deal adds once a game is over; until then all of it but `hash` and `salts` is
    secret."""

    hash: str
    secret: str
    salts: tuple[str, ...]
    lots: tuple[int, ...]
    """By seat, the number in the lobby's list of whoever got it; empty where seats were not drawn."""
    marks: tuple[str, ...]
    points: tuple[int, ...]
    """The result, by seat."""


def digest(words: str) -> str:
    """H; a damaged record may hold what is no text, and has a digest all the same."""
    return hashlib.sha256(words.encode(errors="surrogatepass")).hexdigest()


def hash_of(secret: str) -> str:
    return digest(secret)


def seed_of(secret: str, salts: Sequence[str]) -> str:
    """The word in front keeps it from being the hash where there is no salt."""
    return digest("/".join(("seed", secret, *salts)))


def lots_of(seed: str, count: int) -> tuple[int, ...]:
    return tuple(int(number) for number in Chance(seed).shuffled([str(n) for n in range(count)], "seats"))


def chained(steps: Iterable[bytes]) -> tuple[str, ...]:
    marks, last = [], ""
    for step in steps:
        last = digest(f"{last}/{step.decode()}")[:LETTERS]
        marks.append(last)
    return tuple(marks)
