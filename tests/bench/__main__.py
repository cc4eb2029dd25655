"""Runs every benchmark, or those named, and prints each figure with what it must reach and what it aspires to."""

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path

MODULES = sorted(
    path.stem
    for path in Path(__file__).parent.glob("*.py")
    if not path.stem.startswith("_") and "def ratios(" in path.read_text()
)


def target_of(name: str, targets: dict[str, tuple[str, float, float]]) -> tuple[str, float, float] | None:
    """The target whose name is the longest beginning of this figure's name."""
    fitting = [prefix for prefix in targets if name.startswith(prefix)]
    return targets[max(fitting, key=len)] if fitting else None


def is_met(figure: float, sign: str, target: float) -> bool:
    return figure >= target if sign == ">=" else figure <= target


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("only", nargs="*", choices=[*MODULES, []], help="which benchmarks; left out: all")
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    figures, missed = {}, []
    for name in args.only or MODULES:
        module = import_module(f"tests.bench.{name}")
        for figure, value in module.ratios().items():
            target = target_of(figure, getattr(module, "TARGETS", {}))
            figures[figure] = {"value": value, "target": target}
            if target and not is_met(value, *target[:2]):
                missed.append(figure)
            if not args.json:
                goal = f"{target[0]} {target[1]:g}, better {target[2]:g}" if target else ""
                mark = "!" if figure in missed else " "
                print(f"{mark} {figure:42} {value:10.3f}   {goal}", flush=True)
    if args.json:
        json.dump({"figures": figures, "missed": missed}, sys.stdout, indent=1)
        print()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
