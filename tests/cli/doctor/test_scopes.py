"""Scopes: what an undo needs and a credential lacks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from agentrein import registry
from agentrein.connector import Actor, untold
from agentrein.doctor_clients import READY, Seen, beyond
from agentrein_github.sandbox import GitHubSandbox
from agentrein_notion.sandbox import NotionSandbox
from agentrein_slack.sandbox import SlackSandbox
from doctor_kit import BOT, client_in, flat, reacts

Cli = Callable[..., Any]


def test_a_missing_scope_that_a_run_needs_is_a_problem(cli: Cli, slack: SlackSandbox) -> None:
    """A run reacted; its undo needs a scope that the token lost since."""
    run = reacts(slack)
    slack.allow(BOT, ["chat:write", "reactions:read"])
    done = cli("doctor")
    assert done.code == 1
    needs = "slack: the undo of reactions.add needs reactions:write, which the credential lacks"
    assert f"{needs}, and run {run} did that; grant it reactions:write" in flat(done.out)
    lacks = {one["address"]: one["needs"] for one in client_in(cli("doctor", "--json"), "slack")["lacks"]}
    assert lacks["reactions.add"] == [["reactions:write"]]
    assert "chat.postMessage" not in lacks


def test_a_missing_scope_is_good_to_know_before_a_run_needs_it(cli: Cli, slack: SlackSandbox) -> None:
    """No run needs it yet, so it is a note, and all is well; in short where there is little room."""
    slack.allow(BOT, ["chat:write"])
    done = cli("doctor", "--all")
    assert done.code == 0
    assert "the undo of reactions.add, reactions.remove needs reactions:write, reactions:read" in flat(done.out)
    assert "one of channels:history, groups:history" in flat(done.out)
    short = cli("doctor")
    assert "rein doctor --all" in short.out
    assert len(short.lines) <= 24


def test_one_of_several_scopes_is_enough(cli: Cli, slack: SlackSandbox, sandbox: GitHubSandbox) -> None:
    """What a kind of conversation, or of repository, needs is granted by any of its alternatives."""
    sandbox.scopes = "public_repo"
    slack.allow(BOT, ["channels:manage", "groups:read"])
    short = [needed for one in client_in(cli("doctor", "--json"), "github")["lacks"] for needed in one["needs"]]
    assert [needed for needed in short if "public_repo" in needed] == []
    lacks = {one["address"] for one in client_in(cli("doctor", "--json"), "slack")["lacks"]}
    assert "conversations.rename" not in lacks
    assert "chat.update" in lacks
    sandbox.scopes = "gist"
    done = cli("doctor", "--all")
    assert "needs one of repo, public_repo, which the credential lacks" in flat(done.out)


def test_scopes_that_cannot_be_read_are_named(cli: Cli, sandbox: GitHubSandbox, notion: NotionSandbox) -> None:
    """A vendor that does not tell what a credential may do is no problem, and what the undo needs is said."""
    sandbox.scopes = None
    done = cli("doctor", "--all")
    assert done.code == 0
    said = "what the credential may do cannot be read; the undo needs"
    assert said in flat(done.out)
    assert "one of repo, public_repo" in flat(done.out)
    assert f"{said} read content, update content, insert comments" in flat(done.out)
    found = client_in(cli("doctor", "--json"), "github")
    assert (found["granted"], found["lacks"]) == (None, None)


def test_what_a_credential_may_do_beyond_the_table_is_said(
    cli: Cli, slack: SlackSandbox, sandbox: GitHubSandbox
) -> None:
    """A note, with what it is: it works, and whoever gets hold of it can do more harm than need be."""
    sandbox.scopes = "repo, delete:packages, site_admin"
    slack.allow(BOT, ["chat:write", "admin"])
    done = cli("doctor", "--all")
    assert done.code == 0
    much = "the credential may do much more than the table needs"
    more = "site_admin administers the whole server; delete:packages deletes packages"
    assert f"{much}: {more}; one without that is enough" in flat(done.out)
    assert f"{much}: admin administers the workspace; one without that is enough" in flat(done.out)
    found = client_in(cli("doctor", "--json"), "github")
    assert {one["scope"] for one in found["beyond"]} == {"delete:packages", "site_admin"}
    sandbox.scopes = "repo"
    assert client_in(cli("doctor", "--json"), "github")["beyond"] == []


def test_where_a_person_sees_it_is_said(cli: Cli, sandbox: GitHubSandbox, notion: NotionSandbox) -> None:
    """For what no answer tells."""
    sandbox.scopes = None
    said = flat(cli("doctor", "--all").out)
    assert "GitHub shows the permissions of a fine-grained token and of an app in their settings" in said
    assert "Notion shows the capabilities of a connection in its settings" in said


def test_nothing_that_a_row_needs_counts_as_too_much() -> None:
    """Of all connectors: no scope that an undo cannot do without; and those that tell nothing say where to look."""
    for name in registry.connectors():
        found = registry.connector(name)
        needed = {group[0] for row in found.table.operations for group in row.scopes if len(group) == 1}
        assert needed.isdisjoint(found.beyond or {}), name
        assert found.granted is not untold or found.shown_at or not found.table.operations, name


def test_a_secret_key_of_stripe_may_do_everything() -> None:
    """Its kind says so, where no answer does."""
    seen = Seen("stripe", state=READY, actor=Actor("acct_1", "live", "live secret"))
    assert list(beyond(seen)) == ["live secret"]
    for kind in ("live restricted", "test secret"):
        assert beyond(replace(seen, actor=Actor("acct_1", "live", kind))) == {}
