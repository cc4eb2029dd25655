"""`python -m render.prepare`: draws every base into the cache folder, so that the first picture is as quick as any."""

from render.kit.theme import THEMES
from render.metro.base import base_of as metro_base
from render.tickets.base import base_of
from rules.catalog import TICKET_TITLES


def main() -> None:
    for game in TICKET_TITLES:
        for theme in THEMES:
            base_of(game, theme)
    for theme in THEMES:
        metro_base(theme)


if __name__ == "__main__":
    main()
