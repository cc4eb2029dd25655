"""A map's whole picture from its map file, and how it is written down."""

import msgspec

from render.layout.coast import made_land
from render.layout.labels import placed_labels
from render.layout.lines import placed_tracks
from render.layout.places import picture_size, placed_cities, space_size
from render.tickets.drawn_map import DrawnMap
from render.tickets.outline import CitySpot, Land, Outline
from rules.tickets.maps import MapFile

LABEL = 36.0
"""The size of names on a new map, in pixels of the board."""
ROUND = 0.226
"""A city's radius as a part of a space's length."""
NO_LAND = Land(foreign=(), home=(), lakes=(), borders=(), states=(), rivers=())
SOURCE = "Made by `semafor map`; coordinates of the land in tenths of a pixel."


def made_outline(file: MapFile, pixels: float = LABEL) -> Outline:
    """Cities near where they were put, tracks between them, land around them, names beside them."""
    size = picture_size(file)
    space = space_size(file, size)
    radius = round(space[0] * ROUND, 1)
    spots = placed_cities(file, size, space, radius)
    cities = {city.id: CitySpot(float(x), float(y)) for city, (x, y) in zip(file.cities, spots, strict=True)}
    outline = Outline(size=size, space=space, city_radius=radius, cities=cities, tracks={}, land=NO_LAND, source=SOURCE)
    return with_tracks_and_land(file, outline, pixels)


def with_tracks_and_land(file: MapFile, outline: Outline, pixels: float | None) -> Outline:
    """Everything but the cities anew: for a new map, or one whose cities or tracks have been changed by hand."""
    outline = msgspec.structs.replace(outline, tracks=placed_tracks(file, outline))
    if outline.source == SOURCE:
        outline = msgspec.structs.replace(outline, land=made_land(file, outline))
    return placed_labels(DrawnMap(file, outline), pixels)


def written(value: msgspec.Struct) -> bytes:
    """JSON with a line for every city, track, ticket and ring, so that a change can be read; without defaults."""
    return "".join(lines(msgspec.json.decode(msgspec.json.encode(lean(value))))).encode()


def lean(value: object) -> object:
    """Without the fields that have their default."""
    if isinstance(value, msgspec.Struct):
        if value.__struct_config__.array_like:
            return value
        kept = [info for info in msgspec.structs.fields(value) if getattr(value, info.name) != default_of(info)]
        return {info.name: lean(getattr(value, info.name)) for info in kept}
    if isinstance(value, dict):
        return {key: lean(entry) for key, entry in value.items()}
    return [lean(entry) for entry in value] if isinstance(value, tuple) else value


def default_of(info: msgspec.structs.FieldInfo) -> object:
    if info.default_factory is not msgspec.NODEFAULT:
        return info.default_factory()
    return info.default


def lines(fields: dict[str, object]) -> list[str]:
    found: list[str] = []
    for key, value in fields.items():
        end = "\n}\n" if key == list(fields)[-1] else ",\n"
        found.append(f"{'' if found else chr(123) + chr(10)} {plain(key)}: {block(value)}{end}")
    return found


def block(value: object) -> str:
    """One line, or one for each entry of a list or table of larger things."""
    is_large = len(plain(value)) > 100
    if is_large and isinstance(value, list):
        return "[\n" + ",\n".join(f"  {plain(entry)}" for entry in value) + "\n ]"
    if is_large and isinstance(value, dict):
        return "{\n" + ",\n".join(f"  {plain(key)}: {plain(entry)}" for key, entry in value.items()) + "\n }"
    return plain(value)


def plain(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
