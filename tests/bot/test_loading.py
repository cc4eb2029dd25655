"""Modules that are loaded late."""

import gc
import sys

import pytest

from bot.loading import load


def test_the_collector_is_at_work_again_whatever_came_of_a_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    load("colorsys")
    assert "colorsys" in sys.modules
    assert gc.isenabled()
    with pytest.raises(ModuleNotFoundError):
        load("no_such_module_anywhere")
    assert gc.isenabled()
    gc.unfreeze()


def test_what_is_there_already_is_not_kept_from_the_collector() -> None:
    before = gc.get_freeze_count()
    load("sys", "gc")
    assert gc.get_freeze_count() == before
