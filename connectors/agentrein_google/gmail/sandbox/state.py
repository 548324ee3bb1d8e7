"""What counts as Gmail's state for an undo: what somebody can set and wants back."""

from __future__ import annotations

from typing import Any

from agentrein_google.gmail.sandbox import letters
from agentrein_google.gmail.sandbox.filters import named
from agentrein_google.gmail.sandbox.world import Message, World


def state_of(world: World) -> dict[str, dict[str, Any]]:
    """Messages with the names of their labels, drafts with what they say, labels, filters and settings by path."""
    found: dict[str, dict[str, Any]] = {}
    for message in world.messages.values():
        if not world.is_draft(message):
            names = sorted(map(world.name_of, message.labels))
            kinds = {f"class {one['labelId']}": str(one.get("fields")) for one in message.classified}
            found[f"message:{message.id}"] = {"labels": names, "thread": message.thread, **kinds}
    for draft in world.drafts.values():
        message = world.messages[draft.message]
        said = {name: letters.header(message.content, name) for name in ("To", "Subject")}
        found[f"draft:{draft.key}"] = {
            **said,
            "text": letters.text_of(message.content),
            "thread": _joined(world, message),
        }
    for label in world.labels.values():
        found[f"label:{label.key}"] = dict(label.fields)
    for id, one in world.filters.items():
        found[f"filter:{world.filter_keys[id]}"] = named(world, one)
    return found | _of_settings(world)


def _joined(world: World, message: Message) -> str:
    """The thread of a draft, if anything else is in it: one of its own comes and goes with it."""
    return message.thread if len(world.thread_of(message.thread)) > 1 else ""


def _of_settings(world: World) -> dict[str, dict[str, Any]]:
    found = {f"settings:{name}": dict(fields) for name, fields in world.settings.items()}
    found |= {f"send-as:{address}": dict(one) for address, one in world.send_as.items()}
    found |= {f"forwarding:{address}": dict(one) for address, one in world.forwarding.items()}
    found |= {f"delegate:{address}": dict(one) for address, one in world.delegates.items()}
    for address, certificates in world.certificates.items():
        found |= {f"smime:{address}/{id}": dict(one) for id, one in certificates.items()}
    found |= {f"key-pair:{id}": dict(one) for id, one in world.key_pairs.items()}
    return found | {f"identity:{address}": dict(one) for address, one in world.identities.items()}
