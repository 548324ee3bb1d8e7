"""Stripe as `seahaven-stripe-world` plays it, behind a recorder that answers the reads which the stand-in lacks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.independent import standing
from tests.independent.recorder import Recorded, Recorder, recording

KEY = "sk_test_agent"


@contextmanager
def serving(folder: Path) -> Iterator[Recorder]:
    """A freshly started stand-in."""
    with standing.stripe_world(folder) as url, recording(url, own=own) as made:
        yield made


LACKS = re.compile(
    r"/v1/(quotes|plans|checkout/sessions|billing/credit_grants"
    r"|customers/[^/]+/(sources|tax_ids)|products/[^/]+/features)"
)
"""Lists that the stand-in does not have, and in which its account has nothing."""


def own(request: Recorded) -> bytes | None:
    """The account of the key, and lists of what the stand-in does not have."""
    if request.path == "/v1/account":
        return json.dumps({"id": "acct_1Acme", "object": "account", "country": "DE"}).encode()
    if request.method == "GET" and LACKS.fullmatch(request.path):
        return json.dumps({"object": "list", "url": request.path, "data": [], "has_more": False}).encode()
    return None
