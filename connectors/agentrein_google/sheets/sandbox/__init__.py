"""A stand-in for the Google Sheets API on loopback: stateful, and as documented in ranges, replies and errors.

Written from the public documentation (https://developers.google.com/workspace/sheets/api/reference/rest) and the
discovery document. What requests do to a spreadsheet stands in `agentrein_google.sheets.changes`. Formulas are not
rewritten when cells move, and of functions it computes SUM, an array of numbers, and a reference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from agentrein.testing import Routes
from agentrein_google.sandbox import Asked, GoogleSandbox
from agentrein_google.sheets.sandbox import calls, files, seed, values
from agentrein_google.sheets.sandbox.world import Ask, World, state_of


class SheetsSandbox(GoogleSandbox):
    """A stand-in for Google Sheets; clients take the token AGENT_TOKEN and a document with `rootUrl` at `sb.url`.

    Agent and Anna may both write the spreadsheets PLANS and OTHER. PLANS has the sheets Plan (id PLAN: a sum, a text of
    digits, a date, a text that looks like a formula, a number, the named range Prices, an array, a chart, a slicer, a
    filter) and Data (id DATA: a table of three columns with a rule, colours, a filter view, a merge, a group); OTHER
    has the blank sheet Target.
    """

    AGENT, ANNA = seed.AGENT, seed.ANNA
    AGENT_TOKEN, PERSON_TOKEN, STRANGER_TOKEN = seed.AGENT_TOKEN, seed.PERSON_TOKEN, seed.STRANGER_TOKEN
    PLANS, OTHER, PLAN, DATA, TARGET = seed.PLANS, seed.OTHER, seed.PLAN, seed.DATA, seed.TARGET

    world: World
    routes = Routes(calls.routes, values.routes, files.routes)
    reads_by_post = (":getByDataFilter", "/developerMetadata:search", "/values:batchGetByDataFilter")

    def seed(self) -> None:
        """Put Sheets to its start."""
        self.world = seed.world()

    def state(self) -> dict[str, dict[str, Any]]:
        """Spreadsheets, sheets with their cells, and what has an id, by path."""
        with self.lock:
            return state_of(self.world)

    def accounts(self) -> Mapping[str, str]:
        """Whose token is whose."""
        return {seed.AGENT_TOKEN: seed.AGENT, seed.PERSON_TOKEN: seed.ANNA, seed.STRANGER_TOKEN: "eve@example.com"}

    def actor_of(self, headers: Mapping[str, str]) -> str | None:
        """The account of the token."""
        return self.accounts().get(headers.get("authorization", "").removeprefix("Bearer "))

    def act(self, asked: Asked, handler: Callable[..., Any], variables: Mapping[str, str]) -> Any:
        """Let a handler act."""
        answer = handler(Ask(self.world, asked, self.url, self.now()), **variables)
        book = variables.get("spreadsheet") or variables.get("target", "").partition(":")[0]
        if asked.body is not None and book in self.world.files:  # whoever sent a body edited it
            self.world.files[book]["last"] = asked.actor
        return answer
