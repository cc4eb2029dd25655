"""Sets of small numbers, such as tracks, kept as the bits of one integer."""

from collections.abc import Iterable

HALVES = tuple((size, (1 << size) - 1) for size in (64, 32, 16, 8))
"""Ever smaller blocks of bits, by which a number is found without passing every other one."""


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


def nth_in(mask: int, n: int) -> int:
    """The n-th lowest of the numbers, counted from 0."""
    passed = 0
    for size, low in HALVES:
        while (count := (mask & low).bit_count()) <= n:
            n -= count
            mask >>= size
            passed += size
    for _ in range(n):
        mask &= mask - 1
    return passed + (mask & -mask).bit_length() - 1
