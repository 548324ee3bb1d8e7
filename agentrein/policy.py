"""Policy: which operations may be sent, by tier and by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agentrein.errors import Refused, UsageError
from agentrein.forms import forms_in
from agentrein.inverse import First
from agentrein.model import Tier
from agentrein.registry import connector, connectors
from agentrein.rows import Operation

ALLOW, REFUSE = "allow", "refuse"
_DEFAULT = {tier.value: ALLOW for tier in Tier} | {Tier.IRREVERSIBLE.value: REFUSE}


@dataclass(frozen=True, slots=True)
class Policy:
    """Rules from a tier (`irreversible`) or an operation (`github: POST /…`, a trailing `*` too) to allow or refuse.

    The operation's own name wins over a pattern, a longer pattern over a shorter one, any of them over the tier.
    """

    rules: Mapping[str, str] = field(default_factory=dict)
    ways: Mapping[str, str] = field(default_factory=dict)
    """From an operation to the way in which it is to be undone, one of those that its row offers."""

    def __post_init__(self) -> None:
        """Refuse rules that cannot mean anything."""
        for name, way in self.ways.items():
            _check_way(name, way)
        for name, verdict in self.rules.items():
            if verdict == "ask":
                raise UsageError(f"policy {name!r}: 'ask' is not built yet", now=f"use {ALLOW!r} or {REFUSE!r}")
            if verdict not in {ALLOW, REFUSE}:
                raise UsageError(f"policy {name!r}: {verdict!r} is no verdict", now=f"use {ALLOW!r} or {REFUSE!r}")
            if name not in _DEFAULT and ": " not in str(name):
                tiers, real = ", ".join(_DEFAULT), _examples(name)
                raise UsageError(
                    f"policy {name!r} is neither a tier nor an operation",
                    now=f"a tier is one of {tiers}; an operation reads, for example, {real} (see `rein ops`)",
                )
            if name not in _DEFAULT:
                _check_operation(name)

    def way_of(self, operation: Operation) -> str:
        """The name of the way in which the run wants the operation undone, empty for the row's own."""
        return self.ways.get(operation.name, "")

    def verdict(self, operation: Operation, tier: Tier) -> str:
        """What the rules say of this operation at this tier."""
        return self._rule(operation) or self.rules.get(tier.value, _DEFAULT[tier.value])

    def refuses(self, operation: Operation, tier: Tier) -> bool:
        """Whether one of the rules refuses the operation at this tier, rather than the default."""
        return (self._rule(operation) or self.rules.get(tier.value)) == REFUSE

    def names(self, operation: Operation) -> bool:
        """Whether a rule is about this very operation, or about a pattern that it meets, whatever its tier."""
        return bool(self._rule(operation))

    def _rule(self, operation: Operation) -> str:
        if operation.name in self.rules:
            return self.rules[operation.name]
        patterns = [n for n in self.rules if n.endswith("*") and operation.name.startswith(n[:-1])]
        return self.rules[max(patterns, key=len)] if patterns else ""

    def allows(self, operation: Operation, tier: Tier) -> bool:
        """Whether the operation may be sent at this tier."""
        return self.verdict(operation, tier) == ALLOW

    def judge(self, operation: Operation, tier: Tier, says: str, where: str) -> None:
        """Raise Refused unless the operation may be sent."""
        if self.allows(operation, tier):
            return
        by_rule = _DEFAULT[tier.value] == ALLOW
        why = f"the run's policy refuses it ({tier.value})" if by_rule else f"{tier.value}: {operation.why}"
        raise Refused(
            f"refused: {says} ({operation.sdk})",
            why=f"{why.rstrip('.')}. Nothing was sent.",
            reason="policy",
            operation=operation.name,
            says=says,
            where=where,
            now=f'do it yourself, or allow it for a run: rein.run(policy={{"{operation.name}": "allow"}})',
        )


def _check_way(name: str, way: str) -> None:
    """Raise UsageError unless the operation's row offers this way of undoing it."""
    vendor, _, address = str(name).partition(": ")
    row = connector(vendor).table.row(address)
    forms = forms_in(row.inverse) if isinstance(row, Operation) else ()
    offers = list(dict.fromkeys(name for form in forms if isinstance(form, First) for name, _ in form.offers))
    if way == "ask":
        raise UsageError(f"undo={{{name!r}: {way!r}}} is not built yet", now="look first: rein plan RUN")
    if way not in offers:
        known = f"it offers {', '.join(offers)}" if offers else "it offers none; see `rein ops`"
        raise UsageError(f"undo={{{name!r}: {way!r}}}: no such way of undoing it", now=known)


def _examples(name: object) -> str:
    """What a rule's name may have meant, as an operation of the connector that it begins with, or of each."""
    vendor, _, address = str(name).partition(":")
    vendors, meant = ([vendor], address) if vendor in connectors() else (connectors(), str(name))
    method, _, path = meant.strip().partition(" ")
    return " or ".join(f"'{one}: {near}'" for one in vendors for near in connector(one).table.nearest(method, path, 1))


def _check_operation(name: str) -> None:
    """Raise UsageError for a rule that no operation can ever meet: a typo in a refusal must not let anything out."""
    vendor, _, address = name.partition(": ")
    table = connector(vendor).table
    known = [*(row.address for row in table.operations), *(line.address for line in table.refused)]
    if address in known or (address.endswith("*") and any(one.startswith(address[:-1]) for one in known)):
        return
    method, _, path = address.partition(" ")
    nearest = ", ".join(f"'{vendor}: {one}'" for one in table.nearest(method, path))
    raise UsageError(f"policy {name!r} names no operation of {vendor}", now=f"nearest: {nearest}; `rein ops {vendor}`")
