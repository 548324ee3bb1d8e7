"""The seams of the async client: every API method, pages included, and the bytes of an upload.

A write leaves as POST, whatever verb the SDK names for it: Slack takes both, the sync client does the same, and
aiohttp sends a GET again on its own when the connection breaks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_base_client import AsyncBaseClient
from yarl import URL

from agentrein.connector import Answer, Call, Request, enter_async, rehearsing
from agentrein_slack import connector
from agentrein_slack.proxy import uploads
from agentrein_slack.proxy.answer import to_aiohttp
from agentrein_slack.proxy.client import Armed, SlackClient, authorization_in
from agentrein_slack.proxy.decode import decode, method_of, read_of
from agentrein_slack.proxy.mark import marked
from agentrein_slack.proxy.once import once_async, sibling_of
from agentrein_slack.proxy.seam import install
from agentrein_slack.proxy.still import held
from agentrein_slack.proxy.sync import upload_of


class AsyncSlackClient(Armed):
    """Reads and inverse calls through an `AsyncWebClient`."""

    limits = AsyncRateLimitErrorRetryHandler

    async def request(self, call: Call, check: Callable[[], None] | None) -> Answer:
        """Send one call once and give its answer; never raises for an error of Slack's, and never resends."""
        url, built = self.built(call)
        sibling = sibling_of(self._client)
        return await once_async(check, lambda: _send(sibling, http_verb="POST", api_url=url, req_args=_once(built)))


_send: Callable[..., Any] = AsyncBaseClient._request  # before any seam stands there


def _once(req_args: dict[str, Any]) -> dict[str, Any]:
    """The arguments for one request of its own: the SDK takes parts out of them, and a redirect is the answer."""
    return {**{name: value for name, value in req_args.items() if name != "files"}, "allow_redirects": False}


def gated_request(client_class: type[AsyncSlackClient | SlackClient]) -> Callable[..., Callable[..., Any]]:
    """The gate in front of a `_request`, for clients that the core sees as this class."""

    def gated(original: Callable[..., Any]) -> Callable[..., Any]:
        async def request(self: Any, *, http_verb: str, api_url: str, req_args: dict[str, Any]) -> Any:
            authorization = authorization_in(req_args.get("headers"))
            method = method_of(self, api_url)
            if connector.reads(method, "") and not rehearsing():

                async def plainly(_: Callable[[], None]) -> Answer:
                    sent = {"http_verb": http_verb, "api_url": api_url, "req_args": req_args}
                    return Answer(native=await original(self, **sent))

                client = client_class(self, marked(self), authorization)
                return (await enter_async(client, read_of(self, method, http_verb), plainly)).native

            said = held(req_args)
            asked = _decode(self, api_url, said)
            client = client_class(self, marked(self), authorization, resends=not asked.opaque)
            sibling, taken = sibling_of(self), set[str]()

            async def send(check: Callable[[], None]) -> Answer:
                sent = _once(said)
                answer = await once_async(
                    check, lambda: original(sibling, http_verb="POST", api_url=api_url, req_args=sent)
                )
                taken.update(said.keys() - sent.keys())
                return answer

            answer = await enter_async(client, asked, send)
            for name in taken:  # what the SDK takes out of them is not among those that its response shows
                del req_args[name]
            uploads.remember(method, answer.body)
            return to_aiohttp(answer)

        return request

    return gated


def _decode(client: Any, url: str, req_args: dict[str, Any]) -> Request:
    params = req_args.get("params")
    if params:
        URL(url).extend_query(params)  # raises what aiohttp would, before anything is recorded
    return decode(client, url, params, req_args.get("data"), json=req_args.get("json"))


def gated_upload(original: Callable[..., Any]) -> Callable[..., Any]:
    """The gate in front of `_upload_file`, which posts bytes to an URL that Slack gave before."""

    async def upload(self: Any, **sent: Any) -> Any:
        request, sibling = upload_of(self, sent), sibling_of(self)

        async def send(check: Callable[[], None]) -> Answer:
            return await once_async(
                check,
                lambda: original(sibling, **sent),
                lambda result: Answer(result.status, result.body, native=result),
            )

        answer = await enter_async(AsyncSlackClient(self, marked(self), resends=False), request, send)
        return answer.native

    return upload


install(AsyncBaseClient, "_request", gated_request(AsyncSlackClient))
install(AsyncBaseClient, "_upload_file", gated_upload)
