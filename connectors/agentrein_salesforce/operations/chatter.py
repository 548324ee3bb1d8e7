"""Chatter: https://developer.salesforce.com/docs/atlas.en-us.chatterapi.meta/chatterapi/connect_resources_feed_element.htm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    Actor,
    Call,
    Tier,
    actor,
    answer,
    computed,
    depends,
    find,
    found,
    op,
    path,
    read,
    sent,
)
from agentrein_salesforce.operations.places import DOCS, OBJECT, delete_new, gone_for_good

_CHATTER = f"{DOCS}/atlas.en-us.chatterapi.meta/chatterapi"
_RESIDUE = "Those who follow were told of the post by mail and bell; the post is gone, and its comments with it."
_WHY = "A post is a FeedItem, and is deleted as one, unless somebody else commented on it. "


def posted(call: Mapping[str, Any]) -> dict[str, Any]:
    """What a post of plain text reads as; one with mentions or links reads otherwise, so that its text is not asked."""
    segments = (call.get("body") or {}).get("messageSegments") or []
    plain = all(one.get("type") == "Text" for one in segments)
    text = {"Body": "".join(str(one.get("text", "")) for one in segments)} if plain else {}
    return {**text, "ParentId": call.get("subjectId")}


def told(call: Mapping[str, Any]) -> dict[str, Any]:
    """The text of a post, and where it stands."""
    return {"text": posted(call).get("Body", ""), "where": call.get("subjectId")}


def action_posted(call: Mapping[str, Any]) -> dict[str, Any]:
    """The same of a post by an action, which may name its place otherwise than by an id."""
    first = _inputs(call)[0] if _inputs(call) else {}
    return {"Body": first.get("text")}


def action_told(call: Mapping[str, Any]) -> dict[str, Any]:
    """The text of such a post, and where it stands."""
    first = _inputs(call)[0] if _inputs(call) else {}
    return {"text": first.get("text", ""), "where": first.get("subjectNameOrId")}


def _inputs(call: Mapping[str, Any]) -> list[Any]:
    inputs = call.get("inputs")
    return inputs if isinstance(inputs, list) else []


@depends(COMPENSABLE, IRREVERSIBLE)
def action_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """One post is undone; several in one call could not be told apart if the answer was lost."""
    body = call.body if isinstance(call.body, Mapping) else {}
    return COMPENSABLE if len(_inputs(body)) == 1 else IRREVERSIBLE


def _undo(id: Any, asked: Any) -> Any:
    return delete_new(id, "FeedItem", gone_for_good("FeedItem", id, asked), asked={})


def _posts(asked: Any, effect: Any) -> Any:
    """The posts that the account made."""
    given = {"set": asked, "by": actor("account")}
    return find(
        read(f"GET {OBJECT}/describe", at="records", completed="made records", given=given, sobject="FeedItem"),
        same={"as set": True},
        mine="CreatedById",
        since="CreatedDate",
        newest=True,
        effect=effect,
        status=201,
    )


_OF_ACTION = "0.outputValues.feedItemId"

ROWS = (
    op(
        "POST /chatter/feed-elements",
        sdk="Salesforce.restful",
        says="post {text!r} to {where}",
        names=told,
        tier=COMPENSABLE,
        object=path("salesforce:record:", answer("id")),
        parents=(path("salesforce:record:", sent("subjectId")),),
        inverse=_undo(answer("id"), computed(posted, sent())),
        probe=_posts(computed(posted, sent()), {"id": found("Id")}),
        residue=_RESIDUE,
        why=f"{_WHY}{_CHATTER}/connect_resources_feed_element.htm",
    ),
    op(
        "POST /actions/standard/chatterPost",
        sdk="Salesforce.restful",
        says="post {text!r} to {where}",
        names=action_told,
        tier=action_tier,
        object=path("salesforce:record:", answer(_OF_ACTION)),
        inverse=_undo(answer(_OF_ACTION), computed(action_posted, sent())),
        probe=_posts(computed(action_posted, sent()), [{"outputValues": {"feedItemId": found("Id")}}]),
        residue=_RESIDUE,
        why=f"{_WHY}{DOCS}/atlas.en-us.api_action.meta/api_action/actions_obj_chatter_post.htm",
    ),
)
