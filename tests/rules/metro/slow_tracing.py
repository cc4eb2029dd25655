"""Lines followed one pass at a time, and the placement rule square by square: the slow way, to compare with."""

from rules.metro.tracing import Laid
from tests.rules.metro.playing import BOX

LINKS = {
    "aaaa": "05 27 41 63", "aacb": "05 27 43 61", "acba": "05 21 47 63", "baac": "03 27 41 65",
    "cbaa": "07 25 41 63", "bcbc": "03 21 47 65", "cbcb": "07 25 43 61", "bbbb": "03 25 47 61",
    "cccc": "07 21 43 65", "accd": "05 21 43 67", "cdac": "07 23 41 65", "ccda": "07 21 45 63",
    "dacc": "01 27 43 65", "adbb": "05 23 47 61", "badb": "03 27 45 61", "bbad": "03 25 41 67",
    "dbba": "01 25 47 63", "bcdd": "03 21 45 67", "cddb": "07 23 45 61", "dbcd": "01 25 43 67",
    "ddbc": "01 23 47 65", "adad": "05 23 41 67", "dada": "01 27 45 63", "dddd": "01 23 45 67",
}  # fmt: skip
"""The tracks of every tile, [entry end, leaving end], as in the published tile lists."""

JOIN = {1: (-1, 0, 4), 3: (0, 1, 6), 5: (1, 0, 0), 7: (0, -1, 2)}
ENTRY = {"N": 0, "E": 2, "S": 4, "W": 6}
CENTRE = {(3, 3), (3, 4), (4, 3), (4, 4)}
SPACES = {
    "C1": (2, 3, 4), "C2": (2, 4, 4), "C3": (3, 5, 6), "C4": (4, 5, 6),
    "C5": (5, 4, 0), "C6": (5, 3, 0), "C7": (4, 2, 2), "C8": (3, 2, 2),
}  # fmt: skip
FORBIDDEN = {
    "row 0": [(0, 1)], "column 7": [(2, 3)], "row 7": [(4, 5)], "column 0": [(6, 7)],
    "A1": [(0, 7), (6, 1)], "H1": [(0, 3), (2, 1)], "H8": [(2, 5), (4, 3)], "A8": [(4, 7), (6, 5)],
}  # fmt: skip


def at(square: str) -> tuple[int, int]:
    return int(square[1]) - 1, "ABCDEFGH".index(square[0])


def turned_links(tile: str, turn: int) -> dict[int, int]:
    """Turning a tile clockwise moves every end two further on for each quarter."""
    steps = 2 * (turn // 90)
    return {
        (int(entry) + steps) % 8: (int(leaving) + steps) % 8
        for entry, leaving in (link for link in LINKS[tile].split())
    }


def stations(numbering: str) -> dict[str, tuple[int, int, int]]:
    """Where each station's line enters the board: row, column, end."""
    found = {}
    for number, where in enumerate(BOX.stations[numbering], start=1):
        square, side = where.split()
        found[str(number)] = (*at(square), ENTRY[side])
    return found


def arrival(row: int, column: int, end: int, numbering: str, is_through: bool) -> str | None:
    """The place that is reached by leaving a square at an end, if it is one."""
    for name, (r, c, entry) in (stations(numbering) | ({} if is_through else SPACES)).items():
        if (r, c, entry + 1) == (row, column, end):
            return name
    return None


def follow(laid: tuple[Laid, ...], start: str, numbering: str, is_through: bool) -> tuple[int, str | None]:
    """The passes of the line from a place, and the place where it ends, if it does."""
    board = {at(tile.square): turned_links(tile.tile, tile.turn) for tile in laid}
    row, column, entry = (stations(numbering) | SPACES)[start]
    passes = 0
    while (row, column) in board:
        leaving = board[row, column][entry]
        passes += 1
        if (end := arrival(row, column, leaving, numbering, is_through)) is not None:
            return passes, end
        down, right, entry = JOIN[leaving]
        row, column = row + down, column + right
    return passes, None


def is_reachable(laid: tuple[Laid, ...], row: int, column: int) -> bool:
    taken = {at(tile.square) for tile in laid} - CENTRE
    if (row, column) in taken | CENTRE:
        return False
    if row in (0, 7) or column in (0, 7):
        return True
    return any((row + down, column + right) in taken for down, right, _ in JOIN.values())


def makes_one_tile_line(links: dict[int, int], row: int, column: int, trains: set[str]) -> bool:
    forbidden: list[tuple[int, int]] = []
    for name, found in FORBIDDEN.items():
        is_here = name in (f"row {row}", f"column {column}") or (name[0] in "AH" and at(name) == (row, column))
        forbidden += found if is_here else []
    for name in trains:
        r, c, entry = SPACES[name]
        if (r, c) == (row, column):
            forbidden.append((entry, entry + 1))
    return any(links[entry] == leaving for entry, leaving in forbidden)


def legal_places(laid: tuple[Laid, ...], tile: str, turns: tuple[int, ...], trains: set[str]) -> set[tuple[str, int]]:
    """(square, turn) for every legal placing of a tile."""
    squares = [f"{column}{row + 1}" for row in range(8) for column in "ABCDEFGH"]
    base = {(square, turn) for square in squares for turn in turns if is_reachable(laid, *at(square))}
    good = {
        (square, turn)
        for square, turn in base
        if not makes_one_tile_line(turned_links(tile, turn), *at(square), trains)
    }
    return good or base
