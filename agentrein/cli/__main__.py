"""`python -m agentrein.cli`, for where the script `rein` is not on the path."""

from __future__ import annotations

import sys

from agentrein.cli import main

if __name__ == "__main__":
    sys.exit(main())
