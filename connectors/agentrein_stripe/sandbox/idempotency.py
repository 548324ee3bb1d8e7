"""Idempotency keys: the first answer of each, and what a second request with it gets.

https://docs.stripe.com/api/idempotent_requests
"""

from __future__ import annotations

import json
from copy import deepcopy

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, fail
from agentrein_stripe.sandbox.world import Kept

KEPT_FOR = 24 * 3600
"""For how many seconds a key is certainly known; older ones are forgotten here at once."""


def begin(ask: Ask) -> Answer | None:
    """The answer that the key keeps; None if the request is the first with it. Other parameters are an error.

    Keys are kept apart by account and mode.
    """
    if ask.key is None:
        return None
    if len(ask.key) > 255:
        raise fail(400, "Idempotency keys may have at most 255 characters.", kind="idempotency_error")
    kept = ask.world.kept.get(ask.key)
    if kept is None or kept.at < ask.request.at - KEPT_FOR:
        return None
    if kept.asked != _asked(ask):
        raise fail(
            400,
            "Keys for idempotent requests can only be used with the same parameters they were first used with. Try "
            f"using a key other than '{ask.key}' if you meant to execute a different request.",
            kind="idempotency_error",
        )
    return Answer(kept.status, deepcopy(kept.body), {"Idempotent-Replayed": "true", "Original-Request": kept.request})


def keep(ask: Ask, answer: Answer) -> Answer:
    """Keep the answer under the request's key, if it has one; gives the answer.

    Of API v2 a failed request is tried again. https://docs.stripe.com/api-v2-overview
    """
    if ask.key is not None and not (answer.status >= 400 and ask.request.path.startswith("/v2/")):
        body = deepcopy(answer.body)
        ask.world.kept[ask.key] = Kept(_asked(ask), answer.status, body, ask.id, ask.request.at)
    return answer


def _asked(ask: Ask) -> tuple[str, str, str]:
    return ask.request.method, ask.request.path, json.dumps(ask.request.body, sort_keys=True)
