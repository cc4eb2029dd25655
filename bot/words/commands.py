"""Commands in sentences: named as the reader's Discord shows them, and only where they exist.

Texts are written with the English names, such as `/claim pay:`; names in other languages are in the catalogues.
"""

import re

from data.texts import catalogue, has_text, text

COMMAND = re.compile(r"(?<![\w/:])/([a-z]+)(?: ([a-z]+))?")
OPTION = re.compile(r"(?<![\w/])([a-z]+[12]?):(?=[\s).,]|$)")


def exists(command: str) -> bool:
    """Whether there is a command such as `game.undo`."""
    return has_text(f"command.{command}.name", "en")


def localised(words: str, language: str) -> str:
    """The same text with commands and options under their names in a language."""
    if language == "en":
        return words
    return OPTION.sub(
        lambda found: _option(found, language), COMMAND.sub(lambda found: _command(found, language), words)
    )


def _command(found: re.Match[str], language: str) -> str:
    group, leaf = found[1], found[2]
    if not exists(group):
        return found[0]
    name = "/" + text(f"command.{group}.name", language)
    if leaf is None:
        return name
    key = f"command.{group}.{leaf}.name"
    return f"{name} {text(key, language) if has_text(key, language) else leaf}"


def _option(found: re.Match[str], language: str) -> str:
    key = f"option.{found[1]}.name"
    return f"{text(key, language)}:" if has_text(key, language) else found[0]


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
