"""Only `make independent` runs this folder: it installs stand-ins from the npm registry."""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get("AGENTREIN_INDEPENDENT") else ["test_*.py"]
