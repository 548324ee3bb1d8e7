"""Only `make sdk-tests` runs this folder: it downloads the source distribution of an SDK."""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get("AGENTREIN_SDK_TESTS") else ["test_*.py"]
