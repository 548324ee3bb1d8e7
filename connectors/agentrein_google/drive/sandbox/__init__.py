"""A stand-in for Google Drive's API on loopback: stateful, and as documented in status codes, bodies and flags.

Written from the public documentation (https://developers.google.com/workspace/drive/api/reference/rest/v3) and the
discovery document; one module per area beside this one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_google.drive.sandbox import (
    about,
    approvals,
    channels,
    comments,
    drives,
    files,
    labels,
    making,
    permissions,
    revisions,
    seed,
    shapes,
)
from agentrein_google.drive.sandbox.ask import Ask
from agentrein_google.drive.sandbox.state import is_compensated, state_of
from agentrein_google.drive.sandbox.world import World
from agentrein_google.masks import parsed, shown
from agentrein_google.sandbox import Asked, GoogleSandbox


class DriveSandbox(GoogleSandbox):
    """A stand-in for Google Drive; clients take AGENT_TOKEN and a discovery document with `rootUrl` at `sb.url`.

    The people are Agent and Anna, with tokens, Ben, and a stranger whose token nothing is shared with. Agent's drive
    holds the folders PROJECTS, ARCHIVE and PAST, all shared with Anna as a writer; in PROJECTS the text file REPORT
    (with properties, a label, a comment of Agent's and a thread of Anna's, shared with Ben as a reader) and PLAN, a
    document; beside them NOTES, SHEET and LINK, a shortcut to the report. ANNAS is a file of hers that Agent may write.
    Of the shared drives DRIVE and OTHER_DRIVE both are managers; DRIVE holds SHARED and the folder INVOICES.
    """

    AGENT, ANNA, BEN = seed.AGENT, seed.ANNA, seed.BEN
    AGENT_TOKEN, PERSON_TOKEN, STRANGER_TOKEN = seed.AGENT_TOKEN, seed.PERSON_TOKEN, seed.STRANGER_TOKEN
    ROOT, ANNAS_ROOT = seed.ROOT, seed.ANNAS_ROOT
    PROJECTS, ARCHIVE, PAST, REPORT, NOTES = seed.PROJECTS, seed.ARCHIVE, seed.PAST, seed.REPORT, seed.NOTES
    PLAN, SHEET, LINK, ANNAS = seed.PLAN, seed.SHEET, seed.LINK, seed.ANNAS
    DRIVE, OTHER_DRIVE, SHARED, INVOICES = seed.DRIVE, seed.OTHER_DRIVE, seed.SHARED, seed.INVOICES
    COMMENT, THREAD, REPLY, OWN_REPLY = seed.COMMENT, seed.THREAD, seed.REPLY, seed.OWN_REPLY
    STATUS, RISK, PROPOSAL = seed.STATUS, seed.RISK, seed.PROPOSAL

    world: World
    batch_path = "/batch/drive/v3"
    reads_by_post = ("/download",)
    routes = Routes(
        about.routes,
        files.routes,
        making.routes,
        permissions.routes,
        comments.routes,
        revisions.routes,
        drives.routes,
        labels.routes,
        channels.routes,
        approvals.routes,
    )

    def seed(self) -> None:
        """Put Drive to its start."""
        self.world = seed.world(self.now)

    def state(self) -> dict[str, dict[str, Any]]:
        """Files with their sharing, comments and approvals, shared drives and channels, by path."""
        with self.lock:
            return state_of(self.world)

    def compensated(self, snapshot: Mapping[str, Any]) -> bool:
        """What lies in the trash counts as undone, as do deleted comments and cancelled approvals."""
        return is_compensated(snapshot)

    def accounts(self) -> Mapping[str, str]:
        """The address of the account of each token."""
        return {token: self.world.users[id].email for token, id in self.world.tokens.items()}

    def act(self, asked: Asked, handler: Callable[..., Any], variables: Mapping[str, str]) -> Any:
        """Let a handler act; without a mask its answer shows what Drive shows by default."""
        user = self.world.users[self.world.tokens[asked.token]]
        body = asked.body if isinstance(asked.body, dict) else {}
        ask = Ask(self.world, user, asked.query, body, asked.media, asked.fields, asked.alt)
        told = handler(ask, **variables)
        if asked.fields:
            return told
        if isinstance(told, Answer):
            return dataclasses.replace(told, body=_by_default(told.body))
        return _by_default(told)


def _by_default(body: Any) -> Any:
    mask = shapes.DEFAULT.get(str(body.get("kind"))) if isinstance(body, dict) else None
    return shown(parsed(mask), body) if mask is not None else body


__all__ = ["DriveSandbox"]
