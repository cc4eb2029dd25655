"""The licences of everything that is installed beside Semafor, and of its fonts: `python -m bot.cli.notices`.

The container image is built with this text in it. THIRD-PARTY.md lists the same parts, without their texts.
"""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions

import data

LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)
OURS_OR_TOOLS = {"semafor", "pip", "setuptools"}
SPDX = {
    "Apache 2.0": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "GNU Library or Lesser General Public License (LGPL)": "LGPL-3.0-or-later",
    "MIT License": "MIT",
}
"""The usual names for what some packages call otherwise."""
RULE = "=" * 100


def packages() -> dict[str, Distribution]:
    """Everything installed that is not ours, by its name."""
    found = {key_of(each.metadata["Name"]): each for each in distributions()}
    return {name: found[name] for name in sorted(found) if name not in OURS_OR_TOOLS}


def key_of(name: str) -> str:
    """The name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licence_of(package: Distribution) -> str:
    """As the package states it: an expression, a short field, or a classifier; a long field is the text itself."""
    fields = package.metadata
    stated = next((text for name in ("License-Expression", "License") for text in fields.get_all(name) or []), "")
    if not stated or "\n" in stated:
        kinds = [each for each in fields.get_all("Classifier") or [] if each.startswith("License :: ")]
        stated = kinds[0].rsplit(" :: ", 1)[-1] if kinds else "unknown"
    return SPDX.get(stated, stated)


def texts_of(package: Distribution) -> Iterator[tuple[str, str]]:
    """Each licence or notice that came with a package: where it lies, and what it says."""
    for path in package.files or []:
        if LICENCE_FILE.search(path.name) and path.suffix not in (".py", ".pyc", ".js"):
            yield str(path), path.locate().read_text(encoding="utf-8", errors="replace")  # type: ignore[attr-defined]


def notices() -> Iterator[str]:
    yield "Semafor is used together with the following works, each under its own licence.\n"
    for package in packages().values():
        yield f"{RULE}\n{package.metadata['Name']} {package.version}: {licence_of(package)}\n"
        yield from (f"--- {path}\n{text.strip()}\n" for path, text in texts_of(package))
    yield f"{RULE}\nFonts\n\n{data.read('fonts/README.txt').decode()}"
    for path in sorted((data.FOLDER / "fonts").glob("*-LICENSE.txt")):
        yield f"--- {path.name}\n{path.read_text(encoding='utf-8').strip()}\n"


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    print("\n".join(notices()))
