"""Labels: https://developers.google.com/workspace/gmail/api/guides/labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.testing import Answer
from agentrein_google.gmail.sandbox.ask import FULL, LABELS, MODIFY, READS, Ask, Methods, done, invalid, taken
from agentrein_google.gmail.sandbox.world import SYSTEM, Label, World

methods = Methods()
WRITE = (FULL, MODIFY, LABELS)
READ = (*READS, LABELS)
MOST = 10_000
LISTED = ("labelShow", "labelShowIfUnread", "labelHide")
COLORS = frozenset(
    [
        "#000000",
        "#434343",
        "#666666",
        "#999999",
        "#cccccc",
        "#efefef",
        "#f3f3f3",
        "#ffffff",
        "#fb4c2f",
        "#ffad47",
        "#fad165",
        "#16a766",
        "#43d692",
        "#4a86e8",
        "#a479e2",
        "#f691b3",
        "#f6c5be",
        "#ffe6c7",
        "#fef1d1",
        "#b9e4d0",
        "#c6f3de",
        "#c9daf8",
        "#e4d7f5",
        "#fcdee8",
        "#efa093",
        "#ffd6a2",
        "#fce8b3",
        "#89d3b2",
        "#a0eac9",
        "#a4c2f4",
        "#d0bcf1",
        "#fbc8d9",
        "#e66550",
        "#ffbc6b",
        "#fcda83",
        "#44b984",
        "#68dfa9",
        "#6d9eeb",
        "#b694e8",
        "#f7a7c0",
        "#cc3a21",
        "#eaa041",
        "#f2c960",
        "#149e60",
        "#3dc789",
        "#3c78d8",
        "#8e63ce",
        "#e07798",
        "#ac2b16",
        "#cf8933",
        "#d5ae49",
        "#0b804b",
        "#2a9c68",
        "#285bac",
        "#653e9b",
        "#b65775",
        "#822111",
        "#a46a21",
        "#aa8831",
        "#076239",
        "#1a764d",
        "#1c4587",
        "#41236d",
        "#83334c",
    ]
)


def make(world: World, fields: Mapping[str, Any], id: str = "") -> Label:
    """A new label of the user's."""
    made = id or world.new_label_id()
    label = Label(made, world.key(made, "label", str(fields["name"]).casefold()), dict(fields))
    world.labels[made] = label
    return label


def _checked(ask: Ask, fields: Mapping[str, Any], own: Label | None = None) -> dict[str, Any]:
    """The fields of a label as they are stored; raises Stop for what Gmail does not take."""
    name = str(fields.get("name") or "").strip()
    if not name or name.upper() in SYSTEM or len(name) > 225:
        raise invalid("Invalid label name")
    if any(one.fields["name"].casefold() == name.casefold() for one in ask.world.labels.values() if one is not own):
        raise taken("Label name exists or conflicts")
    shown = fields.get("labelListVisibility") or "labelShow"
    inside = fields.get("messageListVisibility") or "show"
    if shown not in LISTED or inside not in {"show", "hide"}:
        raise invalid("Invalid label visibility")
    kept = {"name": name, "labelListVisibility": shown, "messageListVisibility": inside}
    return {**kept, **_color(fields.get("color"))}


def _color(color: Any) -> dict[str, Any]:
    if not color:
        return {}
    both = {name: color.get(name) for name in ("textColor", "backgroundColor")}
    if not set(both.values()) <= COLORS:
        raise invalid("Label color is not on the allowed color palette")
    return {"color": both}


def _told(label: Label) -> dict[str, Any]:
    return {"id": label.id, "type": "user", **label.fields}


def _counted(ask: Ask, id: str) -> dict[str, int]:
    found = [one for one in ask.world.messages.values() if id in one.labels]
    unread = [one for one in found if "UNREAD" in one.labels]
    return {
        "messagesTotal": len(found),
        "messagesUnread": len(unread),
        "threadsTotal": len({one.thread for one in found}),
        "threadsUnread": len({one.thread for one in unread}),
    }


@methods.granted("GET /labels", *READ)
def _listed(ask: Ask) -> Answer:
    own = [{"id": name, "name": name, "type": "system"} for name in SYSTEM]
    return Answer(200, {"labels": [*own, *(_told(one) for one in ask.world.labels.values())]})


@methods.granted("GET /labels/{id}", *READ)
def _get(ask: Ask, id: str) -> Answer:
    if id in SYSTEM:
        return Answer(200, {"id": id, "name": id, "type": "system", **_counted(ask, id)})
    return Answer(200, {**_told(ask.label(id)), **_counted(ask, id)})


@methods.granted("POST /labels", *WRITE)
def _create(ask: Ask) -> Answer:
    if len(ask.world.labels) >= MOST:
        raise invalid("Too many labels")
    return Answer(200, _told(make(ask.world, _checked(ask, ask.body))))


@methods.granted("PATCH /labels/{id}", *WRITE)
def _patch(ask: Ask, id: str) -> Answer:
    label = ask.label(id)
    label.fields = _checked(ask, {**label.fields, **ask.body}, label)
    return Answer(200, _told(label))


@methods.granted("PUT /labels/{id}", *WRITE)
def update(ask: Ask, id: str) -> Answer:
    """What the body does not say is as in a new label."""
    label = ask.label(id)
    label.fields = _checked(ask, ask.body, label)
    return Answer(200, _told(label))


@methods.granted("DELETE /labels/{id}", *WRITE)
def delete(ask: Ask, id: str) -> Answer:
    """For good, and off every message."""
    label = ask.label(id)
    ask.world.removed(label.key, "label", str(label.fields["name"]).casefold())
    for one in ask.world.messages.values():
        ask.world.relabel(one, (), [id])
    del ask.world.labels[id]
    return done()
