"""The README and the guides: usage, errors, options, retries, helpers, custom requests."""

from __future__ import annotations

from typing import Any

from notion_client import APIErrorCode, APIResponseError, RequestTimeoutError, RetryOptions
from notion_client.helpers import (
    extract_block_id,
    extract_page_id,
    get_id,
    get_url,
    is_full_block,
    is_full_comment,
    is_full_data_source,
    is_full_page_or_data_source,
    is_full_user,
)

from connectors.notion.documented.things import README, REFERENCE, START, collected, templates
from connectors.notion.examples.things import INCIDENT_ROWS, LOGIN, PROJECTS, TASKS, TODO
from documented_kit import Examples, Steps
from notion_kit import NOWHERE

GUIDE = Examples()

BRIDGE = {"property": "Name", "title": {"contains": "Login"}}
HELLO = {"parent": {"page_id": PROJECTS}, "rich_text": [{"text": {"content": "Hello, world!"}}]}


def limited(path: str, kind: str = "rate_limited", **more: Any) -> tuple[dict[str, Any], ...]:
    """One refusal of requests to a path, after which one may try again at once."""
    return ({"kind": kind, "path": path, "retry_after": 0, **more},)


AT_ONCE = {"retry": RetryOptions(max_retries=5, initial_retry_delay_ms=0, max_retry_delay_ms=60_000)}


@GUIDE.of(f"{README}usage")
def the_users(client: Any, at: None) -> Steps:
    """A plain dictionary comes back."""
    answer = yield client.users.list()
    return answer


@GUIDE.of(START)
def what_kind_each_user_is(client: Any, at: None) -> Steps:
    """Names and types out of the results."""
    answer = yield client.users.list()
    return [(user["name"], user["type"]) for user in answer.get("results")]


@GUIDE.of(f"{README}usage")
def a_query(client: Any, at: None) -> Steps:
    """Path and body in one object of parameters."""
    answer = yield client.data_sources.query(data_source_id=INCIDENT_ROWS, filter=BRIDGE)
    return answer["results"]


@GUIDE.of(f"{README}handling-errors")
def a_query_of_what_is_not_there(client: Any, at: None) -> Steps:
    """The exception's code is one of the SDK's own names for codes."""
    try:
        yield client.data_sources.query(data_source_id=NOWHERE, filter=BRIDGE)
    except APIResponseError as error:
        return error.code == APIErrorCode.ObjectNotFound, error, error.status, dict(error.headers)
    return None


@GUIDE.of(f"{README}handling-errors", "rejected")
def a_write_to_what_is_not_there(client: Any, at: None) -> Steps:
    """The same exception for a write."""
    try:
        yield client.comments.create(**{**HELLO, "parent": {"page_id": NOWHERE}})
    except APIResponseError as error:
        return error.code == APIErrorCode.ObjectNotFound, error, error.status, dict(error.headers)
    return None


@GUIDE.of(f"{README}client-options", "compensated", settings={"auth": None})
def a_token_for_each_request(client: Any, at: None) -> Steps:
    """The client has none, so each call brings its own."""
    yield client.users.me(auth="secret_agent")
    answer = yield client.comments.create(**HELLO, auth="secret_agent")
    return answer["rich_text"]


@GUIDE.of(
    f"{README}client-options",
    settings={"timeout_ms": 150, "retry": False},
    faults=({"kind": "slow", "path": "/v1/users", "seconds": 0.6},),
)
def an_answer_that_takes_too_long(client: Any, at: None) -> Steps:
    """The SDK's own exception after the time that the client was made with."""
    try:
        yield client.users.list()
    except RequestTimeoutError as error:
        return error, error.code
    return None


@GUIDE.of(f"{README}automatic-retries", faults=limited("/v1/users"), settings=AT_ONCE)
def a_read_after_a_limit(client: Any, at: None) -> Steps:
    """A limit is waited out."""
    answer = yield client.users.list()
    return len(answer["results"])


@GUIDE.of(f"{README}automatic-retries", "compensated", faults=limited("/v1/comments", method="POST"), settings=AT_ONCE)
def a_write_after_a_limit(client: Any, at: None) -> Steps:
    """For a write too: Notion has not executed it."""
    answer = yield client.comments.create(**HELLO)
    return answer["id"]


@GUIDE.of(f"{README}automatic-retries", faults=limited("/v1/users", "error", status=500), settings=AT_ONCE)
def a_read_after_an_error(client: Any, at: None) -> Steps:
    """An error of the server's is tried again for a read."""
    answer = yield client.users.list()
    return len(answer["results"])


@GUIDE.of(
    f"{README}automatic-retries", "rejected", faults=limited("/v1/comments", "error", status=503), settings=AT_ONCE
)
def a_write_after_an_error(client: Any, at: None) -> Steps:
    """For a POST it is not."""
    try:
        yield client.comments.create(**HELLO)
    except APIResponseError as error:
        return error, error.code == APIErrorCode.ServiceUnavailable
    return None


@GUIDE.of(f"{README}automatic-retries", faults=limited("/v1/users"), settings={"retry": False})
def a_limit_without_retries(client: Any, at: None) -> Steps:
    """Switched off, the first answer is the last."""
    try:
        yield client.users.list()
    except APIResponseError as error:
        return error, error.code == APIErrorCode.RateLimited
    return None


@GUIDE.of(f"{README}automatic-retries", "rejected", faults=limited("/v1/comments"), settings={"retry": False})
def a_limited_write_without_retries(client: Any, at: None) -> Steps:
    """Switched off, the first answer is the last, for a write too."""
    try:
        yield client.comments.create(**HELLO)
    except APIResponseError as error:
        return error, error.code == APIErrorCode.RateLimited
    return None


@GUIDE.of(f"{README}full-api-responses")
def full_objects_only(client: Any, at: None) -> Steps:
    """What the connection sees only in part is left out."""
    answer = yield client.data_sources.query(data_source_id=INCIDENT_ROWS)
    source = yield client.data_sources.retrieve(INCIDENT_ROWS)
    block = yield client.blocks.retrieve(TODO)
    comments = yield client.comments.list(block_id=LOGIN)
    me = yield client.users.me()
    full = is_full_data_source(source), is_full_block(block), is_full_comment(comments["results"][0]), is_full_user(me)
    return full, [page["created_time"] for page in answer["results"] if is_full_page_or_data_source(page)]


@GUIDE.of(f"{README}utility-functions")
def the_blocks_of_a_page(client: Any, at: None) -> Steps:
    """All pages of a list in one."""
    blocks = yield collected(client.blocks.children.list, block_id=PROJECTS, page_size=2)
    return [block["type"] for block in blocks]


@GUIDE.of(f"{README}utility-functions")
def all_rows_of_a_query(client: Any, at: None) -> Steps:
    """The same for a query, which is a POST that only reads, and for a search."""
    rows = yield collected(client.data_sources.query, data_source_id=TASKS, page_size=20)
    found = yield collected(client.search, query="Task", page_size=20)
    return len(rows), len(found)


@GUIDE.of(f"{README}custom-requests", "compensated")
def a_request_by_its_path(client: Any, at: None) -> Steps:
    """A comment without the method for comments; the verb in small letters."""
    answer = yield client.request(path="comments", method="post", body=HELLO)
    return answer["object"], answer["rich_text"]


@GUIDE.of(f"{README}custom-requests")
def a_read_by_its_path(client: Any, at: None) -> Steps:
    """The same for what only reads."""
    answer = yield client.request(path="users", method="get", query={"page_size": 1})
    return answer["has_more"]


@GUIDE.of(REFERENCE, "reverted")
def ids_out_of_addresses(client: Any, at: None) -> Steps:
    """A page and a block are named by the addresses that a person copies."""
    page = yield client.pages.retrieve(get_id(get_url(LOGIN)))
    address = f"https://www.notion.so/{PROJECTS.replace('-', '')}#{TODO.replace('-', '')}"
    assert extract_page_id(address) is not None
    block = yield client.blocks.update(extract_block_id(address), to_do={"checked": True})
    return page["id"], block["to_do"]["checked"]


@GUIDE.of(REFERENCE)
def the_templates_of_a_data_source(client: Any, at: None) -> Steps:
    """Collected by the SDK's helper for templates."""
    answer = yield templates(client.data_sources.list_templates, data_source_id=INCIDENT_ROWS)
    return answer
