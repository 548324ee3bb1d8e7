"""Policy: which operations may be sent, by tier and by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agentrein.errors import Refused, UsageError
from agentrein.model import Tier
from agentrein.rows import Operation

ALLOW, REFUSE = "allow", "refuse"
_DEFAULT = {tier.value: ALLOW for tier in Tier} | {Tier.IRREVERSIBLE.value: REFUSE}


@dataclass(frozen=True, slots=True)
class Policy:
    """Rules from a tier (`irreversible`) or an operation (`github: POST /…`, a trailing `*` allowed) to allow or refuse.

    The operation's own name wins over a pattern, a longer pattern over a shorter one, any of them over the tier.
    """

    rules: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse rules that cannot mean anything."""
        for name, verdict in self.rules.items():
            if verdict == "ask":
                raise UsageError(f"policy {name!r}: 'ask' is not built yet", now=f"use {ALLOW!r} or {REFUSE!r}")
            if verdict not in {ALLOW, REFUSE}:
                raise UsageError(f"policy {name!r}: {verdict!r} is no verdict", now=f"use {ALLOW!r} or {REFUSE!r}")
            if name not in _DEFAULT and ": " not in name:
                tiers = ", ".join(_DEFAULT)
                raise UsageError(
                    f"policy {name!r} is neither a tier nor an operation",
                    now=f"a tier is one of {tiers}; an operation reads 'connector: METHOD /path' (see `rein ops`)",
                )

    def verdict(self, operation: Operation, tier: Tier) -> str:
        """What the rules say of this operation at this tier."""
        if operation.name in self.rules:
            return self.rules[operation.name]
        patterns = [n for n in self.rules if n.endswith("*") and operation.name.startswith(n[:-1])]
        if patterns:
            return self.rules[max(patterns, key=len)]
        return self.rules.get(tier.value, _DEFAULT[tier.value])

    def judge(self, operation: Operation, tier: Tier, says: str, where: str) -> None:
        """Raise Refused unless the operation may be sent."""
        if self.verdict(operation, tier) == ALLOW:
            return
        raise Refused(
            f"refused: {says} ({operation.sdk}). {tier.value.capitalize()}: {operation.why} Nothing was sent.",
            reason="policy",
            operation=operation.name,
            says=says,
            where=where,
            now=f'do it yourself, or allow it for a run: rein.run(policy={{"{operation.name}": "allow"}})',
        )
