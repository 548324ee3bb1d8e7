"""The rules of a run, put together: what was passed to it, what the configuration files say, what its children add.

A pinned file decides, and everything else can only be stricter: what was passed to the run, a file that was found, a
child run. Without a pinned file what was passed decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from agentrein.configuration import Configuration, File
from agentrein.errors import Refused
from agentrein.model import Tier
from agentrein.policy import DEFAULT, Policy, Said
from agentrein.policy_rules import ALLOW, REFUSE, VERDICTS
from agentrein.rows import Operation
from agentrein.sizes import Size


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds for a run: `base` decides, and each of the `tighter` ones can only be stricter."""

    base: Policy
    tighter: tuple[Policy, ...] = ()
    pinned: bool = False

    @property
    def layers(self) -> tuple[Policy, ...]:
        """All of them, the one that decides first."""
        return (self.base, *self.tighter)

    def and_also(self, more: Sequence[Policy]) -> Rules:
        """The same rules, and further ones that can only be stricter."""
        return replace(self, tighter=(*self.tighter, *more)) if more else self

    def verdict(self, operation: Operation, tier: Tier, size: Size | None) -> Said:
        """What holds for an operation at this tier and size."""
        return self._strictest(tier, lambda one: one.says(operation, tier, size))

    def may_hold(self, operation: Operation, tier: Tier) -> Said:
        """The mildest that may hold, once the size is known."""
        return self._strictest(tier, lambda one: one.may_say(operation, tier))

    def _strictest(self, tier: Tier, ask: Callable[[Policy], Said | None]) -> Said:
        found = ask(self.base) or Said(DEFAULT[tier.value])
        for one in self.tighter:
            said = ask(one)
            if said is not None and VERDICTS.index(said.verdict) > VERDICTS.index(found.verdict):
                found = said
        return found

    def overruled(self, operation: Operation, tier: Tier, size: Size | None, by: Said) -> list[Said]:
        """What milder rules say of it, which cannot loosen what holds."""
        said = [one.says(operation, tier, size) for one in self.layers]
        return [one for one in said if one is not None and VERDICTS.index(one.verdict) < VERDICTS.index(by.verdict)]

    def names(self, operation: Operation) -> bool:
        """Whether a rule is about this very operation, whatever its tier."""
        return any(one.names(operation) for one in self.layers)

    def way_of(self, operation: Operation) -> str:
        """The name of the way in which the operation is to be undone, empty for the row's own.

        The innermost child's wish counts before its run's; a pinned file's before both.
        """
        passed = [one for one in self.layers if not one.lines]
        files = [one for one in self.layers if one.lines]
        first = [self.base] if self.pinned else []
        return next((way for one in (*first, *reversed(passed), *files) if (way := one.way_of(operation))), "")

    def asks_before_undo(self, operation: Operation, tier: Tier) -> str:
        """Where it is said that a person is asked before the operation is undone; empty if it is not."""
        return next((place for one in self.layers if (place := one.asks_before_undo(operation, tier))), "")


def rules_of(passed: Policy, configuration: Configuration) -> Rules:
    """The rules of a run to which a policy was passed; raises ConfigurationError."""
    pinned = [_policy(file) for file in configuration.files if file.pinned and _decides(file)]
    found = [_policy(file) for file in configuration.files if not file.pinned]
    if not pinned:
        return Rules(passed, tuple(found))
    return Rules(pinned[0], (*pinned[1:], passed, *found), pinned=True)


def _decides(file: File) -> bool:
    """Whether a pinned file says anything about what may be done; one that only names clients does not."""
    return not {"policy", "undo", "approvals"}.isdisjoint(file.data)


_made: dict[str, tuple[File, Policy]] = {}


def _policy(file: File) -> Policy:
    """The rules of a file; they are checked once, until it is read anew."""
    before = _made.get(str(file.path))
    if before is not None and before[0] is file:
        return before[1]
    rules, ways = file.data.get("policy", {}), file.data.get("undo", {})
    lines = {name: file.at("policy", name) for name in rules} | {f"undo {name}": file.at("undo", name) for name in ways}
    made = Policy(rules, ways, str(file.path), lines)
    _made[str(file.path)] = file, made
    return made


def refusal(
    operation: Operation, tier: Tier, says: str, where: str, said: Said, rules: Rules, size: Size | None
) -> Refused:
    """The exception for a call that the rules refuse."""
    by_rule = DEFAULT[tier.value] == ALLOW
    if said.origin in {"", "policy="}:
        why = f"the run's policy refuses it ({tier.value})" if by_rule else f"{tier.value}: {operation.why}"
    else:
        why = f"{said.origin} refuses it ({tier.value})"
    return Refused(
        f"refused: {says} ({operation.sdk})",
        why=f"{why.rstrip('.')}. Nothing was sent.",
        reason="policy",
        operation=operation.name,
        says=says,
        where=where,
        now=" ".join(_now(operation, tier, said, rules, size)),
    )


def _now(operation: Operation, tier: Tier, said: Said, rules: Rules, size: Size | None) -> Iterator[str]:
    """What can be done about a refusal, by whom."""
    if said.origin not in {"", "policy="}:
        yield f"do it yourself, or change that rule ({said.rule!r}) where it stands"
    elif rules.pinned:
        yield f'do it yourself, or let it be asked for: "{operation.name}" = "ask" in [policy] of {rules.base.origin}'
    else:
        yield f'do it yourself, or allow asking for it: rein.run(policy={{"{operation.name}": "ask"}})'
    for one in rules.overruled(operation, tier, size, said):
        if one.origin != rules.base.origin:
            yield f"({one.origin} says {one.verdict}, and can only be stricter than what decides)"


__all__ = ["ALLOW", "REFUSE", "Rules", "refusal", "rules_of"]
