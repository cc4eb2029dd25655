import sys

from tests.soak.kill import main

sys.exit(main(sys.argv[1:]))
