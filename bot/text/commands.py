"""Commands in sentences: named as the reader's Discord shows them, and only where they exist.

Texts are written with the English names, such as `/claim pay:`; names in other languages are in the catalogues. In
messages they become mentions to tap, `</claim:123>`, which Discord shows in each reader's language.
"""

import re
from collections.abc import Mapping
from functools import cache

from data.languages import FALLBACK, LANGUAGES
from data.texts import catalogue, has_text, text

COMMAND = re.compile(r"(?<![\w/:])/([a-z]+)(?: ([a-z]+))?")
LONGEST_MESSAGE = 2000
OPTION = re.compile(r"(?<![\w/])([a-z]+[12]?):(?=[\s).,]|$)")


def localised(words: str, language: str) -> str:
    """The same text with commands and options under their names in a language."""
    if language == FALLBACK:
        return words
    return OPTION.sub(
        lambda found: _option(found, language), COMMAND.sub(lambda found: _command(found, language), words)
    )


def _command(found: re.Match[str], language: str) -> str:
    group, leaf = found[1], found[2]
    if not has_text(f"command.{group}.name", language):
        return found[0]
    name = "/" + text(f"command.{group}.name", language)
    if leaf is None:
        return name
    key = f"command.{group}.{leaf}.name"
    return f"{name} {text(key, language) if has_text(key, language) else leaf}"


def _option(found: re.Match[str], language: str) -> str:
    key = f"option.{found[1]}.name"
    return f"{text(key, language)}:" if has_text(key, language) else found[0]


def with_mentions(words: str, language: str | None, ids: Mapping[str, int]) -> str:
    """The same text with commands to tap, as far as their ids are known; those of groups lead nowhere and stay plain.

    Commands may stand there under their name in any language; plain ones are put into `language`, if one is given.
    Where a message would become too long, the last ones stay plain.
    """
    paths = every_path()
    room = LONGEST_MESSAGE - len(words)

    def mentioned(found: re.Match[str]) -> str:
        nonlocal room
        path = paths[found[1]]
        group = path.split()[0]
        plain = _named(path, language) if language else found[0]
        tapped = plain if group not in ids or is_group(path) else f"</{path}:{ids[group]}>"
        chosen = tapped if len(tapped) - len(found[0]) <= room else plain
        room -= len(chosen) - len(found[0])
        return chosen

    return _any_path().sub(mentioned, words)


@cache
def _any_path() -> re.Pattern[str]:
    written = "|".join(re.escape(path) for path in sorted(every_path(), key=len, reverse=True))
    return re.compile(rf"(?<![\w/:<])/({written})(?![\w-])")


@cache
def every_path() -> dict[str, str]:
    """Every way to write a command, `gra nowa`, with its English one, `game new`."""
    keys = [key for key in catalogue("en") if key.startswith("command.") and key.endswith(".name")]
    paths = [key.removeprefix("command.").removesuffix(".name").replace(".", " ") for key in keys]
    return {_named(path, language)[1:]: path for language in reversed(LANGUAGES) for path in paths}


@cache
def is_group(path: str) -> bool:
    return any(other.startswith(f"{path} ") for other in every_path().values())


def _named(path: str, language: str) -> str:
    """/gra nowa"""
    parts = path.split()
    names = [text(f"command.{'.'.join(parts[:n])}.name", language) for n in range(1, len(parts) + 1)]
    return "/" + " ".join(names)


def command_list(language: str) -> str:
    """Every command there is, a line for each that has parts and one for all others."""
    leaves: dict[str, list[str]] = {}
    for key in catalogue("en"):
        if key.startswith("command.") and key.endswith(".name"):
            group, *leaf = key.removeprefix("command.").removesuffix(".name").split(".")
            leaves.setdefault(group, []).extend(leaf)
    single = [f"/{group}" for group, parts in leaves.items() if not parts]
    lines = [f"/{group} " + f" · /{group} ".join(parts) for group, parts in leaves.items() if parts]
    return "\n".join(localised(line, language) for line in [" · ".join(single), *lines] if line)
