"""Freezing and thawing as a person asks for it: what is named must be something that can write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from agentrein.errors import UsageError
from agentrein.ledger import Freeze, Ledger
from agentrein.model import RunStatus
from agentrein.own_paths import OWN
from agentrein.owner import user
from agentrein.registry import connectors
from agentrein.secret_texts import scrubbed

RECENT = 200
"""Runs, newest first, in which the accounts that write are looked for."""

LONGEST = 500
"""Characters that a reason may have: it stands in every refusal."""


def freeze(ledger: Ledger, name: str, why: str) -> tuple[Freeze, bool]:
    """Stop the writes of `CONNECTOR`, `CONNECTOR:ACCOUNT` or, with an empty name, of everything; raises UsageError.

    Gives the freeze that is in force then, and whether it is a new one. What looks like a typo of a connector is
    refused, for it would stop nothing; one that is neither installed nor on record is not, for it may be elsewhere.
    """
    connector, account = parsed(name)
    _check_connector(ledger, connector)
    told, before = _reason(why), ledger.freezes()
    one = ledger.freeze(connector, account, why=told, by=user())
    return one, one not in before


def thaw(ledger: Ledger, name: str) -> Freeze | None:
    """End the very freeze of this name, None if there is none; raises UsageError for what is no name."""
    return ledger.thaw(*parsed(name), by=user())


def parsed(name: str) -> tuple[str, str]:
    """Connector and account of a name; raises UsageError."""
    connector, colon, account = (part.strip() for part in name.partition(":"))
    if (colon and not (connector and account)) or (name and not connector):
        raise UsageError(f"{name!r} names no connector and no account", now="rein freeze github   or   github:ACCOUNT")
    return connector, account


def _check_connector(ledger: Ledger, connector: str) -> None:
    """Raise UsageError for what looks like a typo of a connector that there is: it would stop nothing."""
    known = {name.casefold(): name for name in _known(ledger)}
    if not connector or connector in known.values():
        return
    near = get_close_matches(connector.casefold(), known, 1)
    if near:
        raise UsageError(
            f"no connector {connector!r} is installed, and none of this name ever wrote: nothing was frozen",
            now=f"did you mean {known[near[0]]}? Or rein freeze for all of them",
        )


def _known(ledger: Ledger) -> set[str]:
    """The connectors that may write, as far as this installation and the record tell; no payload is read for it."""
    wrote = {act.connector for row in ledger.runs(limit=RECENT) for act in ledger.acts(row.id)}
    return {*connectors(), OWN, *wrote}


def _reason(why: str) -> str:
    told = scrubbed(why.strip())
    if not told:
        raise UsageError("a freeze needs a reason: nothing was frozen", now='rein freeze --why "ticket 812"')
    if len(told) > LONGEST:
        raise UsageError(f"the reason has {len(told)} characters, and {LONGEST} are taken", now="say it in a sentence")
    return told


def accounts(ledger: Ledger) -> Mapping[str, Sequence[str]]:
    """By connector, the accounts that wrote in the newest runs, as freezes name them."""
    found: dict[str, dict[str, None]] = {}
    for row in ledger.runs(limit=RECENT):
        for entry in ledger.entries(row.id):
            payload = entry.payload or {}
            if entry.kind == "planned" and payload.get("connector"):
                mine = found.setdefault(str(payload["connector"]), {})
                if payload.get("actor"):
                    mine[str(payload["actor"]["account"])] = None
    return {name: sorted(mine) for name, mine in found.items()}


def unknown_connector(ledger: Ledger, one: Freeze) -> bool:
    """Whether a connector was frozen that is neither installed here nor wrote in the newest runs."""
    return bool(one.connector) and one.connector not in _known(ledger)


def unknown_account(ledger: Ledger, one: Freeze) -> Sequence[str] | None:
    """Where an account was frozen that never wrote: those of its connector that did. None if all is well.

    Raises a LedgerError where the record cannot be read, as without its key: the freeze is in force all the same.
    """
    if not one.account:
        return None
    known = accounts(ledger).get(one.connector, ())
    return None if any(one.stops(one.connector, account) for account in known) else known


def at_work(ledger: Ledger) -> list[tuple[str, str]]:
    """Id and name of the runs that a process works on now."""
    rows = ledger.runs(statuses=[RunStatus.OPEN.value])
    return [(row.id, row.name) for row in rows if ledger.is_owned(row.id)]


def wider(found: Sequence[Freeze], name: str) -> list[Freeze]:
    """Of the freezes in force, those that stop what this names, too."""
    connector, account = parsed(name)
    if not connector:
        return [one for one in found if not one.connector]
    return [one for one in found if one.stops(connector, account or "")]


def to_json(one: Freeze) -> dict[str, str | None]:
    """A freeze as the commands print it; null is all connectors, or all accounts."""
    return {
        "connector": one.connector or None,
        "account": one.account or None,
        "why": one.why,
        "by": one.by,
        "at": one.at,
    }
