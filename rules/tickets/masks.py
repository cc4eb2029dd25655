"""Sets of small numbers, such as tracks, kept as the bits of one integer."""

from collections.abc import Iterable


def mask_of(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def numbers_in(mask: int) -> list[int]:
    """The numbers of the bits that are set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def next_in(mask: int, start: int) -> int:
    """The lowest of the numbers from `start` on, or the lowest of all where there is none."""
    above = mask >> start
    if above:
        return start + (above & -above).bit_length() - 1
    return (mask & -mask).bit_length() - 1
