"""Recorded requests against what vendors publish: OpenAPI and discovery documents, and the types of other SDKs.

What a vendor's own document does not admit, and the vendor's API does, stands in `admitted.tsv` with the reason.
"""

from __future__ import annotations

import csv
import json
import re
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.independent.contracts import google, stripe
from tests.independent.recorder import Recorded
from tests.independent.registry import AJV, GRAPHQL, HOME, NOTION, OPENAPI, SLACK, TYPESCRIPT, npm

FOLDER = Path(__file__).parent
PROGRAMS = {"github": ("github.mjs",), "slack": ("types.mjs", "slack"), "notion": ("types.mjs", "notion")}
PACKAGES = {
    "github": (OPENAPI, GRAPHQL, *AJV),
    "slack": (SLACK, TYPESCRIPT),
    "notion": (NOTION, TYPESCRIPT),
}


@dataclass(frozen=True)
class Problem:
    """Where one request does not keep to what the vendor publishes."""

    request: Recorded
    operation: str
    where: str
    what: str

    def __str__(self) -> str:
        called = f"{self.request.method} {self.request.path}"
        return f"{self.operation or called} at {self.where}: {self.what}\n    {called} {self.request.body[:300]}"


@dataclass(frozen=True)
class Admitted:
    """What is let pass although the document says otherwise, and why."""

    vendor: str
    operation: str
    where: str
    what: str
    why: str

    def covers(self, vendor: str, problem: Problem) -> bool:
        """Whether a problem is this one; `operation` and `where` are patterns, `what` is how the sentence begins.

        Where no operation has the path, its pattern is of the path as sent.
        """
        called = problem.operation or f"{problem.request.method} {problem.request.path}"
        there = re.fullmatch(self.operation, called) and re.fullmatch(self.where, problem.where)
        return self.vendor == vendor and there is not None and problem.what.startswith(self.what)


def admitted() -> list[Admitted]:
    """The list, as it stands in the file."""
    with (FOLDER / "admitted.tsv").open(newline="") as lines:
        return [Admitted(**row) for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)]


def problems(vendor: str, requests: Iterable[Recorded]) -> tuple[list[Problem], set[str]]:
    """What is wrong with recorded requests of a vendor, admitted or not, and the operations that they call."""
    unique = list(dict.fromkeys(requests))
    if vendor == "stripe":
        return _of_stripe(unique)
    if vendor in google.VERSIONS:
        checked = google.check(vendor, unique)
        found = [Problem(one, called, *fault) for one, called, faults in checked for fault in faults]
        return found, {called for _, called, _ in checked}
    npm(*PACKAGES[vendor])
    program, *arguments = PROGRAMS[vendor]
    command = ["node", str(FOLDER / program), str(HOME / "node_modules"), *arguments]
    sent = json.dumps([one.to_json() for one in unique])
    done = subprocess.run(command, input=sent, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    answers = json.loads(done.stdout)
    found = [
        Problem(request, answer["operation"], one["where"], one["what"])
        for request, answer in zip(unique, answers, strict=True)
        for one in answer["problems"]
    ]
    return found, {answer["operation"] for answer in answers}


def _of_stripe(requests: Sequence[Recorded]) -> tuple[list[Problem], set[str]]:
    checked = list(zip(requests, stripe.check(requests), strict=True))
    found = [Problem(one, called, *fault) for one, (called, faults) in checked for fault in faults]
    return found, {called for _, (called, _) in checked}


def split(vendor: str, found: Sequence[Problem]) -> tuple[list[Problem], list[Admitted]]:
    """The problems that nothing admits, and the lines of the list that were needed."""
    lines = admitted()
    left = [one for one in found if not any(line.covers(vendor, one) for line in lines)]
    return left, [line for line in lines if any(line.covers(vendor, one) for one in found)]
