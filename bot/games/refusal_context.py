"""Whom a refusal is told, and what that reader sees and could do instead."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

from bot.text.names import Names
from data.texts import text
from rules.game import Action, AnyLegal, View


class Instead(msgspec.Struct, frozen=True, kw_only=True):
    """Something legal that lies near what was refused: in words, and as a button of the panel."""

    label: str
    verb: str
    choice: str = ""
    words: str = ""
    """Nothing where the refusal itself or the label says enough."""


@dataclass(frozen=True)
class RefusalContext:
    view: View
    legal: AnyLegal | None
    names: Names
    language: str
    wanted: Action | None = None
    """What was refused, where it came as far as an action."""

    @property
    def is_asked(self) -> bool:
        return self.view.reader in self.view.to_act and self.legal is not None

    def say(self, key: str, **fields: object) -> str:
        return text(key, self.language, **fields)

    def instead(self, key: str, verb: str, choice: str = "", *, words: str = "", **fields: object) -> Instead:
        return Instead(label=self.say(key, **fields), verb=verb, choice=choice, words=words)


Fields: TypeAlias = dict[str, object]
"""What fills the sentence of a refusal; `key` where it has another sentence than its name says."""
RefusalFields: TypeAlias = Callable[[RefusalContext, Any], Fields]
