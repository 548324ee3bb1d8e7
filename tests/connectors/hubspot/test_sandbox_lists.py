"""Lists, apps, events and people of the stand-in, through the bare SDK."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hubspot
import pytest

from agentrein_hubspot.sandbox import HubSpotSandbox
from hubspot_kit import plain
from hubspot_sandbox_kit import refused

APP = 4711
MANUAL = {"objectTypeId": "0-1", "processingType": "MANUAL"}


@pytest.fixture
def bare(sb: HubSpotSandbox) -> hubspot.Client:
    """A client of a person, without a gate, that has a developer's key as well."""
    return plain(sb.url, access_token="pat-person", api_key="pat-person")


def test_an_answer_names_only_those_who_really_came_and_went(bare: hubspot.Client) -> None:
    """Who was in already, or is no record, is not among them."""
    members = bare.crm.lists.memberships_api
    said = members.add_and_remove("801", {"recordIdsToAdd": ["1", "4", "x"], "recordIdsToRemove": ["2", "9"]})
    assert (said.records_ids_added, said.record_ids_removed, said.record_ids_missing) == (["4"], ["2"], ["x"])
    page = members.get_page("801", limit=2)
    assert [one.record_id for one in page.results] == ["1", "3"]
    assert [one.record_id for one in members.get_page("801", limit=2, after=page.paging.next.after).results] == ["4"]


def test_a_deleted_list_comes_back_with_those_who_were_in_it(bare: hubspot.Client) -> None:
    """It can be restored once."""
    lists = bare.crm.lists.lists_api
    lists.remove("801")
    with refused(404, "OBJECT_NOT_FOUND"):
        lists.get_by_id("801")
    lists.restore("801")
    assert len(bare.crm.lists.memberships_api.get_page("801").results) == 3
    with refused(404, "OBJECT_NOT_FOUND"):
        lists.restore("801")


@pytest.mark.parametrize(
    "act",
    [
        lambda hs: hs.crm.lists.lists_api.create({**MANUAL, "name": "guests"}),
        lambda hs: hs.crm.lists.lists_api.update_list_filters("801", {"filterBranch": {"filterBranchType": "OR"}}),
        lambda hs: hs.crm.lists.memberships_api.add("803", ["1"]),
        lambda hs: hs.crm.lists.folders_api.remove("811"),
        lambda hs: hs.crm.lists.folders_api.move("811", "812"),
        lambda hs: hs.communication_preferences.status_api.subscribe(
            {"emailAddress": "ben@acme.example", "subscriptionId": "92"}
        ),
        lambda hs: hs.settings.users.users_api.replace("9002", {"roleId": "1"}),
        lambda hs: hs.marketing.events.basic_api.create({"eventName": "No ids"}),
    ],
)
def test_what_cannot_be_is_refused(bare: hubspot.Client, act: Callable[[hubspot.Client], Any]) -> None:
    """What lacks something, is taken, or is of the wrong kind is answered with 400."""
    with refused(400, "VALIDATION_ERROR"):
        act(bare)


@pytest.mark.parametrize(
    "act",
    [
        lambda hs: hs.webhooks.subscriptions_api.create(APP, {"eventType": "contact.creation"}),
        lambda hs: hs.crm.extensions.calling.settings_api.create(APP, {"name": "Twice", "url": "https://a.example"}),
        lambda hs: hs.crm.timeline.tokens_api.create("7401", APP, {"name": "item", "label": "I", "type": "string"}),
        lambda hs: hs.settings.users.users_api.create({"email": "ben@acme.example"}),
        lambda hs: hs.files.folders_api.create({"name": "images"}),
    ],
)
def test_what_is_there_already_is_a_conflict(bare: hubspot.Client, act: Callable[[hubspot.Client], Any]) -> None:
    """The same thing is not made twice."""
    with refused(409, "CONFLICT"):
        act(bare)


def test_what_is_about_an_app_takes_a_developer_s_key(sb: HubSpotSandbox, bare: hubspot.Client) -> None:
    """The key stands in the query, and is recorded nowhere."""
    assert bare.webhooks.settings_api.get_all(APP).target_url == "https://acme.example/hooks"
    assert sb.requests[-1].query == {}
    assert sb.requests[-1].actor == "person"
    stranger = plain(sb.url, access_token="pat-person", api_key="nobody")
    with refused(401, "INVALID_AUTHENTICATION"):
        stranger.webhooks.settings_api.get_all(APP)


def test_an_event_of_known_ids_is_changed(bare: hubspot.Client) -> None:
    """The ids of the app name it."""
    events = bare.marketing.events.basic_api
    names = {"externalAccountId": "acme", "externalEventId": "fair", "eventName": "Great fair", "eventOrganizer": "A"}
    assert events.create(names).object_id == "7701"
    assert events.get_details("fair", "acme").event_name == "Great fair"


def test_a_template_goes_with_its_tokens(bare: hubspot.Client) -> None:
    """A template is found by its own app alone."""
    templates = bare.crm.timeline.templates_api
    bare.crm.timeline.tokens_api.archive("7401", "size", APP)
    assert [one.name for one in templates.get_by_id("7401", APP).tokens] == ["item"]
    with refused(404, "OBJECT_NOT_FOUND"):
        templates.get_by_id("7401", 1)


def test_an_active_list_is_kept_in_its_full_form(bare: hubspot.Client) -> None:
    """Each part of a condition has both of its lists."""
    lists = bare.crm.lists.lists_api
    lists.update_list_filters("803", {"filterBranch": {"filterBranchType": "OR"}})
    shown = lists.get_by_id("803", include_filters=True).list.filter_branch
    assert (shown.filter_branches, shown.filters) == ([], [])
