"""`python -m render.prepare`: draws every base into the cache folder, so that the first picture is as quick as any."""

from render.catalog import CATALOG
from render.kit.theme import THEMES


def main() -> None:
    for title, pictures in CATALOG.items():
        for theme in THEMES:
            pictures.prepare(title, theme)


if __name__ == "__main__":
    main()
