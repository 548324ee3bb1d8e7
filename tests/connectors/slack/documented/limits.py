"""Rate limits and lost connections, by hand and by the SDK's handlers."""

from __future__ import annotations

from typing import Any

from aiohttp import ClientConnectionError
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry import RetryHandler
from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.http_retry.builtin_handlers import RateLimitErrorRetryHandler
from slack_sdk.http_retry.builtin_interval_calculators import BackoffRetryIntervalCalculator

from connectors.slack.documented.things import ASYNC, SYNC, WEB, Stage
from connectors.slack.examples.things import DEPLOYS
from documented_kit import Examples, Steps

LIMITS = Examples()

LIMITED = {"kind": "rate_limited", "path": "*/chat.postMessage", "retry_after": 0}
LOST = {"kind": "refuse", "path": "*/users.list"}
AT_ONCE = BackoffRetryIntervalCalculator(backoff_factor=0)


class Mine(RetryHandler):
    """A handler of the app's own: once more where the connection broke."""

    def _can_retry(self, *, error: Exception | None = None, **_: Any) -> bool:
        return isinstance(error, ConnectionError)


class MineAsync(AsyncRetryHandler):
    """The same for async code."""

    async def _can_retry_async(self, *, error: Exception | None = None, **_: Any) -> bool:
        return isinstance(error, ClientConnectionError)


@LIMITS.of(f"{WEB}rate-limits", "rejected compensated", faults=(LIMITED,))
def a_limit_by_hand(client: Any, at: Stage) -> Steps:
    """The answer says for how long to wait; then the same message again."""
    try:
        answer = yield client.chat_postMessage(channel=DEPLOYS, text="Hello from Python!")
    except SlackApiError as error:
        waited = error.response.status_code, int(error.response.headers["Retry-After"])
        answer = yield client.chat_postMessage(channel=DEPLOYS, text="Hello from Python!")
        return waited, error, answer.data
    return None


@LIMITS.of(f"{WEB}retryhandler", "compensated", faults=(LIMITED,), clients=(SYNC,))
def a_limit_by_the_sdk_s_handler(client: Any, at: Stage) -> Steps:
    """Added to the client that stands already."""
    client.retry_handlers.append(RateLimitErrorRetryHandler(max_retry_count=1))
    answer = yield client.chat_postMessage(channel=DEPLOYS, text="Hello from Python!")
    return answer.data


@LIMITS.of(f"{WEB}retryhandler", "compensated", faults=(LIMITED,), clients=(ASYNC,))
def a_limit_by_the_sdk_s_async_handler(client: Any, at: Stage) -> Steps:
    """The same for async code."""
    client.retry_handlers.append(AsyncRateLimitErrorRetryHandler(max_retry_count=1))
    answer = yield client.chat_postMessage(channel=DEPLOYS, text="Hello from Python!")
    return answer.data


@LIMITS.of(
    f"{WEB}retryhandler",
    faults=(LOST,),
    clients=(SYNC,),
    settings={"retry_handlers": lambda: [Mine(max_retry_count=1, interval_calculator=AT_ONCE)]},
)
def a_read_by_the_app_s_own_handler(client: Any, at: Stage) -> Steps:
    """Read again after the connection broke."""
    answer = yield client.users_list()
    return len(answer["members"])


@LIMITS.of(
    f"{WEB}retryhandler",
    faults=(LOST,),
    clients=(ASYNC,),
    settings={"retry_handlers": lambda: [MineAsync(max_retry_count=1, interval_calculator=AT_ONCE)]},
)
def a_read_by_the_app_s_own_async_handler(client: Any, at: Stage) -> Steps:
    """The same for async code."""
    answer = yield client.users_list()
    return len(answer["members"])
