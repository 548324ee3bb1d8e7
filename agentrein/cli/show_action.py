"""`rein show RUN N`: everything that is recorded about one write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agentrein.cli.calls import ENDLESS, sentence
from agentrein.cli.look import BROKEN, SYMBOLS, Seen, state_word
from agentrein.cli.needs import commands, conflict, distinct, stacked
from agentrein.cli.screen import Block, Line, Screen, fold, words, wrapped
from agentrein.cli.session import Session
from agentrein.cli.show_parts import parts_of
from agentrein.cli.times import age, clock, zone
from agentrein.cli.verdict import style_of, verdict
from agentrein.cli.visible import cut
from agentrein.errors import ChainBroken, UsageError
from agentrein.fold import Action
from agentrein.inverse import Do, Either, First, Inverse, Restore, Several
from agentrein.inverse_view import calls, left, plain, restores
from agentrein.ledger import Entry, Ledger
from agentrein.readings import expected


def show(session: Session, ledger: Ledger, seen: Seen, number: int) -> int:
    """Print one action; a chain that does not verify is said at its end and decides the exit code."""
    action = next((one for one in seen.actions if one.seq == number), None)
    if action is None:
        raise UsageError(f"run {seen.id} has no write {number}", now=f"rein show {seen.id} lists them")
    entries = [entry for entry in seen.entries if entry.seq == number]
    if session.as_json:
        ledger.verify(seen.root)
        session.json(_to_json(seen, action, entries))
        return 0
    try:
        ledger.verify(seen.root)
    except ChainBroken as broken:
        session.out.print(_page(session, seen, action, entries, trusted=False))
        raise broken from None
    session.out.print(_page(session, seen, action, entries))
    return 0


def _to_json(seen: Seen, action: Action, entries: Sequence[Entry]) -> dict[str, Any]:
    from agentrein.cli.show import action_json

    more = {
        "request": dict(action.planned["call"]),
        "images": images(action),
        "entries": [{"n": e.n, "kind": e.kind, "at": e.at, "epoch": e.epoch} for e in entries],
    }
    shape = {"id": seen.id, "name": seen.row.name, "status": seen.row.status}
    return {**shape, "actions": [action_json(seen, action) | more]}


def images(action: Action) -> list[dict[str, Any]]:
    """Each field of a restored thing: before, asked, after the action."""
    forms = [form for effect in action.effects for form in restores(effect.inverse)]
    return [image for form in forms for image in _images_of(form)]


def _images_of(form: Restore) -> list[dict[str, Any]]:
    names = [*(one.name for one in form.fields), *(one.name for one in form.sets)]
    kinds = {"before": form.before, "asked": expected(form), "after": form.after}
    return [{"field": name, **{kind: plain(data.get(name)) for kind, data in kinds.items()}} for name in names]


def _page(
    session: Session, seen: Seen, action: Action, entries: Sequence[Entry], *, trusted: bool = True
) -> list[Line]:
    screen, whole = session.out, session.everything
    head, foot = _head(screen, seen, action), _foot(screen, seen, action, entries, whole=whole, trusted=trusted)
    parts = [
        _request(screen, action, whole=whole),
        _titled("parts", parts_of(entries, "action_part", screen.width)),
        _outcome(screen, entries),
        _fields(screen, action, whole=whole),
        _inverse(screen, action, whole=whole),
        _attempts(screen, entries),
        _titled("sent", parts_of(entries, "undo_part", screen.width)),
        _why(screen, action),
    ]
    room = None if session.room is None else session.room - len(head) - len(foot)
    again = f"rein show {seen.id} {action.seq} --all"
    lines = [Block([line]) for part in parts for line in part]
    return [*head, *fold(lines, room, lambda count: words(f"… {count} more lines: {again}", "dim")), *foot]


def _head(screen: Screen, seen: Seen, action: Action) -> list[Line]:
    said, planned = verdict(seen), action.planned
    first: Line = [screen.symbol(SYMBOLS[action.state]), (f" #{action.seq}  ", "")]
    first += [(state_word(action).upper(), "bold"), ("   ", "")]
    first.append((cut(f"{action.connector}: {action.says}", screen.width - 24), ""))
    what = f"{planned['tier']}   {planned['sdk']}   {action.object or ''}   {seen.inside(action)}"
    approved = [[("asked  ", "dim"), (cut(_approved(action), screen.width - 7), "")]] if action.approved else []
    return [
        first,
        [("run    ", "dim"), (f"{cut(seen.row.name, 24)}   {seen.id}   ", ""), (said, style_of(said))],
        [("is     ", "dim"), (cut(what, screen.width - 7), "")],
        [("where  ", "dim"), (cut(_where(seen, action), screen.width - 7), "")],
        *approved,
    ]


def _approved(action: Action) -> str:
    one = action.planned["approval"]
    key = f", signed by {one['key']}" if one.get("key") else ""
    return f"{action.approved} {clock(one['at'])}{key}"


def _where(seen: Seen, action: Action) -> str:
    actor = "" if action.actor is None else f" as {action.actor.named}"
    place = action.planned["where"] or "unknown code"
    return f"{place}   {clock(action.at)} ({age(action.at)} ago)   by {seen.row.by}{actor}"


CALL = 400
"""Columns of a call that is not shown whole."""


def _call(screen: Screen, call: Mapping[str, Any], *, whole: bool) -> list[Line]:
    text = sentence(call["address"], call["params"], call["body"], ENDLESS if whole else CALL)
    return wrapped(text, screen.width, " " * 9, " " * 7)


def _request(screen: Screen, action: Action, *, whole: bool) -> list[Line]:
    return _titled("sent", _call(screen, action.planned["call"], whole=whole))


def _titled(title: str, lines: list[Line]) -> list[Line]:
    """The title in the left margin of the first line."""
    if not lines:
        return []
    (text, style), *rest = lines[0]
    return [[(f"{title:<7}", "dim"), (text[7:], style), *rest], *lines[1:]]


def _outcome(screen: Screen, entries: Sequence[Entry]) -> list[Line]:
    lines = []
    for entry in entries:
        if entry.kind == "outcome" and entry.payload is not None:
            payload = entry.payload
            parts = (payload["outcome"], payload["status"], payload["reason"], payload["error"])
            told = "  ".join(str(part) for part in parts if part)
            resent = f"  sent again {payload['resends']} times" if payload.get("resends") else ""
            lines.append(words(cut(f"       {clock(entry.at)}  {told}{resent}", screen.width)))
    return _titled("answer", lines or [words("       none recorded", "bold yellow")])


def _fields(screen: Screen, action: Action, *, whole: bool) -> list[Line]:
    lines = []
    for one in images(action):
        values = {name: one[name] for name in ("before", "asked", "after")}
        lines += stacked(screen, one["field"], values, 7, whole=whole)
    return _titled("fields", lines)


def _inverse(screen: Screen, action: Action, *, whole: bool) -> list[Line]:
    lines = []
    for effect in action.effects:
        for how, one in joined(effect.inverse):
            text = how + sentence(one.address, one.params, one.body, ENDLESS if whole else CALL)
            lines += wrapped(text, screen.width, " " * 9, " " * 7)
        for because in left(effect.inverse):
            lines += wrapped(f"nothing has to be undone: {because}", screen.width, " " * 9, " " * 7)
    return _titled("undo", lines or [words("       nothing can undo it")])


def joined(form: Inverse | None) -> Iterator[tuple[str, Do]]:
    """The calls with how they belong together: of alternatives the next is only sent once the one before is refused."""
    match form:
        case First(options) if len(options) > 1:
            yield from (("if that is refused: " if place else "first: ", one) for place, one in enumerate(options))
        case Either(cases):
            yield from ((f"one of: {how}", one) for _, case in cases for how, one in joined(case))
        case Several(parts):
            yield from (pair for part in reversed(parts) for pair in joined(part))
        case _:
            yield from (("", one) for one in calls(form))


def _attempts(screen: Screen, entries: Sequence[Entry]) -> list[Line]:
    lines: list[Line] = []
    for entry in entries:
        payload = entry.payload or {}
        if entry.kind == "undo_intent":
            call = payload["call"]
            forced = ", forced" if payload.get("forced") else ""
            sent = sentence(call["address"], call["params"], None)
            told = f"attempt {payload['attempt']} by {payload['by']}{forced}: {sent}"
        elif entry.kind == "undo_outcome":
            told = f"{payload['state'].replace('_', ' ')}{': ' + payload['message'] if payload['message'] else ''}"
        elif entry.kind == "kept":
            told = f"kept by {payload.get('by', '?')}"
        else:
            continue
        lines.append(words(cut(f"       {clock(entry.at)}  {told}", screen.width)))
    return _titled("undone", lines)


def _why(screen: Screen, action: Action) -> list[Line]:
    residue = wrapped(str(action.planned["residue"]), screen.width, " " * 7) if action.planned["residue"] else []
    instead = [line for one in action.mitigations for line in wrapped(one, screen.width, " " * 9, " " * 7)]
    why = wrapped(str(action.planned["why"]), screen.width, " " * 7)
    return [*_titled("leaves", residue), *_titled("else", instead), *_titled("why", why)]


def _foot(
    screen: Screen, seen: Seen, action: Action, entries: Sequence[Entry], *, whole: bool, trusted: bool
) -> list[Line]:
    numbers = ", ".join(str(entry.n) for entry in entries)
    lines: list[Line] = [
        [("ledger ", "dim"), (cut(f"entries {numbers} of {seen.root}; {zone()}", screen.width - 7), "")]
    ]
    if not trusted:
        return [*lines, words(BROKEN, "bold red")]
    if action in seen.left:
        lines += [line for one in distinct(action.conflicts) for line in conflict(screen, one, whole=whole)]
        return [*lines, *commands(screen, seen.id, action, open_run=seen.crashed)]
    return [*lines, words(f"Next:  rein show {seen.id}")]
