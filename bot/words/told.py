"""Whom a refusal is told, and what that reader sees."""

from dataclasses import dataclass
from typing import Any

from bot.words.names import Names
from data.texts import text
from rules.game import View


@dataclass(frozen=True)
class Told:
    view: View | None
    legal: Any
    names: Names
    language: str

    @property
    def is_asked(self) -> bool:
        return self.view is not None and self.view.reader in self.view.to_act and self.legal is not None

    def say(self, key: str, **fields: object) -> str:
        return text(key, self.language, **fields)
