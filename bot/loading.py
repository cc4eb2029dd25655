"""Modules that are loaded late, since nothing needs them sooner, or beside something else."""

import gc
import sys
from importlib import import_module


def load(*names: str) -> None:
    """What these modules hold stays for good: the collector, which would look through it again and again while it
    grows, takes an eighth of a start, and has no look at it later either."""
    if all(name in sys.modules for name in names):
        return
    gc.disable()
    try:
        for name in names:
            import_module(name)
    finally:
        gc.freeze()
        gc.enable()
