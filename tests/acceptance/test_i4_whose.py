from __future__ import annotations

import pytest
from slack_sdk import WebClient

import agentrein as rein
from agentrein.model import State
from agentrein_slack.sandbox import SlackSandbox


def test_an_account_that_was_told_is_undone_by_a_client_that_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """`wrap(account=...)` tells no workspace; a later revert, whose client reads both, is not taken for another's."""
    with SlackSandbox() as sb:
        monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-agent")
        monkeypatch.setenv("SLACK_API_URL", f"{sb.url}/api/")
        slack = rein.wrap(WebClient("xoxb-agent", base_url=f"{sb.url}/api/"), account="U0BOT")
        theirs = sb.post_as("U0BOB", "C0AAA", "Ship it")
        with rein.run("react") as run:
            slack.reactions_add(channel="C0AAA", timestamp=theirs, name="eyes")
        assert "auth.test" not in [request.path.rpartition("/")[2] for request in sb.requests]
        assert [one.state for one in rein.revert(run.id).actions] == [State.REVERTED]
        assert not sb.message("C0AAA", theirs).get("reactions")


def test_an_account_is_named_as_its_vendor_does() -> None:
    """A display name instead of a user's id would make the agent's own reactions look like nobody's: it is refused."""
    with pytest.raises(rein.UsageError, match="account='agent' is no account of Slack"):
        rein.wrap(WebClient("xoxb-agent"), account="agent")
