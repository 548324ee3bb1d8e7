"""Policy: what may be sent, and what has to be asked for first; by tier, connector, operation and size.

One `Policy` holds the rules that were said in one place; `agentrein.standing` puts those of a run together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from agentrein.errors import ConfigurationError, UsageError
from agentrein.forms import forms_in
from agentrein.inverse import First
from agentrein.model import Tier
from agentrein.own_paths import OWN, may_be_registered
from agentrein.policy_rules import ALLOW, ASK, FORMS, REFUSE, VERDICTS, NoRule, Rule, parse
from agentrein.registry import connector, connectors
from agentrein.rows import Operation
from agentrein.sizes import Size, has_size

DEFAULT: Mapping[str, str] = {tier.value: ALLOW for tier in Tier} | {Tier.IRREVERSIBLE.value: REFUSE}
"""What holds where no rule says anything."""


@dataclass(frozen=True, slots=True)
class Said:
    """What holds for a call: the verdict, the rule that says so, and where that stands; both empty for the default."""

    verdict: str
    rule: str = ""
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Policy:
    """Rules from a tier (`irreversible`), a connector (`gmail`) or an operation (`github: POST /…`, a `*` at its end).

    A rule is `allow`, `ask`, `refuse`, or a table `{"over": 50, "then": "ask"}` for what is larger than a limit. The
    operation's own name wins over a pattern, a longer pattern over a shorter one, then comes the connector, then the
    tier. `origin` is where they were said, `lines` the place of each where they stand in a file.
    """

    rules: Mapping[str, Any] = field(default_factory=dict)
    ways: Mapping[str, str] = field(default_factory=dict)
    """From an operation to the way in which it is to be undone, one of those that its row offers; or to `ask`."""
    origin: str = "policy="
    lines: Mapping[str, str] = field(default_factory=dict)
    _parsed: Mapping[str, Rule] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse rules that cannot mean anything."""
        for name, way in self.ways.items():
            self._check(f"undo {name}", lambda name=name, way=way: _check_way(name, way))
        parsed: dict[str, Rule] = {}
        for name, given in self.rules.items():
            parsed[name] = self._check(name, lambda name=name, given=given: _rule(name, given))
        object.__setattr__(self, "_parsed", parsed)

    def _check(self, key: str, make: Any) -> Any:
        """What `make` gives; a mistake in a file is told with its line."""
        try:
            return make()
        except ConfigurationError:
            raise
        except UsageError as error:
            if key not in self.lines:
                raise
            raise ConfigurationError(error.what, where=self.lines[key], now=error.now) from error

    def at(self, name: str) -> str:
        """Where a rule was said."""
        return self.lines.get(name, self.origin)

    def way_of(self, operation: Operation) -> str:
        """The name of the way in which the run wants the operation undone, empty for the row's own."""
        way = self.ways.get(operation.name, "")
        return "" if way == ASK else way

    def asks_before_undo(self, operation: Operation, tier: Tier) -> str:
        """Where it is said that a person is asked before the operation is undone; empty if it is not."""
        names = [name for name, way in self.ways.items() if way == ASK and _meets(name, operation, tier)]
        return self.lines.get(f"undo {names[0]}", "undo=") if names else ""

    def says(self, operation: Operation, tier: Tier, size: Size | None = None) -> Said | None:
        """What its rules say of an operation at this tier and size, None where they say nothing."""
        for name, rule in self._hits(operation, tier):
            verdict = rule.says(size)
            if verdict is not None:
                return Said(verdict, name, self.at(name))
        return None

    def may_say(self, operation: Operation, tier: Tier) -> Said | None:
        """The mildest that it may come to say once the size is known, None where its rules say nothing."""
        found: list[Said] = []
        for name, rule in self._hits(operation, tier):
            verdicts = (rule.verdict, rule.otherwise, *(one.then for one in rule.limits))
            found += [Said(one, name, self.at(name)) for one in verdicts if one is not None]
            if rule.verdict or rule.otherwise:
                break
        else:
            found += [Said(DEFAULT[tier.value])] if found else []
        return min(found, key=lambda one: VERDICTS.index(one.verdict), default=None)

    def _hits(self, operation: Operation, tier: Tier) -> Iterator[tuple[str, Rule]]:
        """Its rules that are about the operation, the most specific first; without its size, those by size are not."""
        patterns = [n for n in self._parsed if n.endswith("*") and operation.name.startswith(n[:-1])]
        names = (operation.name, *sorted(patterns, key=len, reverse=True), operation.connector, tier.value)
        for name in names:
            rule = self._parsed.get(name)
            if rule is not None and (has_size(operation) or not rule.measures):
                yield name, rule

    def names(self, operation: Operation) -> bool:
        """Whether a rule is about this very operation, a pattern that it meets, or its connector, whatever its tier."""
        return any(name not in DEFAULT for name, _ in self._hits(operation, Tier.READ))


def _meets(name: str, operation: Operation, tier: Tier) -> bool:
    return name in {operation.name, operation.connector, tier.value} or (
        name.endswith("*") and operation.name.startswith(name[:-1])
    )


def _rule(name: object, given: Any) -> Rule:
    """A rule under its name; raises UsageError for what no call can ever meet: a typo must not let anything out."""
    try:
        rule = parse(given)
    except NoRule as error:
        raise UsageError(f"policy {name!r}: {error}", now=f"use {FORMS}") from error
    if name == Tier.READ.value:
        raise _no_reads(f"policy {name!r}")
    if name in DEFAULT or name in _vendors():
        return rule
    if not isinstance(name, str) or ": " not in name:
        tiers, real = ", ".join(_JUDGED), _examples(name)
        raise UsageError(
            f"policy {name!r} is neither a tier nor an operation, nor a connector",
            now=f"a tier is one of {tiers}; an operation reads, for example, {real} (see `rein ops`)",
        )
    _check_operation(name)
    if rule.measures:
        _check_measured(name, rule)
    return rule


_JUDGED = tuple(tier.value for tier in Tier if tier is not Tier.READ)


def _no_reads(rule: str) -> UsageError:
    """A rule that no call can ever meet."""
    return UsageError(
        f"{rule}: reads are let out, and no rule is about them",
        now=f"a rule is about writes: {', '.join(_JUDGED)}, a connector, or an operation",
    )


def _vendors() -> list[str]:
    """What a rule may name as a connector: those that are installed, and the actions of one's own."""
    return [*connectors(), OWN]


def _check_measured(name: str, rule: Rule) -> None:
    """Raise UsageError where a limit is set to an operation whose size nothing tells."""
    vendor, _, address = name.partition(": ")
    row = connector(vendor).table.row(address) if not address.endswith("*") else None
    if address.endswith("*") or (isinstance(row, Operation) and has_size(row)):
        return
    raise UsageError(
        f"policy {name!r} sets a limit ({rule.limits[0].over}), and nothing tells how much such a call is about",
        now=f'use "{ASK}" or "{REFUSE}" for it, or set the limit for all of {vendor}: it holds where there is a size',
    )


def _check_way(name: str, way: str) -> None:
    """Raise UsageError unless the operation's row offers this way of undoing it."""
    if way == ASK and name == Tier.READ.value:
        raise _no_reads(f"undo {name!r}")
    if way == ASK and (name in DEFAULT or name in _vendors()):
        return
    if way == ASK and ": " in str(name):
        _check_operation(name)
        return
    vendor, _, address = str(name).partition(": ")
    row = connector(vendor).table.row(address)
    forms = forms_in(row.inverse) if isinstance(row, Operation) else ()
    offers = list(dict.fromkeys(name for form in forms if isinstance(form, First) for name, _ in form.offers))
    if way not in offers:
        known = f"it offers {', '.join(offers)}" if offers else f'it offers none; use "{ASK}", or see `rein ops`'
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
    if vendor == OWN and may_be_registered(address):
        return
    table = connector(vendor).table
    known = [*(row.address for row in table.operations), *(line.address for line in table.refused)]
    if address in known or (address.endswith("*") and any(one.startswith(address[:-1]) for one in known)):
        return
    method, _, path = address.partition(" ")
    nearest = ", ".join(f"'{vendor}: {one}'" for one in table.nearest(method, path))
    raise UsageError(f"policy {name!r} names no operation of {vendor}", now=f"nearest: {nearest}; `rein ops {vendor}`")
