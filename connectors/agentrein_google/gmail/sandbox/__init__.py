"""A stand-in for Gmail on loopback: one mailbox, with its labels, drafts, filters and settings.

Written from the public documentation (https://developers.google.com/workspace/gmail/api/reference/rest); one module per
area beside this one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from agentrein.testing import Routes
from agentrein_google.gmail.sandbox import (
    addresses,
    certificates,
    drafts,
    filters,
    history,
    labels,
    messages,
    seed,
    settings,
    threads,
    watching,
)
from agentrein_google.gmail.sandbox.ask import Ask
from agentrein_google.gmail.sandbox.seed import ACCOUNT, AGENT, OWNER, SENDER
from agentrein_google.gmail.sandbox.state import state_of
from agentrein_google.gmail.sandbox.world import World
from agentrein_google.sandbox import Asked, GoogleSandbox


class GmailSandbox(GoogleSandbox):
    """A stand-in for Gmail: the mailbox of `agent@acme.example`.

    Tokens for it are `ya29.agent` and `ya29.owner`, who may all, `ya29.sender`, who may send and nothing else, and
    `ya29.labels`, `ya29.metadata` and `ya29.modify` with that one scope. It starts with the mails 18c0000000000001 (in
    the inbox, unread, sent by the owner to himself, with the label Label_7 "Triage"), …2 (archived, unread, Label_7),
    and a thread of …3 (in the trash) and …4 (in the inbox, unread).

    What is not documented is set on the sandbox:

    - `trash_takes_inbox`: whether a message that goes to the trash leaves the inbox (reports differ).
    - `keeps_message_id`: whether a mail keeps the Message-ID that its writer gave it (unverified); if not, that stands
      in X-Google-Original-Message-ID.
    """

    ACCOUNT, AGENT, OWNER, SENDER = ACCOUNT, AGENT, OWNER, SENDER
    routes: ClassVar[Routes] = Routes(
        messages.methods,
        threads.methods,
        drafts.methods,
        labels.methods,
        history.methods,
        filters.methods,
        settings.methods,
        addresses.methods,
        certificates.methods,
        watching.methods,
    )
    batch_path: ClassVar[str] = "/batch"

    def seed(self) -> None:
        """Put the mailbox to its start."""
        self.trash_takes_inbox = True
        self.keeps_message_id = True
        self.world: World = seed.world(self.now)

    def now(self) -> float:
        """Gmail's clock, in seconds since the epoch."""
        return time.time()

    def accounts(self) -> Mapping[str, str]:
        """The address of the account of each token: the same of all."""
        return dict.fromkeys(self.world.grants, ACCOUNT)

    def act(self, asked: Asked, handler: Callable[..., Any], variables: Mapping[str, str]) -> Any:
        """Let a handler act on the mailbox."""
        media = None if asked.media is None else asked.media.data
        body = asked.body if isinstance(asked.body, dict) else {}
        grant = self.world.grants[asked.token]
        return handler(Ask(self.world, self, grant, asked.query, asked.pairs, body, media), **variables)

    def state(self) -> dict[str, dict[str, Any]]:
        """Messages, drafts, labels, filters and settings by path."""
        with self.lock:
            return state_of(self.world)

    def compensated(self, snapshot: Mapping[str, Any]) -> bool:
        """A message that was put in and is in the trash now: Gmail empties that by itself."""
        return "TRASH" in snapshot.get("labels", ())


__all__ = ["GmailSandbox"]
