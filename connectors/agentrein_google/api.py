"""How a connector for one of Google's APIs is put together: what all of them have in common stands here once."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agentrein.connector import Actor, Answer, Connector, Operation, Read, load_refused
from agentrein_google.answers import (
    CLIENTS,
    CREDENTIALS,
    SDK,
    TOKENS,
    VERSIONS,
    beyond,
    classify,
    granted,
    reading,
    service,
)
from agentrein_google.batches import batch_row
from agentrein_google.uploads import upload_rows

ACCOUNT = r"[^@\s]+@[^@\s]+"
"""What an account is called: its mail address."""


@dataclass(frozen=True, kw_only=True)
class Api:
    """What is one API's own.

    `reads` are its methods that only read, `by_post` those among them that are POSTs, by patterns of their paths,
    `files` the methods that take files. `batches` is where its batches go, `uploads` where its files go; `page` is what
    Google says about its batches.
    """

    name: str
    title: str
    reads: frozenset[str]
    who: Callable[[str], Generator[Read, Answer, Actor]]
    page: str
    batches: str
    uploads: str = ""
    files: tuple[str, ...] = ()
    by_post: Mapping[str, str] = field(default_factory=dict)

    def connector(self, rows: Iterable[Operation], **functions: Any) -> Connector:
        """The connector: its rows, that of its batches, and those of what only prepares an upload.

        `functions` are the named ones of its rows: comparisons, readings, divided.
        """
        own = tuple(rows)
        return Connector(
            name=self.name,
            title=self.title,
            sdk=SDK,
            versions=VERSIONS,
            clients=CLIENTS,
            serves=service(self.name),
            proxy="agentrein_google.proxy:arm",
            build=f"agentrein_google.proxy:{self.name}",
            sandbox=f"agentrein_google.{self.name}.sandbox:{self.name.title()}Sandbox",
            rehearsal=f"agentrein_google.sandbox.rehearsal:{self.name}",
            callables=f"agentrein_google.callables:{self.name}",
            operations=(*own, batch_row(self.name, self.page), *upload_rows(own, self.files)),
            refused=load_refused(Path(__file__).parent / self.name / "refused.tsv"),
            reads=reading(self.reads),
            classify=classify,
            who=self.who,
            account=ACCOUNT,
            granted=granted,
            beyond=beyond(self.name),
            shown_at="Google's scopes are those that whoever made the credentials asked for",
            hosts=(*((self.uploads,) if self.uploads else ()), self.batches, *TOKENS),
            credentials=CREDENTIALS,
            line=self.line,
            **functions,
        )

    def line(self, method: str, path: str) -> tuple[str, str]:
        """The method of a request line that reads although it is a POST; any other line is no address."""
        if method == "POST":
            for pattern, address in self.by_post.items():
                if re.fullmatch(pattern, path):
                    return address, ""
        return f"{method} {path}", ""
