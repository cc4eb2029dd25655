"""Performance, as ratios measured side by side in one run. `make bench`, or `make bench ARGS=--json`.

Each module has `ratios()`, and `TARGETS` with the figure that each ratio must reach and the one it aspires to.
"""
