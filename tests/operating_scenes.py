"""What has happened before the commands of docs/operations.md are typed: runs of agents, and what others did since."""

from __future__ import annotations

import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

from github import Auth, Github

from desk_kit import Desk

_TRIAGE = """
repo.get_issue(1).edit(title="Login test is flaky")
slack.chat_postMessage(channel="#deploys", text="Filed #1 as flaky")
"""


def _colleague(desk: Desk) -> Any:
    """The repository as a colleague's plain client has it."""
    client = Github(
        base_url=desk.environ["GITHUB_API_URL"],
        auth=Auth.Token("token-helper"),
        seconds_between_requests=None,
        seconds_between_writes=None,
    )
    return client.get_repo("acme/app")


def _indented(code: str) -> str:
    return "".join(f"    {line}\n" for line in code.strip().splitlines())


def _kept(desk: Desk, code: str, name: str = "triage", options: str = "") -> list[str]:
    """A run that failed and was left to a person."""
    desk.agent(
        f'with suppress(RuntimeError), rein.run("{name}", because="ticket 812", on_failure="keep"{options}):\n'
        f'{_indented(code)}    raise RuntimeError("the model gave up")\n'
    )
    return desk.newest()


def _completed(desk: Desk, code: str, name: str = "triage", options: str = "") -> list[str]:
    """A run that ended well."""
    desk.agent(f'with rein.run("{name}", because="ticket 812"{options}):\n{_indented(code)}')
    return desk.newest()


def _dies(desk: Desk, code: str, name: str = "triage", options: str = "", writes: int = 2) -> list[str]:
    """A run whose process is killed once so many writes were answered, the last of them not yet recorded."""
    desk.agent(f'die_after({writes})\nwith rein.run("{name}", because="ticket 812"{options}):\n{_indented(code)}')
    assert desk.running[-1].returncode == -signal.SIGKILL
    return desk.newest()


def _copy(desk: Desk, name: str) -> None:
    """A backup of the ledger."""
    with closing(sqlite3.connect(desk.folder / "ledger.sqlite3")) as source:
        with closing(sqlite3.connect(desk.folder / name)) as target:
            source.backup(target)


# --- scenes


def conflict(desk: Desk) -> list[str]:
    """A failed run that was kept; somebody has changed one of its titles since."""
    found = _kept(desk, _TRIAGE)
    _colleague(desk).get_issue(1).edit(title="Login: timeout on slow runners")
    return found


def overwrite(desk: Desk) -> list[str]:
    """The same, and the revert has been tried."""
    found = conflict(desk)
    desk.type(f"rein revert {found[0]} --yes")
    return found


def crash(desk: Desk) -> list[str]:
    """The process died between a vendor's answer and its record."""
    return _dies(desk, _TRIAGE)


def unknown(desk: Desk) -> list[str]:
    """The process died so that an issue is not in the record, and somebody has edited that issue since."""
    found = _dies(desk, 'repo.get_issue(1).add_to_labels("customer")\nrepo.create_issue("Flaky test")')
    _colleague(desk).get_issue(2).edit(title="Login: timeout on slow runners")
    return found


def credentials(desk: Desk) -> list[str]:
    """The process died, and whoever recovers has no token for Slack."""
    found = crash(desk)
    del desk.environ["SLACK_BOT_TOKEN"]
    return found


def stuck(desk: Desk) -> list[str]:
    """A process holds its run and does not go on."""
    desk.agent(
        f'with rein.run("triage", because="ticket 812"):\n{_indented(_TRIAGE)}'
        '    print("ready", flush=True)\n    sys.stdin.readline()\n'
        '    slack.chat_postMessage(channel="#deploys", text="Still at it")\n',
        until="ready",
    )
    desk.running[-1].send_signal(signal.SIGSTOP)
    return desk.newest()


def wakes(desk: Desk) -> None:
    """It goes on with its next write."""
    desk.running[-1].send_signal(signal.SIGCONT)
    desk.running[-1].communicate(b"\n", timeout=60)


def spams(desk: Desk) -> list[str]:
    """An agent is at work, and somebody wants it to stop."""
    desk.agent(
        f'with rein.run("triage", because="ticket 812"):\n{_indented(_TRIAGE)}'
        '    print("ready", flush=True)\n    sys.stdin.readline()\n'
        '    slack.chat_postMessage(channel="#deploys", text="And again")\n',
        until="ready",
    )
    return desk.newest()


def goes_on(desk: Desk) -> None:
    """The agent comes to its next write."""
    desk.running[-1].communicate(b"\n", timeout=60)


_SINK = """#!/bin/sh
echo "no way to the pager" >&2
exit 1
"""

_ONCALL = """import os

from slack_sdk import WebClient

import agentrein as rein

slack = rein.wrap(WebClient(os.environ["SLACK_BOT_TOKEN"], base_url=os.environ["SLACK_API_URL"]))


def post(report):
    slack.chat_postMessage(channel="#deploys", text=report.for_person())
"""


def _configured(desk: Desk, text: str) -> None:
    """What stands in the agent's agentrein.toml."""
    (desk.folder / "agentrein.toml").write_text(text, encoding="utf-8")


def paged(desk: Desk) -> list[str]:
    """Whoever is on call is to be told by a program, which cannot reach them right now."""
    _configured(desk, f'[alerts.pager]\ncommand = ["{desk.folder}/page", "--urgent"]\ntimeout = "10s"\n')
    (desk.folder / "page").write_text(_SINK, encoding="utf-8")
    (desk.folder / "page").chmod(0o700)
    found = _completed(desk, _TRIAGE)
    _colleague(desk).get_issue(1).edit(title="Login: timeout on slow runners")
    return found


def reached(desk: Desk) -> None:
    """The pager works again; what it is told it writes into a file here."""
    code = 'import json, sys; print(json.load(sys.stdin)["text"])'
    (desk.folder / "page").write_text(f"#!/bin/sh\npython3 -c '{code}' > {desk.folder}/paged.txt\n", encoding="utf-8")


def posted(desk: Desk) -> list[str]:
    """Whoever is on call reads a Slack channel."""
    (desk.folder / "oncall.py").write_text(_ONCALL, encoding="utf-8")
    _configured(desk, '[alerts.channel]\ncall = "oncall:post"\n')
    desk.environ["PYTHONPATH"] = str(desk.folder)
    found = _completed(desk, 'repo.get_issue(1).edit(title="Login test is flaky")')
    _colleague(desk).get_issue(1).edit(title="Login: timeout on slow runners")
    return found


def expiring(desk: Desk) -> list[str]:
    """A message that somebody scheduled was taken back: it can be scheduled again until it was to be posted."""
    code = 'slack.chat_deleteScheduledMessage(channel="C0AAA", scheduled_message_id=planned["scheduled_message_id"])'
    later = "int(time.time()) + 9000"
    desk.agent(
        f'planned = WebClient("xoxb-agent", base_url=os.environ["SLACK_API_URL"]).chat_scheduleMessage('
        f'channel="C0AAA", text="Deploys resume", post_at={later})\n'
        f'with rein.run("announce", because="ticket 812"):\n{_indented(code)}'
    )
    return desk.newest()


def keyed(desk: Desk) -> list[str]:
    """A conversation whose process died, and one that waits for a person."""
    dead = _dies(desk, 'repo.create_issue("Customer cannot log in")', "support", ', key="thread-42"', writes=1)
    desk.agent(
        "class AskAda(Exception): pass\n"
        'with suppress(AskAda), rein.run("support", key="thread-43", pauses_on=AskAda):\n'
        '    repo.create_issue("Refund?")\n    raise AskAda\n'
    )
    return [*dead, *desk.newest()]


def child(desk: Desk) -> list[str]:
    """A release with a child run and a step."""
    code = (
        'with run.step("file the issue"):\n    repo.create_issue("Release 1.4")\n'
        'with rein.run("announce"):\n    slack.chat_postMessage(channel="#deploys", text="1.4 is out")\n'
        'repo.get_issue(1).add_to_labels("customer")'
    )
    desk.agent(f'with rein.run("release", because="1.4") as run:\n{_indented(code)}')
    (root,) = desk.newest()
    inner = next(one.payload["run"] for one in desk.ledger.entries(root) if one.kind == "child")
    return [root, inner]


def waits(desk: Desk) -> list[str]:
    """GitHub asks whoever writes to wait."""
    found = _completed(desk, _TRIAGE)
    desk.sandboxes["github"].faults.add("rate_limited", method="PATCH", retry_after=2)
    return found


def patient(desk: Desk) -> None:
    """It asks again, for longer."""
    desk.sandboxes["github"].faults.add("rate_limited", method="PATCH", retry_after=40)


def relents(desk: Desk) -> None:
    """It asks no more."""
    for fault in desk.sandboxes["github"].faults._waiting:
        fault.times = fault.struck


def far(desk: Desk) -> list[str]:
    """GitHub asks to wait for an hour."""
    found = _completed(desk, _TRIAGE)
    desk.sandboxes["github"].faults.add("rate_limited", method="PATCH", retry_after=3600)
    return found


def asked(desk: Desk) -> list[str]:
    """A run went on after an answer was lost, and ended well."""
    desk.sandboxes["github"].faults.add("lost", method="POST", path="*/issues")
    code = (
        'with suppress(Exception):\n    repo.create_issue("Flaky test")\n'
        'slack.chat_postMessage(channel="#deploys", text="Filed")'
    )
    return _completed(desk, code)


def asking(desk: Desk) -> list[str]:
    """A conversation in which two calls wait for an approval."""
    desk.agent(
        'with suppress(rein.NeedsApproval), rein.run("clean up", key="thread-44", policy={"github": "ask"},\n'
        '                                           approvals="unsigned"):\n'
        '    with suppress(rein.NeedsApproval):\n        repo.create_issue("Flaky test")\n'
        "    repo.delete()\n"
    )
    return desk.newest()


def script(desk: Desk) -> list[str]:
    """A script that nobody has run yet."""
    desk.script(
        "report.py",
        'with rein.run("weekly report"):\n'
        '    issue = repo.create_issue("Report of week 42")\n'
        '    issue.add_to_labels("customer")\n',
    )
    return []


def full(desk: Desk) -> list[str]:
    """No file can grow any more."""
    found = _completed(desk, _TRIAGE)
    desk.full = True
    return found


def space(desk: Desk) -> None:
    """Somebody made room."""
    desk.full = False


def copied(desk: Desk) -> list[str]:
    """A run is open while its ledger is copied."""
    found = stuck(desk)
    _copy(desk, "copy.sqlite3")
    return found


def broken(desk: Desk) -> list[str]:
    """Somebody changed the record; a copy of the day before is there."""
    found = _completed(desk, _TRIAGE)
    _copy(desk, "yesterday.sqlite3")
    with closing(sqlite3.connect(desk.folder / "ledger.sqlite3")) as db, db:
        for name in [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]:
            db.execute(f'DROP TRIGGER "{name}"')
        db.execute("UPDATE entries SET at = '2020-01-01T00:00:00.000000Z' WHERE n = 1 AND run = ?", found)
    return found


def readonly(desk: Desk) -> list[str]:
    """Nobody may write the ledger."""
    found = _completed(desk, _TRIAGE)
    (desk.folder / "ledger.sqlite3").chmod(0o400)
    return found


def moved(desk: Desk) -> list[str]:
    """The variable names a place where no ledger is."""
    found = _completed(desk, _TRIAGE)
    desk.environ["AGENTREIN_LEDGER"] = str(desk.folder / "old" / "ledger.sqlite3")
    return found


def forever(desk: Desk) -> list[str]:
    """A run was allowed to delete a comment."""
    code = (
        'repo.get_issue(1).add_to_labels("customer")\n'
        "[comment] = repo.get_issue(1).get_comments()\ncomment.delete()\n"
        'slack.chat_postMessage(channel="#deploys", text="Cleaned up #1")'
    )
    return _kept(
        desk,
        code,
        "clean up",
        ', policy={"github: DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}": "allow"}',
    )


def bare(desk: Desk) -> None:
    """Only Slack's variables are set."""
    del desk.environ["GITHUB_TOKEN"], desk.environ["NOTION_TOKEN"]


def routine(desk: Desk) -> list[str]:
    """Only Slack is in use, others can read the ledger, and nothing else is amiss."""
    found = _completed(desk, 'slack.chat_postMessage(channel="#deploys", text="Filed #1 as flaky")')
    (desk.folder / "ledger.sqlite3").chmod(0o644)
    bare(desk)
    return found


def one(desk: Desk) -> list[str]:
    """A run of one write, which somebody has changed since."""
    found = _completed(desk, 'repo.get_issue(1).edit(title="Login test is flaky")')
    _colleague(desk).get_issue(1).edit(title="Login: timeout on slow runners")
    return found


def quiet(desk: Desk) -> list[str]:
    """A run that ended well."""
    return _completed(desk, _TRIAGE)


ACTS: dict[str, Callable[[Desk], Any]] = {
    one.__name__: one
    for one in (
        conflict,
        overwrite,
        script,
        crash,
        unknown,
        credentials,
        stuck,
        wakes,
        spams,
        goes_on,
        paged,
        reached,
        posted,
        expiring,
        keyed,
        child,
        waits,
        patient,
        relents,
        far,
        asked,
        asking,
        full,
        space,
        copied,
        broken,
        readonly,
        moved,
        forever,
        bare,
        routine,
        quiet,
        one,
    )
}
"""The scenes, and what happens in them, by the names on the page."""
ACTS.update({"overwrite-not-tried": conflict, "alert": conflict, "backup": quiet, "prune": quiet})
