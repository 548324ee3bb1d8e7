"""Whether an undo would work right now: the ledger and its chains, each client, its account and its scopes.

Nothing is changed and nothing but declared reads is sent; whatever is wrong is a finding, never an exception.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from agentrein import clash, doctor_alerts, doctor_clients, doctor_ledger, freezing, registry
from agentrein.doctor_alerts import SeenSink
from agentrein.doctor_clients import NOT_CONFIGURED, NOT_INSTALLED, READY, Seen
from agentrein.doctor_ledger import Found, Needs, Progress
from agentrein.dry import whole_process
from agentrein.errors import ConfigurationError
from agentrein.own_paths import OWN
from agentrein.rows import Scopes, in_words

SCARCE = 100 * 2**20
"""Bytes free on the ledger's disk below which it is said: a full disk refuses every write."""

_NAMED = 3

Lacks = Mapping[str, Scopes]
"""By the operation's address, what its undo needs and the credential was not granted."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to do, or to know: what is the case, what to do now, and which connector it concerns, if one."""

    what: str
    now: str = ""
    connector: str = ""


@dataclass(frozen=True)
class Checkup:
    """All that was found. A problem is left for a person; a note may become one."""

    ledger: Found
    clients: Sequence[Seen]
    problems: Sequence[Finding] = ()
    notes: Sequence[Finding] = ()
    lacks: Mapping[str, Lacks] = field(default_factory=dict)
    sinks: Sequence[SeenSink] = ()

    @property
    def exit(self) -> int:
        """0 all well, 1 something is left for a person, 3 the ledger cannot be had."""
        return 3 if self.ledger.error is not None else int(bool(self.problems))


def check(url: str | None, environ: Mapping[str, str], progress: Progress) -> Checkup:
    """Look at everything; `url` is the ledger's, None for the usual one."""
    found = doctor_ledger.look(url, progress)
    clients = doctor_clients.look(environ)
    lacks = {seen.connector: _lacking(seen) for seen in clients if seen.granted is not None}
    problems = [Finding(*one) for one in clash.clashes()]
    problems += _ledger_problems(found)
    sinks, mistake = doctor_alerts.look(environ)
    problems += [Finding(one.what, one.now) for one in sinks if one.what]
    problems += [Finding(f"{mistake.what} ({mistake.where})", mistake.now)] if mistake is not None else []
    notes = [*_ledger_notes(found), *_dry_note()]
    for seen in clients:
        needs = found.needs.get(seen.connector, Needs())
        _judge_client(seen, needs, problems, notes)
        _judge_scopes(seen, needs, lacks.get(seen.connector, {}), problems, notes)
    unknown = sorted(set(found.needs) - {OWN, *(seen.connector for seen in clients)})
    for name in unknown:
        runs = _named(found.needs[name].all_runs)
        problems.append(Finding(f"{name}: {runs} acted through a connector that is not installed", "install it", name))
    return Checkup(found, clients, problems, notes, lacks, sinks)


# --- the ledger


def _ledger_problems(found: Found) -> Iterator[Finding]:
    if found.error is not None:
        where = f" ({found.where})" if found.where else ""
        yield Finding(f"the ledger cannot be had: {found.error.what}{where}", found.error.now)
    for run, broken in found.broken.items():
        yield Finding(f"the chain of run {run} is broken: {broken.what}", broken.now)
    health = found.health
    newer = health.version is not None and health.known is not None and health.version > health.known
    if newer and found.error is None:
        what = f"the ledger has version {health.version}, this AgentRein knows {health.known}: it can only be read"
        yield Finding(what, "upgrade agentrein in this environment")
    if health.free is not None and health.free < SCARCE:
        what = f"only {health.free // 2**20} MB are free where the ledger is, and a full disk refuses every write"
        yield Finding(what, "free some space")
    for one in health.exposed:
        if one.severe:
            other = "replaced" if one.path.is_dir() else "read or changed"
            yield Finding(f"{one.path} can be {other} by others (mode {one.mode:04o})", _chmod(one.path, one.wants))


def _ledger_notes(found: Found) -> Iterator[Finding]:
    for one in found.health.exposed:
        if not one.severe:
            yield Finding(f"others can see into {one.path} (mode {one.mode:04o})", _chmod(one.path, one.wants))
    health = found.health
    if found.ledger is not None and found.ledger.read_only and health.version == health.known:
        yield Finding("the ledger can only be read here, so that no run can begin or be reverted")
    if health.cleanable:
        what = "what rein prune deleted is still in the ledger's file, because another process was reading it"
        yield Finding(what, "rein prune once more")


def _dry_note() -> Iterator[Finding]:
    with suppress(ConfigurationError):  # told among the problems
        by = whole_process()
        if by:
            yield Finding(f"every run here is a dry run, and sends no write: {by} says so")


def _chmod(path: object, mode: int) -> str:
    return f"chmod {mode:o} {shlex.quote(str(path))}"


# --- clients


def _judge_client(seen: Seen, needs: Needs, problems: list[Finding], notes: list[Finding]) -> None:
    """A client that is not there is a problem where runs need it; one that is there must work."""
    wanted = needs.all_runs
    if seen.state in {NOT_CONFIGURED, NOT_INSTALLED}:
        if wanted:
            what = f"{seen.connector}: {seen.what}, and {_named(wanted)} may have to be undone with it"
            problems.append(Finding(what, seen.now, seen.connector))
        return
    if seen.state != READY:
        problems.append(Finding(f"{seen.connector}: {seen.what}", seen.now, seen.connector))
        return
    for actor, runs in needs.actors.items():
        if seen.actor is None or seen.actor.same_as(actor):
            continue
        what = f"{seen.connector}: the credential is of {seen.actor.named}, but {_named(runs)} acted as {actor.named}"
        finding = Finding(what, f"set the credential of {actor.account} to undo that", seen.connector)
        (notes if needs.waiting.isdisjoint(runs) else problems).append(finding)


def _lacking(seen: Seen) -> Lacks:
    granted = seen.granted or frozenset()
    lacks = {
        address: tuple(group for group in groups if granted.isdisjoint(group))
        for address, groups in doctor_clients.needed_scopes(seen.connector).items()
    }
    return {address: missing for address, missing in lacks.items() if missing}


def _judge_scopes(seen: Seen, needs: Needs, lacks: Lacks, problems: list[Finding], notes: list[Finding]) -> None:
    """A scope that is missing is a problem where runs did what needs it, else it is good to know before one does."""
    together: dict[tuple[Scopes, bool], list[str]] = {}
    for address, missing in lacks.items():
        together.setdefault((missing, address in needs.runs), []).append(address)
    for (missing, done), addresses in together.items():
        scopes = in_words(missing)
        what = f"{seen.connector}: the undo of {', '.join(addresses)} needs {scopes}, which the credential lacks"
        if done:
            runs = dict.fromkeys(run for address in addresses for run in needs.runs[address])
            what = f"{what}, and {_named(list(runs))} did that"
            problems.append(Finding(what, f"grant it {scopes}", seen.connector))
        else:
            notes.append(Finding(what, "", seen.connector))
    if seen.state == READY:
        notes += _more_than_needed(seen)
        if seen.granted is None:
            notes.append(_untold(seen))


def _more_than_needed(seen: Seen) -> Iterator[Finding]:
    """A credential that can do less does less harm, whoever gets hold of it."""
    more = "; ".join(f"{name} {lets}" for name, lets in doctor_clients.beyond(seen).items())
    if more:
        what = f"{seen.connector}: the credential may do much more than the table needs: {more}"
        yield Finding(what, "one without that is enough", seen.connector)


def _untold(seen: Seen) -> Finding:
    """What the vendor does not tell, what the undo needs of it, and where a person sees it."""
    groups = [group for one in doctor_clients.needed_scopes(seen.connector).values() for group in one]
    needs = f"; the undo needs {in_words(tuple(dict.fromkeys(groups)))}" if groups else ""
    what = f"{seen.connector}: what the credential may do cannot be read{needs}"
    return Finding(what, registry.connector(seen.connector).shown_at, seen.connector)


def _named(runs: Sequence[str]) -> str:
    shown = ", ".join(runs[:_NAMED]) + (f" and {len(runs) - _NAMED} more" if len(runs) > _NAMED else "")
    return f"run {shown}" if len(runs) == 1 else f"runs {shown}"


# --- as JSON


def to_json(checkup: Checkup) -> dict[str, Any]:
    """The contract's shape: `{ledger, chain, clients}`, with what was found and the exit code."""
    found = checkup.ledger
    return {
        "ledger": _ledger_json(found),
        "chain": {
            "verified": found.verified,
            "broken": [{"run": run, "what": one.what, "now": one.now} for run, one in found.broken.items()],
        },
        "frozen": [freezing.to_json(one) for one in found.freezes],
        "clients": [_client_json(seen, checkup.lacks.get(seen.connector)) for seen in checkup.clients],
        "alerts": [doctor_alerts.to_json(one) for one in checkup.sinks],
        "problems": [_finding_json(one) for one in checkup.problems],
        "notes": [_finding_json(one) for one in checkup.notes],
        "exit": checkup.exit,
    }


def _finding_json(one: Finding) -> dict[str, str]:
    return {"what": one.what, "now": one.now, "connector": one.connector}


def _ledger_json(found: Found) -> dict[str, Any]:
    error, health = found.error, found.health
    return {
        "url": found.where,
        "state": "unusable" if error else "none" if found.ledger is None else "there",
        "error": {"code": error.code, "what": error.what, "now": error.now} if error else None,
        "version": health.version,
        "read_only": None if found.ledger is None else found.ledger.read_only,
        "runs": found.runs,
        "actions": found.actions,
        "size": health.size,
        "free": health.free,
        "exposed": [
            {"path": str(one.path), "mode": f"{one.mode:04o}", "wants": f"{one.wants:04o}"} for one in health.exposed
        ],
    }


def _client_json(seen: Seen, lacks: Lacks | None) -> dict[str, Any]:
    actor = seen.actor
    return {
        "connector": seen.connector,
        "title": seen.title,
        "sdk": seen.sdk,
        "installed": seen.installed,
        "tested": seen.tested,
        "state": seen.state,
        "host": seen.host,
        "account": None if actor is None else actor.account,
        "mode": None if actor is None else actor.mode,
        "kind": None if actor is None else actor.kind,
        "granted": None if seen.granted is None else sorted(seen.granted),
        "lacks": None
        if lacks is None
        else [{"address": address, "needs": [list(group) for group in missing]} for address, missing in lacks.items()],
        "beyond": [{"scope": name, "lets": lets} for name, lets in _beyond_of(seen).items()],
        "what": seen.what,
        "now": seen.now,
    }


def _beyond_of(seen: Seen) -> Mapping[str, str]:
    return doctor_clients.beyond(seen) if seen.state == READY else {}
