"""`semafor tune` with the first release's robot as one to win against:

python -m tests.yardstick.tune usa --against v1
"""

import argparse
import sys

from bot.cli import tune
from bot.cli.speech import BadInput
from tests.yardstick.__main__ import contestant


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.yardstick.tune", description=__doc__)
    tune.add_arguments(parser)
    try:
        return tune.run(parser.parse_args(), contestant)
    except BadInput as error:
        parser.error(str(error))


if __name__ == "__main__":
    sys.exit(main())
