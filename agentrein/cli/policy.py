"""`rein policy`: what may be sent, what is asked for, and where each rule stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from agentrein import configuration
from agentrein.approving import Approving, approving_of
from agentrein.cli.screen import Line, Screen, words, wrapped
from agentrein.cli.session import Session, pass_session, shared
from agentrein.cli.visible import cut
from agentrein.configuration import File
from agentrein.inverse_view import lasting
from agentrein.model import Tier
from agentrein.policy import DEFAULT, Policy
from agentrein.policy_layers import Rules, rules_of
from agentrein.policy_rules import VERDICTS

_MEANS = {"allow": "is sent", "ask": "waits for a person", "refuse": "is refused"}


@click.command("policy", short_help="Show which rules hold, and where each stands.")
@shared
@pass_session
def command(session: Session) -> int:
    """Show what may be sent from this folder, what a person is asked for, and where each rule stands.

    What a program passes itself with rein.run(policy=...) comes on top; it is not known here.
    """
    found = configuration.read()
    rules, approving = rules_of(Policy(), found), approving_of(Approving(), found)
    if session.as_json:
        session.json(_to_json(found.files, rules, approving))
    else:
        session.out.print(_page(session.out, found.files, rules, approving))
    return 0


def _to_json(files: tuple[File, ...], rules: Rules, approving: Approving) -> dict[str, Any]:
    return {
        "files": [{"path": str(one.path), "pinned": one.pinned, "guards": one.guards} for one in files],
        "pinned": rules.pinned,
        "tiers": [{"tier": tier.value, **_tier(rules, tier)} for tier in Tier],
        "rules": [
            {"rule": name, "says": rule, "where": layer.at(name)}
            for layer in rules.layers
            for name, rule in layer.rules.items()
        ],
        "undo": [
            {"rule": name, "says": way, "where": layer.lines.get(f"undo {name}", layer.origin)}
            for layer in rules.layers
            for name, way in layer.ways.items()
        ],
        "approvals": {
            "require": approving.require or "nothing",
            "keys": list(approving.keys),
            "expires": approving.expires,
            "wait": approving.wait,
            "where": approving.origin,
        },
    }


def _tier(rules: Rules, tier: Tier) -> dict[str, str]:
    """What holds for a tier where no rule is about the operation itself, and where that stands."""
    found = {"says": DEFAULT[tier.value], "where": "default"}
    for place, layer in enumerate(rules.layers):
        said = layer.rules.get(tier.value)
        verdict = said if isinstance(said, str) else None
        stricter = verdict is not None and VERDICTS.index(verdict) > VERDICTS.index(found["says"])
        if verdict is not None and (stricter or not place):
            found = {"says": verdict, "where": layer.at(tier.value)}
    return found


def _page(screen: Screen, files: tuple[File, ...], rules: Rules, approving: Approving) -> list[Line]:
    told = _to_json(files, rules, approving)
    lines: list[Line] = [*_files(screen, files), []]
    lines.append(words("WHERE NO RULE IS ABOUT THE OPERATION", "bold"))
    sized = {name for layer in rules.layers for name, rule in layer.rules.items() if not isinstance(rule, str)}
    for one in told["tiers"][1:]:
        means = _MEANS[one["says"]] + (", or by size" if one["tier"] in sized else "")
        lines.append(_row(screen, one["tier"], means, one["where"]))
    if told["rules"]:
        lines += [[], words("RULES", "bold")]
        lines += [_row(screen, one["rule"], _shown(one["says"]), one["where"]) for one in told["rules"]]
    if told["undo"]:
        lines += [[], words("UNDOING", "bold")]
        lines += [_row(screen, one["rule"], _undoing(one["says"]), one["where"]) for one in told["undo"]]
    lines += [[], words("APPROVALS", "bold"), *_approvals(screen, approving), []]
    foot = (
        "What a program passes with rein.run(policy=...) can only be stricter."
        if rules.pinned
        else "A program may pass other rules with rein.run(policy=...); a pinned file would bind it."
    )
    return [*lines, *wrapped(foot, screen.width, "")]


def _files(screen: Screen, files: tuple[File, ...]) -> Iterator[Line]:
    if not files:
        yield from wrapped("No agentrein.toml holds here: the defaults do.", screen.width, "")
    for one in files:
        yield words(_near(str(one.path)), "bold")
        yield from wrapped(_kind(one), screen.width, "  ")


def _kind(file: File) -> str:
    if not file.pinned:
        return "found by its place: its rules can only be stricter"
    if file.guards:
        return "pinned: it decides, and this user cannot change it"
    return "pinned: it decides; but this user can change it, so that it does not bind code that means to get around it"


def _row(screen: Screen, name: str, says: str, where: str) -> Line:
    left = cut(f"  {name}", max(screen.width - 50, 30)).ljust(30)
    return [(left, ""), (f"  {says:<20}  ", "bold"), (cut(_near(where), 60), "dim")]


def _near(place: str) -> str:
    """A place in a file of this folder without the folder."""
    return place.removeprefix(f"{Path.cwd()}/")


def _shown(rule: Any) -> str:
    return _MEANS[rule] if isinstance(rule, str) else json.dumps(rule)


def _undoing(way: str) -> str:
    return "a person is asked" if way == "ask" else way


def _approvals(screen: Screen, approving: Approving) -> Iterator[Line]:
    how = {
        "signed": f"signed with one of {len(approving.keys)} keys",
        "unsigned": "not signed: by whoever can write the ledger",
        "": "nobody can approve until a pinned file names keys, or the program passes approvals=",
    }[approving.require]
    yield from wrapped(how, screen.width, "  ")
    yield from (words(f"  {key}", "dim") for key in approving.keys)
    if approving.origin:
        yield words(f"  {_near(approving.origin)}", "dim")
    waits = f"waits {approving.wait:g} s for an answer" if approving.wait else "does not wait for the answer"
    yield words(f"  what is asked holds for {lasting(approving.expires)}; a call {waits}")
