"""The geometry of tracks: tiles join without a seam, and no track leaves its square."""

import math
from itertools import combinations

import pytest

from render.metro.tracks import END, INWARD, RIBBON, SIDE, length_of, mark_spot, normals, path
from rules.metro.tiles import CODES, leaving_sides, links

LINKS = [(2 * side, 2 * out + 1) for side in range(4) for out in range(4)]
every_link = pytest.mark.parametrize(("entry", "leaving"), LINKS)


def test_an_exit_lies_where_the_neighbour_s_entry_is() -> None:
    for side in range(4):
        x, y = END[2 * side + 1]
        dx, dy = INWARD[side]
        across = (2 * side + 4) % 8
        assert END[across] == pytest.approx((x + dx, y + dy))


@every_link
def test_a_track_meets_both_sides_at_a_right_angle(entry: int, leaving: int) -> None:
    line = path(entry, leaving)
    assert line[0] == pytest.approx(END[entry])
    assert line[-1] == pytest.approx(END[leaving])
    for aside, end in ((normals(entry, leaving)[0], entry), (normals(entry, leaving)[-1], leaving)):
        inward = INWARD[end // 2]
        assert aside[0] * inward[0] + aside[1] * inward[1] == pytest.approx(0)
    first = (line[1][0] - line[0][0], line[1][1] - line[0][1])
    inward = INWARD[entry // 2]
    assert (first[0] * inward[0] + first[1] * inward[1]) / math.hypot(*first) > 0.995


@every_link
def test_a_ribbon_stays_within_its_square(entry: int, leaving: int) -> None:
    half = RIBBON / SIDE / 2
    for (x, y), (nx, ny) in zip(path(entry, leaving)[1:-1], normals(entry, leaving)[1:-1], strict=True):
        for hand in (-1, 1):
            assert -0.001 <= x + hand * nx * half <= 1.001
            assert -0.001 <= y + hand * ny * half <= 1.001


@pytest.mark.parametrize("code", CODES)
def test_tracks_that_do_not_cross_keep_apart(code: str) -> None:
    """A gap of daylight between neighbouring ribbons, unless one runs over the other."""
    for one, two in combinations(links(code), 2):
        if crosses(one, two):
            continue
        gap = min(math.dist(a, b) for a in path(*one) for b in path(*two))
        assert gap * SIDE > RIBBON


def crosses(one: tuple[int, int], two: tuple[int, int]) -> bool:
    low, high = sorted(one)
    return (low < two[0] < high) != (low < two[1] < high)


@pytest.mark.parametrize("code", CODES)
def test_marks_lie_on_their_track(code: str) -> None:
    out = leaving_sides(code)
    for side in range(4):
        spot = mark_spot(code, side)
        line = path(2 * side, 2 * out[side] + 1)
        assert min(math.dist(spot, point) for point in line) < 0.03
        assert math.dist(spot, line[0]) > 0.1
    assert length_of(path(0, 5)) == pytest.approx(1.0)
