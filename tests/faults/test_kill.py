"""kill -9 at every fault point, in processes of their own; the sandbox is compared with its start."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

from agentrein.testing import Request
from agentrein.testing.conformance import Example
from agentrein.testing.crash import instants
from faults.agents.vendors import VENDORS
from faults.processes import Agents, Told, Watched

ISSUE = "/repos/{owner}/{repo}/issues/{issue_number}"
KILLED = -signal.SIGKILL


@dataclass(frozen=True)
class Shape:
    """One operation in use: the example of a row by its title, or a story; on an event loop if `a` is set."""

    vendor: str
    act: str
    a: str = ""

    @property
    def example(self) -> Example | None:
        """The example, which may prepare the vendor and say what stays behind."""
        return next((one for one in VENDORS[self.vendor].examples if one.title == self.act), None)


SHAPES = {
    "do, filled by the answer": Shape("github", "POST /repos/{owner}/{repo}/issues (every field)"),
    "do, chosen by the answer's status": Shape(
        "github", "PUT /repos/{owner}/{repo}/contents/{path+} (other bytes on a branch)"
    ),
    "do, chosen by the before-image": Shape("github", f"PUT {ISSUE}/lock (another reason)"),
    "restore, fields": Shape("github", f"PATCH {ISSUE} (title and text)"),
    "restore, a set": Shape("github", f"PUT {ISSUE}/labels (others)"),
    "restore, a ref": Shape("github", "PATCH /repos/{owner}/{repo}/git/refs/{ref+} (forward)"),
    "restore, through a completed reading": Shape("notion", "PATCH /v1/pages/{page_id} (a value of every type)"),
    "restore, fields that stand together": Shape("slack", "chat.update (everything at once)"),
    "restore, a set of one's own": Shape("slack", "reactions.add"),
    "first, by its first preference": Shape("slack", "chat.postMessage (blocks, attachments and metadata)"),
    "first, by its second preference": Shape("slack", "in rich text"),
    "first, until a moment": Shape("slack", "chat.scheduleMessage"),
    "items": Shape("notion", "PATCH /v1/blocks/{block_id}/children (paragraphs)"),
    "either, by what it was before": Shape("notion", "DELETE /v1/blocks/{block_id} (a database)"),
    "parts, items and also": Shape("slack", "upload"),
    "under a key": Shape("stripe", "POST /v1/payment_intents (of nine euros, where somebody made another)"),
    "under a key, restore": Shape("stripe", "POST /v1/customers/{customer}"),
    "under a key, first": Shape("stripe", "POST /v1/products (with a price)"),
    "do, with what stands on it read": Shape(
        "salesforce", "POST /sobjects/{sobject} (a contact that a colleague edits)"
    ),
    "do, through another API": Shape("salesforce", "DELETE /sobjects/{sobject}/{id} (an account with contacts)"),
    "restore, with nulls": Shape("salesforce", "PATCH /sobjects/{sobject}/{id}"),
    "a batch of any rows": Shape("salesforce", "POST /composite"),
    "a batch of changes": Shape("salesforce", "PATCH /composite/sobjects"),
    "a batch that upserts": Shape("hubspot", "POST /crm/v3/objects/{objectType}/batch/upsert#many"),
    "a set of labels, by one call": Shape("gmail", "gmail.users.messages.modify"),
    "a set of labels for each of several": Shape("gmail", "gmail.users.messages.batchModify"),
    "made anew": Shape("gmail", "gmail.users.labels.delete"),
    "restore, by one whole call": Shape("sheets", "sheets.spreadsheets.values.update"),
    "appended": Shape("sheets", "sheets.spreadsheets.values.append"),
    "a batch of requests that hang together": Shape("sheets", "sheets.spreadsheets.batchUpdate (four requests)"),
    "do, under an id that was given out before": Shape("drive", "drive.files.create (a folder)"),
    "restore, bytes": Shape("drive", "drive.files.update (content)"),
    "a role that was there": Shape("drive", "drive.permissions.create (with a reader, as a writer)"),
    "a batch in an envelope": Shape("drive", "drive.batch"),
    "async, Slack": Shape("slack", "react", "a"),
    "async, Notion": Shape("notion", "file incident", "a"),
}
VARYING = re.compile(
    r"\b[0-9a-f]{40}\b|\b\d{10}\.\d{6}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|(?<=/upload/v1/)[\w-]+"
    r"|\br[0-9a-f]{16}\b"
)
"""What is another each time: a commit, a message's time, an id of Notion's, the place of an upload, a range's id."""


def said(requests: Iterable[Request]) -> list[str]:
    """What requests said, but for what is another each time."""
    return [VARYING.sub("<id>", f"{one.method} {one.path} {one.body}") for one in requests]


class Trial:
    """One shape, tried again and again from the same start."""

    def __init__(self, shape: Shape, agents: Agents) -> None:
        self.shape, self.agents = shape, agents
        self.vendor: Watched = agents.sandboxes[shape.vendor]
        self.start: dict[str, Any] = {}

    def work(self, *, fails: bool, die_at: tuple[str, int] | None = None) -> Told:
        """The act in a run, from the start."""
        self.start = self.agents.ready(self.shape.example, self.shape.vendor)
        line = {"act": self.shape.act, "vendors": [self.shape.vendor], "fails": fails, "die_at": die_at}
        told = self.agents.do(f"{self.shape.a}work", **line)
        assert "raised" not in told.said, told.said
        assert told.ended == (0 if die_at is None else KILLED), (die_at, told.said)
        return told

    def recover(self) -> Told:
        """A recovery in another process."""
        return self.agents.do(f"{self.shape.a}recover")

    def revert(self, run: str, die_at: tuple[str, int] | None = None) -> Told:
        """A revert in another process."""
        self.vendor.order.undoing()
        told = self.agents.do(f"{self.shape.a}revert", run=run, die_at=die_at)
        assert told.ended == (0 if die_at is None else KILLED), (die_at, told.said)
        return told

    def assert_back(self, where: object) -> None:
        """The sandbox is as it was, undone newest first."""
        example = self.shape.example
        assert not self.vendor.left(self.start, ignore=example.leaves if example else ()), where
        assert not self.vendor.order.violations, where

    def assert_once(self, undisturbed: Undisturbed, where: object) -> None:
        """Each inverse was done once, in order; one that the vendor refuses may be tried again, but no other."""
        assert said(self.vendor.done) == undisturbed.done, f"{where}: each inverse once, in order"
        assert set(said(self.vendor.writes)) == set(undisturbed.sent), where
        if undisturbed.sent == undisturbed.done:
            assert said(self.vendor.writes) == undisturbed.sent, where


@dataclass(frozen=True)
class Undisturbed:
    """What happens where nobody is killed: the fault points, the writes that are sent, those that are done."""

    passed: list[str]
    sent: list[str]
    done: list[str]

    @property
    def forward(self) -> list[tuple[str, int]]:
        """Every instant of the writes."""
        found = [one for one in instants(self.passed) if not one[0].startswith("undo")]
        assert {"before_plan", "after_plan", "after_send", "after_answer", "after_outcome"} <= dict(found).keys()
        return found

    @property
    def undo(self) -> list[tuple[str, int]]:
        """Every instant of the undo."""
        found = [one for one in instants(self.passed) if one[0].startswith("undo")]
        assert {"undo_after_intent", "undo_after_send", "undo_after_outcome"} <= dict(found).keys()
        return found


def undisturbed(trial: Trial, told: Told) -> Undisturbed:
    """What this process did, and what had reached the vendor when it ended."""
    return Undisturbed(told["passed"], said(trial.vendor.writes), said(trial.vendor.done))


@pytest.fixture(params=SHAPES.values(), ids=SHAPES.keys())
def trial(request: pytest.FixtureRequest, agents: Agents) -> Trial:
    """One operation of each shape that an inverse can have."""
    return Trial(request.param, agents)


def test_a_run_killed_while_it_writes_is_recovered(trial: Trial) -> None:
    """Killed at any point of a write, a run is brought back by a recovery in another process."""
    for point in undisturbed(trial, trial.work(fails=True)).forward:
        trial.work(fails=True, die_at=point)
        trial.vendor.order.undoing()
        told = trial.recover()
        assert told["exits"] == [0], (point, told.said)
        trial.assert_back(point)
        assert trial.recover()["runs"] == [], point


def test_a_failing_run_killed_while_it_is_undone_is_recovered(trial: Trial) -> None:
    """Killed at any instant of the undo at its end, a run is brought back, and each inverse is sent once."""
    whole = undisturbed(trial, trial.work(fails=True))
    for point in whole.undo:
        trial.work(fails=True, die_at=point)
        told = trial.recover()
        assert told["exits"] == [0], (point, told.said)
        trial.assert_back(point)
        trial.assert_once(whole, point)


def test_a_revert_killed_at_any_instant_is_finished_by_the_next(trial: Trial) -> None:
    """Killed at any instant, the revert of a completed run is finished by another; each inverse is sent once."""
    whole = undisturbed(trial, trial.revert(trial.work(fails=False)["run"]))
    for point in whole.undo:
        killed_revert(trial, point)
        trial.assert_once(whole, point)


def test_three_inverses_reach_the_vendor_once_and_in_order(agents: Agents) -> None:
    """Scenario 17: the revert of three writes, killed at any instant, sends each inverse once, newest first."""
    trial = Trial(Shape("github", "three writes"), agents)
    whole = undisturbed(trial, trial.revert(trial.work(fails=False)["run"]))
    assert [one.partition(" ")[0] for one in whole.sent] == ["POST", "PATCH", "POST", "DELETE", "PATCH", "PATCH"]
    for point in whole.undo:
        run = killed_revert(trial, point)
        trial.assert_once(whole, point)
    asked = len(trial.vendor.requests)
    assert trial.revert(run)["exit"] == 0
    assert len(trial.vendor.requests) == asked, "a reverted run sends nothing"


def test_the_command_line_recovers_a_killed_run(agents: Agents) -> None:
    """`rein recover`, in a new interpreter, finds what the killed process did not live to record."""
    trial = Trial(Shape("github", "three writes"), agents)
    trial.work(fails=False, die_at=("after_answer", 3))
    assert len(trial.vendor.left(trial.start)) > 1
    trial.vendor.order.undoing()
    done = agents.command("recover", "--json")
    assert done.returncode == 0, done
    trial.assert_back("recovered")


def killed_revert(trial: Trial, point: tuple[str, int]) -> str:
    """A completed run whose revert is killed at this point, and which another process reverts to its end."""
    run: str = trial.work(fails=False)["run"]
    trial.revert(run, point)
    told = trial.revert(run)
    assert (told["exit"], told["status"]) == (0, "reverted"), (point, told.said)
    trial.assert_back(point)
    return run
