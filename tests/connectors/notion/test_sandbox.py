"""The stand-in for Notion, driven by the real notion-client over real HTTP: who asks, errors, versions, state."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from notion_client import Client
from notion_client.errors import APIResponseError, UnknownHTTPResponseError

from agentrein_notion.sandbox import NotionSandbox
from notion_sandbox_kit import refused, text

Connect = Callable[..., Client]


@pytest.fixture
def sb() -> Iterator[NotionSandbox]:
    """A sandbox of its own for every test."""
    with NotionSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def notion(sb: NotionSandbox) -> Iterator[Client]:
    """The agent, with a plain client."""
    with Client(auth="ntn-agent", base_url=sb.url, retry=False) as client:
        yield client


@pytest.fixture
def connect(sb: NotionSandbox) -> Iterator[Connect]:
    """Plain clients, closed at the end."""
    clients: list[Client] = []

    def new(token: str, **options: Any) -> Client:
        clients.append(Client(auth=token, base_url=sb.url, **{"retry": False, **options}))
        return clients[-1]

    yield new
    for client in clients:
        client.close()


def raw(sb: NotionSandbox, method: str, path: str, **options: Any) -> httpx.Response:
    """A request without the SDK, with headers of one's own."""
    headers = {"authorization": "Bearer ntn-agent", "notion-version": "2025-09-03", **options.pop("headers", {})}
    headers = {name: value for name, value in headers.items() if value}
    return httpx.request(method, sb.url + path, headers=headers, **options)


# Who asks


def test_tokens_belong_to_bots(sb: NotionSandbox, connect: Connect) -> None:
    """Both tokens of the integration are the same bot; a person's connection is another, with its owner."""
    agent = connect("ntn-agent").users.me()
    assert (agent["id"], agent["type"], agent["bot"]["owner"]) == (
        sb.AGENT,
        "bot",
        {"type": "workspace", "workspace": True},
    )
    assert connect("secret_agent").users.me()["id"] == sb.AGENT
    persons = connect("ntn-person").users.me()
    assert (persons["id"], persons["bot"]["owner"]["user"]["id"]) == (sb.ANNAS_BOT, sb.ANNA)
    assert sb.requests[-1].actor == sb.ANNAS_BOT


def test_users_are_listed_and_retrieved(sb: NotionSandbox, notion: Client) -> None:
    """People and bots come page by page, and one by one; an unknown one is 404."""
    first = notion.users.list(page_size=2)
    rest = notion.users.list(start_cursor=first["next_cursor"])
    assert [user["name"] for user in first["results"] + rest["results"]] == [
        "Anna",
        "Ben",
        "Agent",
        "Anna's tools",
        "Stranger",
    ]
    assert notion.users.retrieve(sb.BEN)["person"]["email"] == "ben@acme.example"
    with refused(404, "object_not_found"):
        notion.users.retrieve(str(uuid.uuid4()))


def test_tokens_are_checked(sb: NotionSandbox, connect: Connect) -> None:
    """An unknown token, none, and a revoked one are 401 unauthorized."""
    with refused(401, "unauthorized", "API token is invalid"):
        connect("ntn-wrong").users.me()
    assert raw(sb, "GET", "/v1/users/me", headers={"authorization": ""}).status_code == 401
    client = connect("ntn-agent")
    sb.revoke_token("ntn-agent")
    with refused(401, "unauthorized"):
        client.pages.retrieve(sb.PROJECTS)
    assert connect("secret_agent").users.me()["id"] == sb.AGENT


def test_what_is_not_shared_is_not_found(sb: NotionSandbox, notion: Client, connect: Connect) -> None:
    """A thing that was not shared reads like one that does not exist, for reads and writes; sharing shows it."""
    shared = "Make sure the relevant pages and databases are shared with your integration"
    with refused(404, "object_not_found", f"Could not find page with ID: {sb.PRIVATE}. {shared}"):
        notion.pages.retrieve(sb.PRIVATE)
    with refused(404, "object_not_found", "Could not find page"):
        connect("ntn-other").pages.update(sb.LOGIN, in_trash=True)
    with refused(404, "object_not_found", "Could not find data_source"):
        connect("ntn-other").data_sources.query(sb.TASKS)
    sb.share(sb.PRIVATE)
    assert notion.pages.retrieve(sb.PRIVATE)["id"] == sb.PRIVATE
    sb.unshare(sb.PROJECTS)
    with refused(404, "object_not_found"):
        notion.blocks.retrieve(sb.INNER)


def test_a_missing_capability_is_403(sb: NotionSandbox, notion: Client) -> None:
    """What the connection was not given is restricted_resource; the rest still works."""
    sb.withhold("insert_comments", "update")
    with refused(403, "restricted_resource"):
        notion.comments.create(parent={"page_id": sb.LOGIN}, rich_text=text("x"))
    with refused(403, "restricted_resource"):
        notion.pages.update(sb.LOGIN, in_trash=True)
    assert notion.comments.list(block_id=sb.LOGIN)["results"]


# Forms


def test_ids_with_and_without_dashes(sb: NotionSandbox, notion: Client) -> None:
    """An id may leave out its dashes and is answered with them; what is no UUID is 400 before anything else."""
    assert str(uuid.UUID(sb.LOGIN)) == sb.LOGIN
    assert notion.pages.retrieve(sb.LOGIN.replace("-", ""))["id"] == sb.LOGIN
    for id in ("abc", sb.LOGIN[:-1], sb.LOGIN[:-1] + "x"):
        with refused(400, "validation_error", "path.page_id should be a valid uuid, instead was"):
            notion.pages.retrieve(id)


def test_errors_have_notions_form(sb: NotionSandbox) -> None:
    """An error is an object with status, code, message and the request's id; answers carry the id too."""
    answer = raw(sb, "GET", f"/v1/pages/{uuid.uuid4()}")
    assert (answer.status_code, answer.json()["object"], answer.json()["status"]) == (404, "error", 404)
    assert answer.json()["code"] == "object_not_found"
    assert answer.json()["request_id"] == answer.headers["x-notion-request-id"]
    assert raw(sb, "GET", "/v1/users/me").json()["request_id"]


def test_bad_requests(sb: NotionSandbox) -> None:
    """No version, an unknown one, an unknown address, no JSON, and no body are each 400 with its own code."""
    assert raw(sb, "GET", "/v1/users/me", headers={"notion-version": ""}).json()["code"] == "missing_version"
    unknown = raw(sb, "GET", "/v1/users/me", headers={"notion-version": "2000-01-01"})
    assert (unknown.status_code, unknown.json()["code"]) == (400, "validation_error")
    assert raw(sb, "GET", "/v1/nothing").json()["code"] == "invalid_request_url"
    assert raw(sb, "GET", "/users/me").json()["code"] == "invalid_request_url"
    assert raw(sb, "POST", "/v1/pages", content=b"{").json()["code"] == "invalid_json"
    missing = raw(sb, "PATCH", f"/v1/pages/{sb.LOGIN}").json()
    assert (missing["code"], "body should be defined" in missing["message"]) == ("validation_error", True)


def test_ids_of_another_kind(sb: NotionSandbox, notion: Client) -> None:
    """A page's id is no database's; Notion says which it is. A data source's id is found nowhere else."""
    with refused(400, "validation_error", f"Provided ID {sb.ROADMAP} is a database, not a page"):
        notion.pages.retrieve(sb.ROADMAP)
    with refused(400, "validation_error", f"Provided ID {sb.NOTES} is a page, not a database"):
        notion.databases.update(sb.NOTES, in_trash=True)
    with refused(404, "object_not_found"):
        notion.blocks.retrieve(sb.TASKS)
    with refused(404, "object_not_found"):
        notion.data_sources.retrieve(sb.ROADMAP)


def test_unknown_keys_are_refused(sb: NotionSandbox, notion: Client) -> None:
    """What the SDK drops is refused when it is sent all the same."""
    start = sb.state()
    for method, path, key in (
        ("PATCH", f"pages/{sb.NOTES}", "is_archived"),
        ("POST", f"pages/{sb.NOTES}/move", "place"),
        ("PATCH", f"databases/{sb.ROADMAP}", "properties"),
        ("PATCH", f"data_sources/{sb.TASKS}", "description"),
        ("PATCH", f"blocks/{sb.NOTES}/children", "before"),
        ("PATCH", f"comments/{sb.OWN_COMMENT}", "parent"),
        ("POST", "search", "text"),
    ):
        with refused(400, "validation_error", f"body.{key} should be not present"):
            notion.request(path=path, method=method, body={key: {}})
    assert sb.state() == start


def test_the_newer_version_renames(sb: NotionSandbox, notion: Client, connect: Connect) -> None:
    """2026-03-11 knows in_trash and position only; 2025-09-03 shows and takes both names."""
    newer = connect("ntn-agent", notion_version="2026-03-11")
    assert {"archived", "in_trash"} <= notion.pages.retrieve(sb.NOTES).keys()
    assert "archived" not in newer.pages.retrieve(sb.NOTES)
    with refused(400, "validation_error", "body.archived should be not present"):
        newer.pages.update(sb.NOTES, archived=True)
    with refused(400, "validation_error", "body.after should be not present"):
        newer.blocks.children.append(sb.PROJECTS, children=[{"divider": {}}], after=sb.HEADING)
    assert newer.pages.update(sb.NOTES, in_trash=True)["in_trash"] is True
    assert notion.pages.update(sb.NOTES, archived=False)["archived"] is False


def test_times_are_rounded_down_to_the_minute(sb: NotionSandbox, notion: Client) -> None:
    """Times of creation and edit end in whole minutes, and who did it stands beside them."""
    made = notion.pages.create(parent={"page_id": sb.PROJECTS}, properties={"title": text("T")})
    assert made["created_time"].endswith(":00.000Z")
    assert made["last_edited_time"].endswith(":00.000Z")
    assert (made["created_by"]["id"], made["last_edited_by"]["id"]) == (sb.AGENT, sb.AGENT)
    sb.edit_as(sb.ANNA, made["id"], title="Hers")
    assert notion.pages.retrieve(made["id"])["last_edited_by"]["id"] == sb.ANNA
    seeded = notion.pages.retrieve(sb.LOGIN)
    assert seeded["created_time"] < made["created_time"]
    assert seeded["created_by"]["id"] == sb.ANNA


# Faults


def test_faults_answer_in_notions_form(sb: NotionSandbox, notion: Client) -> None:
    """Conflicts, rate limits and overload arrive as the SDK's own errors, and the write did not happen."""
    sb.faults.add("error", status=409)
    with refused(409, "conflict_error"):
        notion.pages.update(sb.NOTES, in_trash=True)
    sb.faults.add("rate_limited", retry_after=7)
    with refused(429, "rate_limited") as limited:
        notion.pages.update(sb.NOTES, in_trash=True)
    assert limited.value.headers["retry-after"] == "7"
    sb.faults.add("error", status=529)
    with pytest.raises(UnknownHTTPResponseError) as overload:
        notion.pages.update(sb.NOTES, in_trash=True)
    assert overload.value.status == 529
    assert notion.pages.retrieve(sb.NOTES)["in_trash"] is False


# State


def test_reads_by_post_are_no_writes(sb: NotionSandbox, notion: Client) -> None:
    """A search and a query change nothing and are not listed as writes; a fault for writes passes them."""
    fault = sb.faults.add("error", writes=True)
    notion.search(query="Projects")
    notion.data_sources.query(sb.TASKS)
    assert (sb.writes, fault.struck) == ([], 0)
    with pytest.raises(APIResponseError):
        notion.pages.update(sb.NOTES, in_trash=True)
    assert [(request.method, request.path) for request in sb.writes] == [("PATCH", f"/v1/pages/{sb.NOTES}")]


def test_state_shows_what_an_undo_brings_back(sb: NotionSandbox, notion: Client) -> None:
    """Going back by hand leaves nothing, although times, an option and the last editor changed."""
    start = sb.state()
    notion.pages.update(sb.BARE, properties={"Stage": {"select": {"name": "New"}}, "Points": {"number": 8}})
    assert sorted(sb.left(start)) == [
        f"page:{sb.BARE} properties.Points is 8, was 3",
        f"page:{sb.BARE} properties.Stage is 'New', was None",
    ]
    notion.pages.update(sb.BARE, properties={"Stage": {"select": None}, "Points": {"number": 3}})
    assert sb.left(start) == []


def test_a_new_thing_in_the_trash_counts_as_undone(sb: NotionSandbox, notion: Client) -> None:
    """What stands in a created page is compensated along with it; a comment elsewhere by saying that it was."""
    start = sb.state()
    made = notion.pages.create(parent={"page_id": sb.PROJECTS}, properties={"title": text("T")})
    notion.blocks.children.append(made["id"], children=[{"paragraph": {"rich_text": text("p")}}])
    notion.comments.create(parent={"page_id": made["id"]}, rich_text=text("c"))
    said = notion.comments.create(parent={"page_id": sb.LOGIN}, rich_text=text("c"))
    assert len(sb.left(start)) == 4
    notion.pages.update(made["id"], in_trash=True)
    assert [line.partition(" ")[0] for line in sb.left(start)] == [f"comment:{said['id']}"]
    notion.comments.update(said["id"], rich_text=text("Reverted by AgentRein"))
    assert sb.left(start) == []


def test_the_order_of_an_undo_is_watched(sb: NotionSandbox, notion: Client) -> None:
    """Newest first is fine; a page that goes before the block that came after it is a violation."""
    sb.order.watch()
    made = notion.pages.create(parent={"page_id": sb.PROJECTS}, properties={"title": text("T")})
    block = notion.blocks.children.append(made["id"], children=[{"divider": {}}])["results"][0]
    notion.pages.update(sb.LOGIN, properties={"Notes": {"rich_text": text("n")}, "Tags": {"multi_select": []}})
    assert f"page:{made['id']}" in sb.order.standing()
    tags = [{"name": "urgent"}, {"name": "mobile"}]
    before = {"Notes": {"rich_text": text("Since Monday")}, "Tags": {"multi_select": tags}}
    notion.pages.update(sb.LOGIN, properties=before)
    notion.blocks.delete(block["id"])
    notion.pages.update(made["id"], in_trash=True)
    assert (sb.order.violations, sb.order.standing()) == ([], [])
    sb.order.watch()
    made = notion.pages.create(parent={"page_id": sb.PROJECTS}, properties={"title": text("T")})
    notion.blocks.children.append(made["id"], children=[{"divider": {}}])
    notion.pages.update(made["id"], in_trash=True)
    assert len(sb.order.violations) == 1


def test_other_people_act(sb: NotionSandbox, notion: Client) -> None:
    """What a test lets people do is seen by the API; what Notion would refuse is a ValueError."""
    made = sb.add_page(sb.ARCHIVE, "Theirs", user=sb.BEN)
    sb.move_as(sb.ANNA, made, sb.PROJECTS)
    sb.rename_database(sb.ROADMAP, "Road")
    page = notion.pages.retrieve(made)
    assert (page["created_by"]["id"], page["parent"]["page_id"]) == (sb.BEN, sb.PROJECTS)
    assert notion.databases.retrieve(sb.ROADMAP)["title"][0]["plain_text"] == "Road"
    sb.leave(sb.ANNA)
    owner = notion.pages.retrieve(sb.LOGIN)["properties"]["Owner"]
    assert owner["people"] == [{"object": "user", "id": sb.ANNA}]
    with refused(400, "validation_error", "Could not find user"):
        notion.pages.update(sb.LOGIN, properties={"Owner": {"people": owner["people"]}})
    with pytest.raises(ValueError, match="Nope is not a property that exists"):
        sb.edit_as(sb.BEN, sb.LOGIN, Nope=1)
    with pytest.raises(KeyError, match="is a database, not a page"):
        sb.page(sb.ROADMAP)


def test_reset_brings_the_seed_back(sb: NotionSandbox, notion: Client) -> None:
    """After a reset everything is as at the start, under the same ids."""
    start = sb.state()
    notion.pages.update(sb.PROJECTS, in_trash=True)
    sb.reset()
    assert sb.state() == start
