"""`python -m render.prepare`: draws every base into the cache folder, so that the first picture is as quick as any."""

from render.catalog import PICTURES
from render.kit.theme import THEMES


def main() -> None:
    for title, pictures in PICTURES.items():
        for theme in THEMES:
            pictures.prepare(title, theme)


def read_all() -> None:
    """Into memory, what lies in the cache folder; nothing is drawn for it."""
    for title, pictures in PICTURES.items():
        for theme in THEMES:
            pictures.warm(title, theme)


if __name__ == "__main__":
    main()
