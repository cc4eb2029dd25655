"""The command `semafor`."""

import sys


def main() -> int:
    print("Nothing to run yet.", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
