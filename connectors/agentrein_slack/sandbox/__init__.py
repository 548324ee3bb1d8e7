"""A stand-in for Slack's Web API on loopback: stateful, and as documented in errors, answers, ids and system messages.

Written from the public documentation (https://docs.slack.dev/reference/methods); one module per area beside this one.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping
from typing import Any

from agentrein.testing import Answer, Fault, Request, Sandbox, Stop
from agentrein_slack.sandbox import (
    admin_apps,
    admin_channels,
    admins,
    bookmarks,
    calls,
    canvases,
    chat,
    conversations,
    featured,
    files,
    history,
    legacy,
    lists,
    membership,
    people,
    pins,
    policies,
    quiet,
    reactions,
    reminders,
    remote,
    scheduled,
    seed,
    skills,
    staff,
    stars,
    streams,
    usergroups,
    views,
    workspaces,
)
from agentrein_slack.sandbox.ask import Ask
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.played import Played
from agentrein_slack.sandbox.records import Channel, Grant
from agentrein_slack.sandbox.state import is_compensated, state_of
from agentrein_slack.sandbox.wire import API, READS, UPLOADS, SlackRequest, arguments, token_in
from agentrein_slack.sandbox.world import World


class SlackSandbox(Played, Sandbox):
    """A stand-in for Slack; clients take `base_url=sb.api_url` and a seeded token.

    The workspace T01AB starts with an agent's bot (`xoxb-agent`: user U0BOT, bot B0BOT, app A0BOT), an administrator
    Bob (`xoxp-person`, U0BOB), a member Ada (`xoxp-ada`, U0ADA) and a second bot (`xoxb-other`, U0OTH), with the
    channels #deploys (C0AAA, made by the agent; Bob and Ada are in it), #general (C0GEN, everybody) and the private
    #board (C0PRIV, Bob and Ada), and with an open direct message between the agent and Ada (D0ADA). A post to U0BOB
    opens D0BOB. Of a second workspace, T02CD, only its people are there (Bob), and of workflows only who looks after
    them (Wf0A: Bob, Wf0B: nobody).

    What Slack's own settings and the kind of app decide is set on the sandbox:

    - `lenient`: an edit of the text alone drops the blocks; otherwise what it does not mention stays (both are
      documented, at different times).
    - `renders_text`: whether messages of text alone are shown with a block of rich text that Slack makes of it.
    - `splits`: whether texts over 4,000 characters become several messages, of which the answer names the first
      (https://github.com/slackapi/bolt-python/issues/764).
    - `edit_window`: seconds in which people may edit their messages; None for ever.
    - `history_limit`: the most messages that a read of history gives (15 for apps outside the Marketplace).
    - `deleting`: whether messages may be deleted at all.
    - `restricted`: methods that a preference of the workspace forbids, answered `restricted_action`.
    - `legacy`: whether the methods before conversations.*, and files.upload, are served; otherwise they are answered
      `method_deprecated`.
    - `share_delay`: how many looks at a file or its channel come before the message that shares an upload.
    """

    methods = Methods(
        people.methods,
        chat.methods,
        history.methods,
        scheduled.methods,
        conversations.methods,
        membership.methods,
        reactions.methods,
        pins.methods,
        bookmarks.methods,
        files.methods,
        usergroups.methods,
        reminders.methods,
        stars.methods,
        views.methods,
        canvases.methods,
        quiet.methods,
        calls.methods,
        remote.methods,
        lists.methods,
        streams.methods,
        featured.methods,
        skills.methods,
        admins.methods,
        policies.methods,
        workspaces.methods,
        staff.methods,
        admin_apps.methods,
        admin_channels.methods,
        legacy.methods,
    )

    def __init__(
        self,
        *,
        port: int = 0,
        lenient: bool = False,
        edit_window: float | None = None,
        share_delay: int = 1,
        legacy: bool = False,
    ) -> None:
        self._settings = {
            "lenient": lenient,
            "edit_window": edit_window,
            "share_delay": share_delay,
            "legacy": legacy,
        }
        super().__init__(port=port)

    def seed(self) -> None:
        """Put Slack and its settings to their start."""
        self.lenient: bool = bool(self._settings["lenient"])
        self.edit_window: float | None = self._settings["edit_window"]
        self.legacy: bool = bool(self._settings["legacy"])
        self.share_delay: int = int(self._settings["share_delay"] or 0)
        self.renders_text = False
        self.splits = False
        self.history_limit: int | None = None
        self.deleting = True
        self.restricted: set[str] = set()
        self._ahead = 0.0
        self.world: World = seed.world(self.now)

    @property
    def api_url(self) -> str:
        """What clients take as `base_url`."""
        return f"{self.url}{API}"

    def now(self) -> float:
        """Slack's clock, in seconds since the epoch."""
        return time.time() + self._ahead

    def state(self) -> dict[str, dict[str, Any]]:
        """Channels, messages, bookmarks, what is scheduled, files, groups, reminders and profiles by path."""
        with self.lock:
            scheduled.post_due(self.world)
            return state_of(self.world)

    def compensated(self, snapshot: Mapping[str, Any]) -> bool:
        """A message that says that it was reverted, an abandoned channel, a disabled group: Slack deletes none."""
        return is_compensated(snapshot)

    def is_write(self, request: Request) -> bool:
        """Whether the method changes something; what is no method at all counts as if it did."""
        return not isinstance(request, SlackRequest) or request.call not in READS

    def understood(self, request: Request, headers: Mapping[str, str], content: bytes) -> Request:
        """The request with its method's name, its arguments decoded, and its token exchanged for what it grants."""
        known = {one.name: getattr(request, one.name) for one in dataclasses.fields(request)}
        name = request.decoded.removeprefix(API).rstrip("/") if request.decoded.startswith(API) else ""
        if not name:
            return SlackRequest(**known | {"body": None, "raw": content})
        body = arguments(request, headers.get("content-type", ""), content)
        given = body.pop("token", None)
        token = token_in(headers) or str(given or "")
        grant = self.world.grants.get(token)
        known["query"] = {key: value for key, value in request.query.items() if key != "token"}
        known["pairs"] = tuple(pair for pair in request.pairs if pair[0] != "token")
        known |= {"body": body, "raw": b"", "credentialed": bool(token)}
        known["actor"] = grant.user.id if grant is not None else None
        return SlackRequest(**known, call=name, grant=grant)

    def answer(self, request: Request) -> Answer:
        """Let the method answer; uploads have an address of their own."""
        scheduled.post_due(self.world)
        if not isinstance(request, SlackRequest) or not request.call:
            if request.method == "POST" and request.path.startswith(UPLOADS):
                return files.receive(self.world, request.path.removeprefix(UPLOADS), request.raw)
            return Answer(404, b"Not found", media="text/plain")
        try:
            answer = self.methods.answer(Ask(self, self.world, request))
        except Stop as stop:
            answer = stop.answer
        return answer if request.grant is None else self._naming_scopes(answer, request.grant)

    def _naming_scopes(self, answer: Answer, grant: Grant) -> Answer:
        """The answer with the scopes of the token in a header; every one that a method asks for, if it has all."""
        scopes = self.methods.scopes if grant.scopes is None else grant.scopes
        return dataclasses.replace(answer, headers={**answer.headers, "x-oauth-scopes": ",".join(sorted(scopes))})

    def fault_body(self, fault: Fault) -> Any:
        """Slack's form of an error: a limit, a trouble of its own, or a call that it does not take."""
        if fault.kind == "rate_limited":
            return {"ok": False, "error": "ratelimited"}
        return {"ok": False, "error": "internal_error" if fault.status >= 500 else "invalid_arguments"}

    def share_due(self, channel: Channel) -> None:
        """Post the messages that share uploads, as far as they are due when somebody looks at this channel."""
        files.share_due(self.world, channel=channel)


__all__ = ["SlackSandbox"]
