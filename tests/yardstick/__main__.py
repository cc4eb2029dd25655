"""`semafor tournament` with the first release's robot among the robots that can be named, as `v1`:

python -m tests.yardstick usa --robots v1,conductor --games 200
"""

import argparse
import sys

from bot.cli import tournament
from bot.cli.contest import Contestant
from bot.cli.speech import BadInput
from tests.yardstick import first_robot


def contestant(name: str) -> Contestant:
    return Contestant(name, first_robot) if name == "v1" else tournament.contestant(name)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.yardstick", description=__doc__)
    tournament.add_arguments(parser)
    try:
        return tournament.run(parser.parse_args(), contestant)
    except BadInput as error:
        parser.error(str(error))


if __name__ == "__main__":
    sys.exit(main())
