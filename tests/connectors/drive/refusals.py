"""What the stand-in refuses, for tests by the bare SDK."""

from __future__ import annotations

import json
from typing import Any

import pytest
from googleapiclient.errors import HttpError


def refused(request: Any) -> tuple[int, str]:
    """Status and reason of the error that a request meets."""
    with pytest.raises(HttpError) as met:
        request.execute()
    error = json.loads(met.value.content)["error"]
    return int(error["code"]), str(error["errors"][0]["reason"])
