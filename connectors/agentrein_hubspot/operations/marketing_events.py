"""Marketing events: https://developers.hubspot.com/docs/api-reference/legacy/marketing/marketing-events/guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    batch,
    before,
    computed,
    do,
    either,
    field,
    gone,
    of_items,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_hubspot.batches_of_content import by_id, by_words, edited_events, written_events
from agentrein_hubspot.operations.app_settings import EVERYWHERE, was_there

DOCS = "https://developers.hubspot.com/docs/api-reference/legacy/marketing/marketing-events/guide"
EVENTS = "/marketing/v3/marketing-events"
EVENT = f"{EVENTS}/events/{{externalEventId}}"
BY_ID = f"{EVENTS}/{{objectId}}"
SCOPES = ("crm.objects.marketing_events.read", "crm.objects.marketing_events.write")
SEEN = "Who looked at the event saw it meanwhile, and what runs on it ran."
_NAMES = (
    "eventName",
    "eventType",
    "eventOrganizer",
    "eventDescription",
    "eventUrl",
    "startDateTime",
    "endDateTime",
    "eventCancelled",
    "eventCompleted",
)
_SETTINGS = f"{EVENTS}/{{appId}}/settings"
_TIMES = ("eventCompleted", "startDateTime", "endDateTime")
_ACCOUNT = sent("externalAccountId")
_THIS = path("hubspot:event:", _ACCOUNT, "/", sent("externalEventId"))
_NOBODY = {"registrants": 0, "attendees": 0, "cancellations": 0}


def as_text(value: Any) -> str:
    """What the body says, as it stands in a path."""
    return str(value)


_EVENT_ID = computed(as_text, sent("externalEventId"))


def _shown(id: Any = None) -> Any:
    """The read of the event, which may not be there; the account stands in the query."""
    named = {} if id is None else {"externalEventId": id}
    return read(f"GET {EVENT}", maybe=True, completed="an object", externalAccountId=_ACCOUNT, **named)


def _all(source: Any) -> dict[str, Any]:
    return {name: source(name) for name in _NAMES}


def written(image: Any) -> dict[str, Any]:
    """What an event is written with again: all that reads as anything."""
    return {name: image[name] for name in _NAMES if image.get(name) is not None}


def as_asked(call: Any, image: Any) -> dict[str, Any]:
    """How the event reads as the call left it: what it says, over what was there, or over nothing."""
    blank = {**dict.fromkeys(_NAMES), "eventCancelled": False, "eventCompleted": False}
    return {name: call.get(name, (image or blank).get(name)) for name in _NAMES}


_LEFT = computed(as_asked, sent(), before())


def _undone(id: Any = None) -> Any:
    """What undoes an upsert: the event goes if there was none, else it is written as it was."""
    named = {} if id is None else {"externalEventId": id}
    still = _all(answer)
    away = do(
        f"DELETE {EVENT}",
        externalAccountId=_ACCOUNT,
        **named,
        goal=gone(_shown(id), parent=read(f"GET {EVENTS}", limit=1)),
        still={**still, **_NOBODY},
        ok=(404,),
    )
    back = do(
        f"PATCH {EVENT}",
        computed(written, before()),
        externalAccountId=_ACCOUNT,
        **named,
        goal=shows(_shown(id), want=_all(before)),
        still=still,
    )
    return either({False: away, True: back}, by=computed(was_there, before()))


ROWS = (
    op(
        f"POST {EVENTS}/events",
        sdk="marketing.events.basic_api.create",
        says="make event {eventName!r}",
        tier=REVERSIBLE,
        object=_THIS,
        before=_shown(_EVENT_ID),
        inverse=_undone(_EVENT_ID),
        probe=stands(_shown(_EVENT_ID), _all(sent), effect=_LEFT),
        residue=SEEN,
        scopes=SCOPES,
        why="The event is deleted again while nobody signed up for it; one of the same ids is written as it was. "
        f"{DOCS}",
    ),
    op(
        f"PUT {EVENT}",
        sdk="marketing.events.basic_api.upsert",
        says="make or change event {externalEventId}: {eventName!r}",
        tier=REVERSIBLE,
        object=_THIS,
        before=_shown(),
        inverse=_undone(),
        probe=stands(_shown(), _all(sent), effect=_LEFT),
        residue=SEEN,
        scopes=SCOPES,
        why="The event is deleted again while nobody signed up for it; one that was there is written as it was. "
        f"{DOCS}",
    ),
    op(
        f"PATCH {EVENT}",
        sdk="marketing.events.basic_api.update",
        says="change {fields} of event {externalEventId}",
        tier=REVERSIBLE,
        object=_THIS,
        query=("externalAccountId",),
        inverse=restore(
            read(f"GET {EVENT}", externalAccountId=_ACCOUNT),
            f"PATCH {EVENT}",
            *(field(name) for name in _NAMES),
            externalAccountId=_ACCOUNT,
        ),
        residue=SEEN,
        scopes=SCOPES,
        why=f"Each field is written back if it still reads as the call left it. {DOCS}",
    ),
    op(
        f"PATCH {BY_ID}",
        sdk="marketing.events.basic_api.update_by_object_id",
        says="change {fields} of event {objectId}",
        tier=REVERSIBLE,
        object=path("hubspot:event_id:", sent("objectId")),
        inverse=restore(f"GET {BY_ID}", f"PATCH {BY_ID}", *(field(name) for name in _NAMES)),
        residue=SEEN,
        scopes=SCOPES,
        why=f"Each field is written back if it still reads as the call left it. {DOCS}",
    ),
    op(
        f"DELETE {EVENT}",
        sdk="marketing.events.basic_api.archive",
        says="delete event {externalEventId} with all that is known of who came",
        tier=IRREVERSIBLE,
        object=_THIS,
        query=("externalAccountId",),
        why=f"What is known of who signed up and came is deleted with the event. {DOCS}",
    ),
    op(
        f"POST {EVENT}/cancel",
        sdk="marketing.events.change_property_api.cancel",
        says="call event {externalEventId} off",
        tier=COSTLY,
        object=_THIS,
        query=("externalAccountId",),
        before=_shown(),
        inverse=do(
            f"PATCH {EVENT}",
            {"eventCancelled": before("eventCancelled")},
            externalAccountId=_ACCOUNT,
            goal=shows(_shown(), eventCancelled=before("eventCancelled")),
            still={"eventCancelled": True},
        ),
        residue="What runs when an event is called off ran.",
        scopes=SCOPES,
        why=f"The event is on again. {DOCS}",
    ),
    op(
        f"POST {EVENT}/complete",
        sdk="marketing.events.change_property_api.complete",
        says="say that event {externalEventId} is over",
        tier=COSTLY,
        object=_THIS,
        query=("externalAccountId",),
        before=_shown(),
        inverse=do(
            f"PATCH {EVENT}",
            {name: before(name) for name in _TIMES},
            externalAccountId=_ACCOUNT,
            goal=shows(_shown(), want={name: before(name) for name in _TIMES}),
            still={"eventCompleted": True, **{name: answer(name) for name in _TIMES[1:]}},
        ),
        probe=stands(
            _shown(),
            {"eventCompleted": True},
            effect={name: sent(name) for name in _TIMES[1:]},
        ),
        residue="What runs when an event is over ran.",
        scopes=SCOPES,
        why=f"The event is not over any more, and has the times that it had. {DOCS}",
    ),
    op(
        f"POST {_SETTINGS}",
        sdk="marketing.events.settings_api.update",
        says="show details of events of app {appId} at {eventDetailsUrl}",
        tier=REVERSIBLE,
        object=path("hubspot:app:", sent("appId"), "/event_details"),
        inverse=restore(f"GET {_SETTINGS}", f"POST {_SETTINGS}", field("eventDetailsUrl")),
        residue=EVERYWHERE,
        why=f"The address is set back. {DOCS}",
    ),
    op(
        f"POST {EVENTS}/batch/update",
        sdk="marketing.events.batch_api.update_by_object_id",
        says="change {count} events",
        tier=of_items(REVERSIBLE),
        batch=batch(f"PATCH {BY_ID}", split=edited_events, answers=by_id),
        residue=SEEN,
        why=f"Each field of each is written back if it still reads as the call left it. {DOCS}",
    ),
    op(
        f"POST {EVENTS}/events/upsert",
        sdk="marketing.events.batch_api.upsert",
        says="make or change {count} events",
        tier=of_items(REVERSIBLE),
        batch=batch(f"PUT {EVENT}", split=written_events, answers=by_words),
        residue=SEEN,
        why=f"Each that was new is deleted while nobody signed up for it, each other one written as it was. {DOCS}",
    ),
)
