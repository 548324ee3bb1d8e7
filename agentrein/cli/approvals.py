"""`rein approvals`: what a person may approve, and exactly what each of it would send."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import click

from agentrein.address import variables
from agentrein.approvals import APPROVED, DENIED, USED, Approval, statement, what_is_asked
from agentrein.asking import how
from agentrein.cli import complete
from agentrein.cli.calls import ENDLESS, is_function, sentence
from agentrein.cli.look import plural
from agentrein.cli.screen import Block, Line, Screen, beside, fold, words, wrapped
from agentrein.cli.session import Session, foldable, is_missing, pass_session, shared
from agentrein.cli.times import clock, span
from agentrein.cli.visible import cut
from agentrein.deciding import find, waiting
from agentrein.errors import LedgerUnusable
from agentrein.ledger import codec
from agentrein.ledger.clock import now
from agentrein.model import Actor


@click.command("approvals", short_help="List what waits for your approval.")
@click.argument("id", metavar="[ID]", required=False, shell_complete=complete.approvals)
@shared
@foldable
@pass_session
def command(session: Session, id: str | None) -> int:
    """List the calls that wait for a person's approval. With ID, everything about that one: what it would send.

    The exit code is 0 also where something waits.
    """
    try:
        ledger = session.ledger()
    except LedgerUnusable as error:
        if id is not None or not is_missing(error):
            raise
        _show(session, [])
        return 0
    if id is None:
        _show(session, waiting(ledger))
        return 0
    one = find(ledger, id)
    if session.as_json:
        session.json([to_json(one) | _whole(one)])
    else:
        session.out.print(page(session.out, one))
    return 0


def _show(session: Session, found: list[Approval]) -> None:
    if session.as_json:
        session.json([to_json(one) for one in found])
    else:
        session.out.print(_list(session, found))


def to_json(one: Approval) -> dict[str, Any]:
    """The JSON shape of the contract."""
    actor = one.actor
    return {
        "id": one.id,
        "run": one.run,
        "says": one.says,
        "tier": one.tier.value,
        "actor": None if actor is None else {"account": actor.account, "mode": actor.mode, "kind": actor.kind},
        "expires": one.expires,
        "state": state_of(one),
        "operation": one.operation,
        "accepts": one.accepts or "nothing",
        "by": one.by,
    }


def _whole(one: Approval) -> dict[str, Any]:
    """What an approver on another machine needs: the exact request, and the text that is to be signed."""
    what = what_is_asked(one.asked)
    return {
        "request": json.loads(codec.dumps(what["call"])),
        "bound": codec.dumps(what),
        "statement": statement(one.id, what, one.expires).decode("ascii"),
    }


def state_of(one: Approval) -> str:
    """Where it stands, in one word."""
    return "expired" if one.state in {"asked", APPROVED} and one.is_expired(now()) else one.state


def _list(session: Session, found: list[Approval]) -> list[Line]:
    if not found:
        return [words("Nothing waits for your approval.", "bold green"), words("Next:  rein")]
    verb = "waits" if len(found) == 1 else "wait"
    head: list[Line] = [words(f"{plural(len(found), 'call')} {verb} for your approval", "bold"), []]
    foot: list[Line] = [[], words(f"Next:  rein approvals {found[0].id}      rein reject {found[0].id} --why TEXT")]
    blocks = [Block(_entry(session.out, one)) for one in found]
    room = None if session.room is None else session.room - len(head) - len(foot)
    return [*head, *fold(blocks, room, lambda n: words(f"  … {n} more: rein approvals --all", "dim")), *foot]


def _entry(screen: Screen, one: Approval) -> list[Line]:
    left: Line = [("  ", ""), screen.symbol("needs"), (f" {one.id:<5} ", "bold"), (_what(one), "")]
    who = "" if one.actor is None else f"as {one.actor.named}{_as_told(one)}   "
    return [
        beside(left, f"{one.tier.value}   {_until(one)}", screen.width, whole=True),
        words(cut(f"          run {one.run}   {who}{one.asked['where']}", screen.width), "dim"),
    ]


def _what(one: Approval) -> str:
    return f"{one.asked['connector']}: {one.says}"


def _as_told(one: Approval) -> str:
    return " as its code says" if one.asked.get("told") else ""


def _until(one: Approval) -> str:
    left = (datetime.fromisoformat(one.expires) - datetime.now(UTC)).total_seconds()
    return f"expires in {span(left)}" if left > 0 else "expired"


def page(screen: Screen, one: Approval) -> list[Line]:
    """Everything about one: the sentence, who would act, the exact request, how it may be answered."""
    state = state_of(one)
    head: Line = [
        screen.symbol("needs"),
        (f" {one.id}   ", "bold"),
        (state.upper(), "bold"),
        ("   ", ""),
        (_what(one), ""),
    ]
    rows = [
        ("run", f"{one.run}   {' > '.join(map(str, one.asked['steps']))}   {one.asked['where']}".rstrip()),
        ("as", _actor(one.asked)),
        ("is", f"{one.tier.value}   {one.operation}   {one.asked['sdk']}"),
        ("why", str(one.asked["why"])),
        ("rule", f"{one.asked['rule'] or 'the default'}   asked {clock(one.asked_at)}   {_until(one)}"),
    ]
    lines: list[Line] = [head]
    for name, text in rows:
        lines += _titled(screen, name, text)
    lines += _sends(screen, one.asked)
    return [*lines, *_titled(screen, "answer", _answer(one)), words(f"Next:  {_next(one, state)}")]


def page_of_bound(screen: Screen, what: Mapping[str, Any], expires: str) -> list[Line]:
    """All that an approval is bound to and nothing else: what stands beside it in a request, nobody signs."""
    left = (datetime.fromisoformat(expires) - datetime.now(UTC)).total_seconds()
    until = f"{expires[:19]}Z   {f'expires in {span(left)}' if left > 0 else 'expired'}"
    return [*_titled(screen, "as", _actor(what)), *_sends(screen, what), *_titled(screen, "until", until)]


def _actor(what: Mapping[str, Any]) -> str:
    if what["actor"] is None:
        return "not known"
    actor = Actor(**what["actor"])
    return f"{actor.named}, a {actor.kind}{' as its code says' if what.get('told') else ''}"


def _sends(screen: Screen, what: Mapping[str, Any]) -> list[Line]:
    """The exact requests."""
    lines: list[Line] = []
    for place, call in enumerate([what["call"], *what.get("items", ())]):
        lines += _titled(screen, "sends" if not place else f"item {place}", _call(call))
    if what.get("secrets"):
        lines += _titled(screen, "", "what is secret in it is not shown, and is bound all the same")
    return lines


def _call(call: Mapping[str, Any]) -> str:
    headers = f"   headers {json.dumps(call['headers'])}" if call["headers"] else ""
    filled = () if is_function(call["address"]) else variables(call["address"])
    rest = {name: value for name, value in call["params"].items() if name not in filled}
    query = f"   with {json.dumps(rest, default=str)}" if rest else ""
    return f"{sentence(call['address'], call['params'], call['body'], ENDLESS)}{query}   to {call['endpoint']}{headers}"


def _titled(screen: Screen, name: str, text: str) -> list[Line]:
    first, *rest = wrapped(text, screen.width, " " * 8, " " * 8) or [words("")]
    ((shown, style),) = first
    return [[(f"{name:<8}", "dim"), (shown[8:], style)], *rest]


def _answer(one: Approval) -> str:
    if one.state in {APPROVED, DENIED, USED}:
        signed = "" if one.state == DENIED else f", signed by {one.key}" if one.signature else ", not signed"
        used = f"; used by write {one.seq}" if one.state == USED else ""
        said = "denied" if one.state == DENIED else "approved"
        return f"{said} by {one.by}{signed}{f': {one.why}' if one.why else ''}{used}"
    ways = {"signed": "signed with one of the keys of the run", "unsigned": "by whoever can write this ledger"}
    return ways.get(one.accepts, "nobody can yet")


def _next(one: Approval, state: str) -> str:
    if state != "asked":
        return f"rein show {one.run}"
    if not one.accepts:
        return how(one.id, one.expires, "")
    key = " --key PATH" if one.accepts == "signed" else ""
    return f"rein approve {one.id}{key}      rein reject {one.id} --why TEXT"


def lines_for_bare(screen: Screen, found: list[Approval]) -> Iterator[Line]:
    """One line each, for `rein` alone."""
    for one in found:
        left: Line = [("  ", ""), (f"{one.id:<10}  ", ""), (_what(one), "bold")]
        yield beside(left, f"APPROVAL  {_until(one)}", screen.width, whole=True)
