"""The seams of the sync client: every API method, pages included, and the bytes of an upload."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from slack_sdk.web.base_client import BaseClient

from agentrein.connector import Answer, Request, enter, rehearsing
from agentrein_slack import connector
from agentrein_slack.proxy import uploads
from agentrein_slack.proxy.answer import to_urllib
from agentrein_slack.proxy.client import SlackClient, authorization_in
from agentrein_slack.proxy.decode import decode, method_of, read_of, refused
from agentrein_slack.proxy.mark import marked
from agentrein_slack.proxy.once import once
from agentrein_slack.proxy.seam import install
from agentrein_slack.proxy.still import held


def gated_perform(original: Callable[..., Any]) -> Callable[..., Any]:
    """The gate in front of `_perform_urllib_http_request`, which sends JSON, or a multipart form, or a plain one."""

    def perform(self: Any, *, url: str, args: dict[str, Any]) -> Any:
        authorization, method = authorization_in(args["headers"]), method_of(self, url)
        if connector.reads(method, "") and not rehearsing():
            client, request = SlackClient(self, marked(self), authorization), read_of(self, method, "POST")
            return enter(client, request, lambda _: Answer(native=original(self, url=url, args=args))).native
        args = held(args)
        request = _decode(self, url, args)
        client = SlackClient(self, marked(self), authorization, resends=not request.opaque)
        answer = enter(client, request, lambda check: once(self, check, url, args))
        uploads.remember(method, answer.body)
        return to_urllib(answer)

    return perform


def _decode(client: Any, url: str, args: dict[str, Any]) -> Request:
    if args["json"]:
        return decode(client, url, json=args["json"])
    return decode(client, url, args["data"] or args["params"], upload=bool(args["data"]))


def gated_upload(original: Callable[..., Any]) -> Callable[..., Any]:
    """The gate in front of `_upload_file`, which posts bytes to an URL that Slack gave before."""

    def upload(self: Any, **sent: Any) -> Any:
        request = upload_of(self, sent)

        def send(check: Callable[[], None]) -> Answer:
            left = False
            try:
                check()
                left = True
                result = original(self, **sent)
            except BaseException as error:  # noqa: BLE001 - the gate raises it again
                return Answer(getattr(error, "code", None), error=error, sent=left)
            return Answer(result.status, result.body, native=result)

        return enter(SlackClient(self, marked(self), resends=False), request, send).native

    return upload


def upload_of(client: Any, sent: dict[str, Any]) -> Request:
    """The request of an upload, without its URL, which is a secret; raises Refused if Slack did not give that URL."""
    if not uploads.given(sent["url"]):
        problem = "it would post bytes to an URL that no answer of files.getUploadURLExternal gave to this process"
        raise refused(client, str(sent["url"]), problem, secret=True)
    return Request("upload_url", "", body={"bytes": len(sent["data"])}, verb="POST", url=_plain(sent["url"]))


def _plain(url: str) -> str:
    return url.partition("#")[0].partition("?")[0]


install(BaseClient, "_perform_urllib_http_request", gated_perform)
install(BaseClient, "_upload_file", gated_upload)
