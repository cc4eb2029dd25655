"""What only some titles have, from their map files: World's fleet, Germany's passengers."""

import msgspec

from bot.games.tickets.atlas import atlas


class _Numbers(msgspec.Struct, frozen=True):
    pieces: int = 60
    recommended: int = 20


def _piece_choice(title: str) -> _Numbers:
    for raw in atlas(title).file.features:
        if msgspec.json.decode(raw).get("is") == "piece_choice":
            return msgspec.json.decode(raw, type=_Numbers)
    return _Numbers()


def has_feature(title: str, name: str) -> bool:
    """Whether a title plays with something such as `passengers`."""
    return any(msgspec.json.decode(raw).get("is") == name for raw in atlas(title).file.features)


def recommended_wagons(title: str) -> int:
    return _piece_choice(title).recommended


def pieces_in_all(title: str) -> int:
    return _piece_choice(title).pieces
