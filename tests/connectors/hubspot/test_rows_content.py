"""Rules of single rows of lists and content: what their tiers depend on, and what an undo keeps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import hubspot
import pytest

import agentrein as rein
from agentrein.connector import State
from agentrein_hubspot.sandbox import HubSpotSandbox
from hubspot_kit import armed, plain, written

APP = 4711
Act = Callable[[hubspot.Client], Any]


@pytest.fixture
def agent(sb: HubSpotSandbox, monkeypatch: pytest.MonkeyPatch) -> hubspot.Client:
    """An armed client that has a developer's key as well; a later revert finds its token in the environment."""
    monkeypatch.setenv("HUBSPOT_ACCESS_TOKEN", "pat-agent")
    monkeypatch.setenv("HUBSPOT_BASE_URL", sb.url)
    return armed(sb.url, api_key="pat-agent")


@pytest.fixture
def person(sb: HubSpotSandbox) -> hubspot.Client:
    """A person's client, without a gate."""
    return plain(sb.url, access_token="pat-person", api_key="pat-person")


REFUSED: dict[str, Act] = {
    "publish what was never live": lambda h: h.cms.blogs.blog_posts.basic_api.push_live("7002"),
    "give a new language with a group": lambda h: h.cms.pages.site_pages_api.attach_to_lang_group(
        {"id": "7034", "primaryId": "7031", "language": "it"}
    ),
    "give the primary another language": lambda h: h.cms.pages.site_pages_api.attach_to_lang_group(
        {"id": "7034", "primaryId": "7031", "language": "fr", "primaryLanguage": "en-us"}
    ),
    "detach a primary": lambda h: h.cms.pages.site_pages_api.detach_from_lang_group({"id": "7031"}),
    "set a password": lambda h: h.cms.pages.site_pages_api.update("7031", {"password": "planted"}),
    "bring back by an edit": lambda h: h.cms.pages.site_pages_api.update("7031", {"archived": False}),
    "archive a folder": lambda h: h.cms.pages.landing_pages_api.archive_folder("7052"),
    "restore a list that is there": lambda h: h.crm.lists.lists_api.restore("801"),
    "delete a folder in which lists lie": lambda h: h.crm.lists.folders_api.remove("811"),
    "publish a table over another version": lambda h: h.cms.hubdb.tables_api.publish_draft_table("8201"),
    "unpublish a table whose draft is another": lambda h: h.cms.hubdb.tables_api.unpublish_table("8201"),
    "archive a table whose draft is another": lambda h: h.cms.hubdb.tables_api.archive_table("8201"),
    "give up a draft that says more": lambda h: h.cms.hubdb.tables_api.reset_draft_table("8201"),
    "leave out a column": lambda h: h.cms.hubdb.tables_api.update_draft_table("8202", {"columns": []}),
    "invite with a mail": lambda h: h.settings.users.users_api.create(
        {"email": "new@acme.example", "sendWelcomeEmail": True}
    ),
    "subscribe an address": lambda h: h.communication_preferences.status_api.subscribe(
        {"emailAddress": "new@acme.example", "subscriptionId": "91"}
    ),
    "make settings where there are some": lambda h: h.crm.extensions.calling.settings_api.create(
        APP, {"name": "Mine", "url": "https://a.example"}
    ),
    "end a test that nobody began": lambda h: h.cms.pages.site_pages_api.end_active_ab_test(
        {"abTestId": "1", "winnerId": "7031"}
    ),
}


@pytest.mark.parametrize("act", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_undone_there_is_refused(
    sb: HubSpotSandbox, agent: hubspot.Client, person: hubspot.Client, act: Act
) -> None:
    """The tier follows what stands there, and what the call says; nothing leaves."""
    person.cms.hubdb.rows_api.create_table_row("8201", {"values": {"title": "Only a draft"}})
    sb.clear_requests()
    with rein.run("careful") as run, pytest.raises(rein.Refused):
        act(agent)
    assert (sb.writes, run.actions) == ([], [])


def test_only_those_leave_a_list_who_came_with_the_call(sb: HubSpotSandbox, agent: hubspot.Client) -> None:
    """Record 2 was in the list before, so the undo takes out 4 and 5 alone."""
    with rein.run("guests") as run:
        agent.crm.lists.memberships_api.add("801", ["2", "4", "5"])
    sb.clear_requests()
    assert rein.revert(run.id).exit == 0
    assert [request.body for request in sb.writes] == [["4", "5"]]


def test_who_left_meanwhile_is_not_taken_out_again(
    sb: HubSpotSandbox, agent: hubspot.Client, person: hubspot.Client
) -> None:
    """The undo names those who are still in the list."""
    with rein.run("guests") as run:
        agent.crm.lists.memberships_api.add("801", ["4", "5"])
    person.crm.lists.memberships_api.remove("801", ["4"])
    sb.clear_requests()
    assert rein.revert(run.id).exit == 0
    assert [request.body for request in sb.writes] == [["5"]]


def test_what_a_run_put_into_its_own_list_does_not_keep_it(agent: hubspot.Client, sb: HubSpotSandbox) -> None:
    """Newest first: the members leave, then the list goes."""
    start = sb.state()
    with rein.run("campaign") as run:
        what = {"name": "Winners", "objectTypeId": "0-1", "processingType": "MANUAL"}
        made = agent.crm.lists.lists_api.create(what).list.list_id
        agent.crm.lists.memberships_api.add(made, ["1", "2"])
        agent.crm.lists.folders_api.move_list({"listId": made, "newFolderId": "811"})
    plan = rein.revert(run.id, plan=True)
    assert [action.state for action in plan.actions] == [State.REVERTED] * 3
    assert rein.revert(run.id).exit == 0
    assert sb.left(start) == []


def test_a_page_is_made_written_and_undone(agent: hubspot.Client, sb: HubSpotSandbox) -> None:
    """What the run wrote into its own page hinders nothing, and a plan says so before."""
    start = sb.state()
    with rein.run("site") as run:
        made = agent.cms.pages.site_pages_api.clone({"id": "7034", "cloneName": "Mine"}).id
        agent.cms.pages.site_pages_api.update(made, {"slug": "mine"})
        agent.cms.pages.site_pages_api.update_draft(made, {"htmlTitle": "Mine"})
    plan = rein.revert(run.id, plan=True)
    assert [action.state for action in plan.actions] == [State.REVERTED] * 3
    assert rein.revert(run.id).exit == 0
    assert sb.left(start) == []


def test_two_that_read_alike_are_a_question(sb: HubSpotSandbox, agent: hubspot.Client, person: hubspot.Client) -> None:
    """HubSpot does not show who made a page, so a lost answer beside another one of the name is no guess."""
    sb.faults.add("lost", writes=True)
    with rein.run("site") as run, pytest.raises(Exception, match="Connection aborted"):
        agent.cms.pages.site_pages_api.create({"name": "Twice"})
    person.cms.pages.site_pages_api.create({"name": "Twice"})
    report = rein.revert(run.id)
    assert [action.state for action in report.actions] == [State.NEEDS_ATTENTION]
    assert [one.name for one in person.cms.pages.site_pages_api.get_page().results].count("Twice") == 2


def test_a_column_that_somebody_filled_stays(agent: hubspot.Client, person: hubspot.Client) -> None:
    """The undo of a new column would delete what a colleague wrote into it."""
    columns = [
        {"id": int(one.id), "name": one.name, "label": one.label, "type": one.type, "options": []}
        for one in agent.cms.hubdb.tables_api.get_draft_table_details_by_id("8202").columns
    ]
    new = {"name": "price", "label": "Price", "type": "NUMBER"}
    with rein.run("table") as run:
        agent.cms.hubdb.tables_api.update_draft_table("8202", {"columns": [*columns, new]})
    person.cms.hubdb.rows_api.create_table_row("8202", {"values": {"price": 7}})
    assert [action.state for action in rein.revert(run.id).actions] == [State.CONFLICT]


def test_the_password_of_a_token_is_recorded_nowhere(agent: hubspot.Client, ledger: Path) -> None:
    """HubSpot shows it once, to the caller alone."""
    with rein.run("mail"):
        made = agent.marketing.transactional.public_smtp_tokens_api.create_token(
            {"campaignName": "Receipts", "createContact": False}
        )
    assert made.password
    assert b"Receipts" in written(ledger)
    assert made.password.encode() not in written(ledger)
