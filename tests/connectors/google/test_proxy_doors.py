"""What a request could hide: another address than it shows, another place, a credential, the id that an undo needs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from googleapiclient.http import BatchHttpRequest, HttpRequest, MediaInMemoryUpload

import agentrein as rein
from agentrein.connector import Refused, State
from google_kit import LABELS, armed, authorized, label, mailbox, plain, states


def _set(**changes: Any) -> Callable[[Any], None]:
    def change(request: Any) -> None:
        for name, value in changes.items():
            setattr(request, name, value)

    return change


def _headers(**headers: str) -> Callable[[Any], None]:
    return lambda request: request.headers.update({name.replace("_", "-"): value for name, value in headers.items()})


def _uri(old: str, new: str) -> Callable[[Any], None]:
    def change(request: Any) -> None:
        request.uri = request.uri.replace(old, new)

    return change


_DRAFTS = "/upload/gmail/v1/users/me/drafts"

LIES = {
    "another method's name": _set(methodId="gmail.users.labels.list"),
    "another method's URL": _uri("/labels", "/messages/send"),
    "no method's URL": _uri("/labels", "/nothing"),
    "another verb": _set(method="PUT"),
    "an override": _headers(X_HTTP_Method_Override="DELETE"),
    "an override in the query": _uri("?", "?$httpMethod=DELETE&"),
    "an encoded override": _uri("?", "?%24httpMethod=DELETE&"),
    "dots": _uri("/me/", "/me/../me/"),
    "encoded dots": _uri("/me/", "/%2e%2e%2fme/"),
    "two slashes": _uri("/me/", "/me%2F%2F/"),
    "a fragment": _uri("?", "#?"),
    "another place": _uri("127.0.0.1", "localhost"),
    "a user in front of the host": _uri("127.0.0.1", "x@127.0.0.1"),
    "a parameter twice": _uri("?", "?userId=you&"),
    "a parameter that nobody knows": _uri("?", "?further=1&"),
    "a file that is none": _uri("?", "?uploadType=media&"),
    "an upload of another kind": _headers(X_Goog_Upload_Protocol="resumable"),
    "a session that the SDK does not begin": _uri("/gmail/v1/users/me/labels?", f"{_DRAFTS}?uploadType=resumable&"),
    "a file of no kind": _uri("/gmail/v1/users/me/labels?", f"{_DRAFTS}?"),
    "a body that is no JSON": _set(body="name=T"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_request_that_is_not_what_it_shows_is_refused(lie: str) -> None:
    """Alone and in a batch, in a run and outside of one."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)
        request, batch = label(client), client.new_batch_http_request()
        LIES[lie](request)
        batch.add(request)
        with rein.run("t") as run:
            for one in (request, batch):
                with pytest.raises(Refused):
                    one.execute()
        with pytest.raises(Refused):
            request.execute()
        assert (stub.writes, run.actions) == ([], [])


@pytest.mark.parametrize("lie", ["an override", "an override in the query", "an encoded override"])
def test_a_read_that_asks_to_be_a_write_is_refused(lie: str) -> None:
    """A GET that Google may take for a DELETE is no read."""
    with mailbox() as stub:
        request = armed("gmail", stub.url).users().labels().get(userId="me", id="Label_1")
        LIES[lie](request)
        with rein.run("t"), pytest.raises(Refused):
            request.execute()
        assert stub.seen == []


def test_a_sign_that_means_nothing_is_read() -> None:
    """A range with dollars in its path, a question with one in it: reads, also of an API without a table."""
    with mailbox() as stub:
        armed("calendar", stub.url, version="v3").events().list(calendarId="a$b", q="$100").execute()
        armed("sheets", stub.url).spreadsheets().values().get(spreadsheetId="S", range="$A$1").execute()
        assert len(stub.seen) == 2


def test_the_literal_segment_wins() -> None:
    """A file called `trash` would be all of the trash: the URL says which method it calls."""
    with mailbox() as stub:
        request = armed("drive", stub.url).files().delete(fileId="trash")
        with rein.run("t", policy={"irreversible": "allow"}), pytest.raises(Refused) as refused:
            request.execute()
        assert "drive.files.emptyTrash" in refused.value.why
        assert stub.writes == []


def test_a_request_made_by_hand_is_told_by_its_url() -> None:
    """An HttpRequest without a method's name, with the armed `http`: the URL says what it is, or that it is none."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)

        def made(uri: str) -> HttpRequest:
            headers = {"content-type": "application/json"}
            return HttpRequest(client._http, lambda _, content: content, uri, "POST", '{"name": "T"}', headers)

        with rein.run("t", on_failure="keep") as run:
            made(f"{stub.url}{LABELS}").execute()
            with pytest.raises(Refused):
                made(f"{stub.url.upper().replace('HTTP', 'http')}/gmail/v1/users/me/x").execute()
            with pytest.raises(Refused):
                made(f"{stub.url}/./gmail/v1/users/me/labels").execute()
        assert states(run) == [State.LANDED]
        assert made(f"{stub.url}/calendar/v3/x").execute()


def _elsewhere(client: Any) -> BatchHttpRequest:
    return BatchHttpRequest(batch_uri="http://127.0.0.1:1/batch")


def _legacy(client: Any) -> BatchHttpRequest:
    return BatchHttpRequest()


@pytest.mark.parametrize("made", [_elsewhere, _legacy])
def test_a_batch_that_would_go_elsewhere_is_refused(made: Callable[[Any], BatchHttpRequest]) -> None:
    """Another host than the client's, the endpoint of old, or that of the document where the client has its own."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)
        batch = made(client)
        batch.add(label(client))
        with rein.run("t"), pytest.raises(Refused, match="not where this client acts"):
            batch.execute()
        assert stub.seen == []


def test_a_batch_knows_nothing_of_an_endpoint_of_ones_own() -> None:
    """`api_endpoint` moves the calls and not the batches, which would go to Google itself."""
    with mailbox() as stub:
        client = armed("gmail", "https://gmail.googleapis.com", client_options={"api_endpoint": stub.url})
        batch = client.new_batch_http_request()
        batch.add(label(client))
        with rein.run("t") as run:
            label(client).execute()
            with pytest.raises(Refused, match="not where this client acts"):
                batch.execute()
        assert states(run) == [State.LANDED]


def test_a_batch_of_two_accounts_is_refused() -> None:
    """Each request of a batch carries its own token, and the record names one account."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)
        batch = client.new_batch_http_request()
        batch.add(label(client))
        batch.add(label(plain("gmail", stub.url, "ya29.other")))
        with rein.run("t"), pytest.raises(Refused, match="different credentials"):
            batch.execute()
        assert stub.seen == []


def test_a_batch_with_a_request_for_another_place_is_refused() -> None:
    """A request of another API's in a batch of this one."""
    with mailbox() as stub, mailbox() as other:
        client = armed("gmail", stub.url)
        batch = client.new_batch_http_request()
        batch.add(label(client))
        batch.add(label(plain("gmail", other.url)))
        with rein.run("t"), pytest.raises(Refused, match="another place"):
            batch.execute()
        assert stub.seen == other.seen == []


def test_a_file_in_a_batch_is_refused() -> None:
    """The SDK lets it through, Google does not take it."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)
        media = MediaInMemoryUpload(b"From: a@acme.example", "message/rfc822")
        batch = client.new_batch_http_request()
        batch.add(client.users().drafts().create(userId="me", body={}, media_body=media))
        with rein.run("t"), pytest.raises(Refused, match="takes in no batch"):
            batch.execute()
        assert stub.seen == []


def test_a_mask_does_not_hide_what_the_undo_needs() -> None:
    """The caller gets the fields that he asked for; on the wire his mask is wider, alone and in a batch."""
    with mailbox() as stub:
        client, told = armed("gmail", stub.url), []
        batch = client.new_batch_http_request(callback=lambda _, answer, error_: told.append(answer))
        with rein.run("t", on_failure="keep") as run:
            assert label(client, fields="name").execute() == {"name": "Triage"}
            batch.add(label(client, fields="id"))
            batch.execute()
        assert told == [{"id": "Label_0"}]
        assert [action.state for action in run.actions] == [State.LANDED, State.LANDED]
        [mask] = stub.writes[0].query["fields"]
        assert mask.split(",")[0] == "name"
        assert {"id", "color"} <= {*mask.split(",")}
        assert b"fields=id%2C" in stub.writes[1].content


SECRETS = ("s3cret-key", "s3cret-token", "s3cret-header")


@pytest.mark.parametrize("way", ["developerKey", "access_token", "x-goog-api-key"])
def test_no_credential_is_recorded(way: str, ledger: Path) -> None:
    """A key or a token leaves with the request, and with what is read for it, and stands in no record."""
    with mailbox() as stub:
        settings = {"developerKey": SECRETS[0]} if way == "developerKey" else {}
        client = armed("gmail", stub.url, **settings)
        request = label(client)
        if way == "access_token":
            request.uri += f"&access_token={SECRETS[1]}"
        elif way != "developerKey":
            request.headers[way] = SECRETS[2]
        with rein.run("t", on_failure="keep") as run:
            request.execute()
        assert states(run) == [State.LANDED]
        assert all(any(secret in f"{seen.query} {seen.headers}" for secret in SECRETS) for seen in stub.seen)
        held = b"".join(path.read_bytes() for path in ledger.parent.iterdir() if path.is_file())
        assert not [secret for secret in (*SECRETS, "ya29.agent") if secret.encode() in held]


def test_no_private_key_is_recorded(ledger: Path) -> None:
    """Let out by a policy, a certificate with its private key leaves as it is and is not recorded."""
    with mailbox() as stub:
        certificates = armed("gmail", stub.url).users().settings().sendAs().smimeInfo()
        body = {"pkcs12": SECRETS[0], "encryptedKeyPassword": SECRETS[1]}
        with rein.run("t", on_failure="keep", policy={"irreversible": "allow"}):
            certificates.insert(userId="me", sendAsEmail="a@acme.example", body=body).execute()
        assert stub.writes[0].body == body
    held = b"".join(path.read_bytes() for path in ledger.parent.iterdir() if path.is_file())
    assert not [secret for secret in SECRETS if secret.encode() in held]


def test_the_http_itself_goes_past_the_gate() -> None:
    """Whoever takes the `http` out of an armed client is stopped by the net behind, within a run."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)
        with pytest.raises(rein.Tripped), rein.run("t"):
            client._http.request(f"{stub.url}{LABELS}", "POST", body="{}")
        assert stub.seen == []


def test_another_token_is_another_actor() -> None:
    """A request that is executed with another account's `http` is recorded as that account's."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)
        with rein.run("t", on_failure="keep"):
            label(client).execute()
            label(client).execute(http=authorized("ya29.other"))
        profiles = [seen.token for seen in stub.seen if seen.path.endswith("/profile")]
        assert profiles == ["ya29.agent", "ya29.other"]
        assert [seen.token for seen in stub.writes] == profiles


def test_who_acts_may_be_said() -> None:
    """Named by `wrap`, nothing is asked."""
    with mailbox() as stub:
        client = rein.wrap(plain("gmail", stub.url), account="agent@acme.example")
        with rein.run("t", on_failure="keep") as run:
            label(client).execute()
        assert states(run) == [State.LANDED]
        assert [seen.line for seen in stub.seen if seen.path.endswith("/profile")] == []
