"""`rein approvals`, `approve`, `reject`, `keys` and `policy`, as people and programs see them."""

from __future__ import annotations

import contextlib
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import agentrein as rein
import agentrein.cli
from agentrein import configuration, granting
from agentrein.approvals import statement
from agentrein.ledger import codec
from agentrein_github.sandbox import GitHubSandbox
from terminal_kit import Terminal

Cli = Callable[..., Any]
SCHEMAS = Path(agentrein.cli.__file__).parent / "schemas"


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No configuration of this machine, and nothing that another test used."""
    granting._used.clear()
    monkeypatch.setattr(configuration, "MACHINE", tmp_path / "etc.toml")
    monkeypatch.delenv("AGENTREIN_CONFIG", raising=False)
    monkeypatch.chdir(tmp_path)


def fits(name: str, value: Any) -> Any:
    """A value that fits a schema of the package."""
    schema = json.loads((SCHEMAS / f"{name}.json").read_text())
    found = [f"{one.json_path}: {one.message}" for one in Draft202012Validator(schema).iter_errors(value)]
    assert found == []
    return value


@pytest.fixture
def asked(agent: Callable[..., str], cli: Cli) -> Callable[[], None]:
    """A keyed run in which an agent asked to delete the repository; calling it is the agent coming back."""

    def leg() -> None:
        def work(repo: Any) -> None:
            repo.delete()

        with contextlib.suppress(rein.NeedsApproval):
            agent(work, "clean up", key="t-1", policy={"irreversible": "ask"}, approvals="unsigned")

    leg()
    return leg


def test_what_waits_is_listed(asked: Any, cli: Cli) -> None:
    """`rein approvals` says what it would do, until when, where it stands in the code; `rein` alone tells of it too."""
    done = cli("approvals")
    assert done.code == 0
    assert done.lines[0] == "1 call waits for your approval"
    assert "A-1" in done.lines[2]
    assert done.lines[2].endswith("irreversible   expires in 59 min")
    assert "as octocat" in done.lines[3]
    assert done.lines[-1].startswith("Next:  rein approvals A-1")
    bare = cli()
    assert bare.lines[0] == "1 approval waits for you"
    assert "APPROVAL  expires in 59 min" in bare.lines[2]
    assert bare.lines[-2] == "Next:  rein approvals"
    (one,) = fits("approvals", cli("approvals", "--json").json)
    assert {"id", "run", "says", "tier", "actor", "expires"} <= set(one)
    assert (one["id"], one["tier"], one["actor"]["account"]) == ("A-1", "irreversible", "octocat")
    assert fits("rein", cli("--json").json)["approvals"] == [one]


def test_one_is_shown_with_the_exact_request(asked: Any, cli: Cli) -> None:
    """`rein approvals A-1` shows what would be sent, to whom and as whom, so that a person sees what they approve."""
    done = cli("approvals", "a-1", "--json")
    (one,) = fits("approvals", done.json)
    assert one["request"]["address"] == "DELETE /repos/{owner}/{repo}"
    assert one["request"]["params"] == {"owner": "acme", "repo": "app"}
    assert one["statement"].startswith("agentrein approval 1\n")
    page = cli("approvals", "A-1").out
    assert "DELETE /repos/acme/app   to http" in page
    assert "by whoever can write this ledger" in " ".join(page.split())
    assert "rein approve A-1      rein reject A-1 --why TEXT" in page


def test_approving_lets_it_out_once(asked: Any, cli: Cli, sandbox: GitHubSandbox) -> None:
    """`rein approve`, then the agent comes back: it goes through, and `rein show` tells who approved, unsigned."""
    done = cli("approve", "A-1", "--json")
    assert (done.code, fits("approval", done.json)["state"], done.json["by"]) == (0, "approved", "tester")
    asked()
    assert [one.method for one in sandbox.writes] == ["DELETE"]
    shown = cli("show", "last", "--json").json
    (action,) = shown["actions"]
    assert {**action["approval"], "at": ""} == {"id": "A-1", "by": "tester", "at": "", "signed": False}
    assert "approved by tester" in cli("show", "last").out
    assert "asked  approved by tester (A-1, not signed)" in cli("show", "last", "1").out
    assert cli("approvals").lines[0] == "Nothing waits for your approval."
    again = cli("approve", "A-1")
    assert (again.code, again.out) == (2, "")
    assert "A-1 was used by write 1" in again.err
    assert "used by write 1" in cli("approvals", "A-1").out


def test_rejecting_tells_whoever_called(asked: Any, cli: Cli, sandbox: GitHubSandbox) -> None:
    """`rein reject --why`: the agent that comes back is refused with the reason; nothing is sent."""
    done = cli("reject", "A-1", "--why", "we need it", "--json")
    assert (done.code, fits("approval", done.json)["state"]) == (0, "denied")
    with pytest.raises(rein.Refused, match=r"denied by tester \(A-1\): we need it"):
        asked()
    assert sandbox.writes == []
    assert "denied A-1 by tester: we need it" in " ".join(cli("show", "last").out.split())


@pytest.mark.parametrize(
    ("command", "code", "says"),
    [
        (("approve", "A-9"), 3, "there is no approval 'A-9'"),
        (("approve", "nine"), 3, "there is no approval 'nine'"),
        (("reject", "A-1000000000000000000000"), 3, "there is no approval"),
        (("approvals", "A-9"), 3, "there is no approval"),
        (("approve",), 2, "Missing argument 'ID'"),
        (("approve", "A-1", "--key", "/nowhere"), 2, "the key cannot be read"),
    ],
)
def test_what_cannot_be_approved(asked: Any, cli: Cli, command: tuple[str, ...], code: int, says: str) -> None:
    """An id that there is not is exit 3, a wrong call exit 2; nothing is recorded."""
    done = cli(*command)
    assert (done.code, done.out) == (code, "")
    assert says in done.err


def test_without_a_ledger_nothing_waits(place: Path, cli: Cli) -> None:
    """Listing makes no ledger and is no error."""
    done = cli("approvals", "--json")
    assert (done.code, done.json) == (0, [])
    assert not place.exists()


def test_hostile_text_is_printed_literally(agent: Callable[..., str], cli: Cli) -> None:
    """A title with markup, escapes and line breaks acts on no screen, wherever an approval is shown (scenario 43)."""
    title = "[red]x[/red] \x1b[2J\x1b[31m \u202etxt.exe\nA-2  approved"

    def work(repo: Any) -> None:
        repo.create_issue(title)

    with pytest.raises(rein.NeedsApproval) as error:
        agent(work, "\x1b[1mrun", key="k", policy={"github": "ask"}, approvals="unsigned")
    commands = [(), ("approvals",), ("approvals", "A-1"), ("approve", "A-1"), ("reject", "A-1", "--why", title)]
    texts = [str(error.value), error.value.for_model()]
    for command in [*commands, ("show", "last"), ("plan", "last"), ("runs",)]:
        done = cli(*command)
        texts += [done.out, done.err]
    for text in texts:
        assert not {"\x1b", "\u202e"} & set(text)
        assert "\nA-2  approved" not in text
    assert r"[red]x[/red] \x1b[2J\x1b[31m \u202etxt.exe\nA-2" in "".join(texts)


def test_keys_are_private(cli: Cli, tmp_path: Path) -> None:
    """`rein keys new` writes a file that only its owner can read, once, and prints the public key alone on stdout."""
    path = tmp_path / "approver.pem"
    done = cli("keys", "new", str(path))
    (public,) = done.lines
    assert done.code == 0
    assert public.startswith("ed25519:")
    assert f'keys = ["{public}"]' in done.err
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert public not in path.read_text()
    assert cli("keys", "show", str(path), "--json").json == fits("keys", {"public": public, "path": str(path)})
    before = path.read_bytes()
    again = cli("keys", "new", str(path))
    assert (again.code, path.read_bytes()) == (2, before)
    path.chmod(0o640)
    done = cli("keys", "show", str(path))
    assert (done.code, "others can read this private key" in done.err) == (2, True)
    path.write_text("nonsense")
    path.chmod(0o600)
    assert cli("keys", "show", str(path)).code == 2


def test_signed_here_and_signed_elsewhere(
    agent: Callable[..., str], cli: Cli, tmp_path: Path, sandbox: GitHubSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that pins a key takes no unsigned answer, none by another key, and one that was signed elsewhere."""
    ours, theirs = tmp_path / "ours.pem", tmp_path / "theirs.pem"
    public, other = (cli("keys", "new", str(path)).lines[0] for path in (ours, theirs))

    def leg() -> None:
        agent(lambda repo: repo.create_issue("x"), "x", key="k", policy={"github": "ask"}, approvals=[public])

    with pytest.raises(rein.NeedsApproval, match="rein approve A-1 --key PATH"):
        leg()
    plain = cli("approve", "A-1")
    assert (plain.code, "A-1 has to be signed" in plain.err) == (2, True)
    wrong = cli("approve", "A-1", "--key", str(theirs))
    assert (wrong.code, f"takes no approval by the key {other}" in wrong.err) == (2, True)
    request = cli("approvals", "A-1", "--json").out
    signed = cli("keys", "sign", str(ours), "--json", stdin=request)
    assert (signed.code, fits("keys", signed.json)["public"]) == (0, public)
    assert 'POST /repos/acme/app/issues  {"body": null, "title": "x"}' in signed.err
    shown = " ".join(signed.err.split())
    (told,) = json.loads(request)
    assert f"as octocat (live), a {told['actor']['kind']}" in shown
    assert f"to {sandbox.url}" in shown
    assert f"until {told['expires'][:19]}Z expires in 59 min" in shown
    lines = cli("keys", "sign", str(ours), stdin=request).lines
    changed = request.replace("acme", "evil")
    assert cli("keys", "sign", str(ours), stdin=changed).code == 2
    assert cli("keys", "sign", str(ours), stdin="[]").code == 2
    forged = cli("approve", "A-1", "--by-key", public, "--signature", "ed25519:" + "A" * 86)
    assert (forged.code, "the signature is not one of this key" in forged.err) == (2, True)
    assert sandbox.writes == []
    command = lines[0].split()[1:]
    assert command[:2] == ["approve", "A-1"]
    done = cli(*command)
    assert (done.code, f"signed by {public}" in " ".join(done.out.split())) == (0, True)
    leg()
    assert len(sandbox.writes) == 1
    (action,) = cli("show", "last", "--json").json["actions"]
    assert (action["approval"]["signed"], action["approval"]["key"]) == (True, public)
    monkeypatch.setenv("AGENTREIN_APPROVER_KEY", str(theirs))
    with pytest.raises(rein.NeedsApproval, match="A-2"):
        leg()
    assert cli("approve", "A-2").code == 2
    monkeypatch.setenv("AGENTREIN_APPROVER_KEY", str(ours))
    assert cli("approve", "A-2").code == 0


def test_the_policy_is_shown_with_its_places(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`rein policy`: the defaults without a file; with files, what holds and in which line that stands."""
    done = cli("policy")
    assert done.code == 0
    assert done.lines[0] == "No agentrein.toml holds here: the defaults do."
    assert any("irreversible" in line and "is refused" in line and "default" in line for line in done.lines)
    public = cli("keys", "new", str(tmp_path / "k.pem")).lines[0]
    pinned, found = tmp_path / "pinned.toml", tmp_path / "agentrein.toml"
    pinned.write_text(
        f"""[policy]
irreversible = "ask"
"slack: chat.delete" = "refuse"
[undo]
"slack: chat.postMessage" = "delete"
[approvals]
keys = ["{public}"]
expires = "30m"
"""
    )
    found.write_text('[policy]\nirreversible = "allow"\ncostly = "ask"\n')
    monkeypatch.setenv("AGENTREIN_CONFIG", str(pinned))
    told = fits("policy", cli("policy", "--json").json)
    assert [(one["path"], one["pinned"]) for one in told["files"]] == [(str(pinned), True), (str(found), False)]
    tiers = {one["tier"]: (one["says"], one["where"]) for one in told["tiers"]}
    assert tiers["irreversible"] == ("ask", f"{pinned}:2")
    assert tiers["costly"] == ("ask", f"{found}:3")
    assert tiers["reversible"] == ("allow", "default")
    assert {"rule": "slack: chat.delete", "says": "refuse", "where": f"{pinned}:3"} in told["rules"]
    assert told["undo"] == [{"rule": "slack: chat.postMessage", "says": "delete", "where": f"{pinned}:5"}]
    assert told["approvals"] == {
        "require": "signed",
        "keys": [public],
        "expires": 1800.0,
        "wait": 0.0,
        "where": f"{pinned}:7",
    }
    page = cli("policy").out
    assert "What a program passes with rein.run(policy=...) can only be stricter." in " ".join(page.split())


def test_a_mistake_in_a_file_stops_the_command(cli: Cli, tmp_path: Path) -> None:
    """Exit 2, with the line."""
    (tmp_path / "agentrein.toml").write_text('[policy]\n"slack: chat.dlete" = "refuse"\n')
    done = cli("policy", "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "REIN-U204")
    assert done.json["error"]["where"] == f"{tmp_path / 'agentrein.toml'}:2"
    assert "nearest: 'slack: chat.delete'" in done.json["error"]["now"]


def test_a_person_at_a_terminal_confirms_an_undo_that_asks(
    agent: Callable[..., str], cli: Cli, work: Any, sandbox: GitHubSandbox
) -> None:
    """`--yes` leaves it, whoever typed it; on a terminal it is named, and typing the run's end undoes it."""
    run = agent(work.opens, undo={"github": "ask"})
    done = cli("revert", run, "--yes")
    assert (done.code, f"rein revert {run} --action 1" in done.out) == (1, True)
    sent = len(sandbox.writes)
    terminal = Terminal("revert", run)
    terminal.wait_for("Enter to stop: ")
    terminal.type(run[-3:])
    code, _ = terminal.ended()
    assert code == 0
    assert "A policy asks you before these are undone (1)" in " ".join(terminal.words.split())
    assert len(sandbox.writes) == sent + 1
    assert cli("show", run, "--json").json["status"] == "reverted"


WHAT: dict[str, Any] = {
    "run": "r-00000001",
    "operation": "slack: chat.delete",
    "call": {
        "connector": "slack",
        "address": "POST /repos/{owner}",
        "params": {"owner": "acme", "own": "evil"},
        "body": {"ts": "1"},
        "headers": {"Stripe-Account": "acct_other"},
        "endpoint": "https://elsewhere.example",
    },
    "actor": {"account": "ada", "mode": "live", "kind": "bot"},
    "told": True,
}
UNTIL = "2099-01-02T03:04:05.000000Z"


def carried(id_: str = "A-1", what: Any = WHAT, expires: str = UNTIL) -> str:
    """A request as it may reach the approver's machine: well-formed, with a statement that fits it."""
    told = {"id": id_, "bound": codec.dumps(what), "expires": expires}
    return json.dumps([{**told, "statement": statement(id_, what, expires).decode("ascii")}])


@pytest.mark.parametrize(
    "id_",
    ["A-1; touch PWNED; echo", "$(touch PWNED)", "A-1\ntouch PWNED", "A-01", "a-1", " A-1", "A-", "", "1", "A-None"],
)
def test_nothing_of_a_request_reaches_the_shell(cli: Cli, tmp_path: Path, id_: str) -> None:
    """`rein keys sign` prints a line that is run on the agent's machine: an id that is none is not signed."""
    key = tmp_path / "k.pem"
    cli("keys", "new", str(key))
    done = cli("keys", "sign", str(key), stdin=carried(id_))
    assert (done.code, done.out) == (2, "")
    assert "this is not what `rein approvals ID --json` prints" in done.err


@pytest.mark.parametrize(
    ("what", "expires"),
    [
        ({**WHAT, "more": 1}, UNTIL),
        ({**WHAT, "call": {**WHAT["call"], "more": 1}}, UNTIL),
        ({**WHAT, "call": {**WHAT["call"], "params": ["x"]}}, UNTIL),
        ({**WHAT, "call": "POST /"}, UNTIL),
        ({**WHAT, "items": [1]}, UNTIL),
        ({**WHAT, "actor": "ada"}, UNTIL),
        ({**WHAT, "run": None}, UNTIL),
        (WHAT, "2099"),
        (WHAT, "2099-01-02T03:04:05"),
        (WHAT, "never; touch PWNED"),
    ],
)
def test_what_would_be_signed_unseen_is_not_signed(cli: Cli, tmp_path: Path, what: Any, expires: str) -> None:
    """Whatever is bound is shown: a request that holds what no page shows, or is of another form, is refused."""
    key = tmp_path / "k.pem"
    cli("keys", "new", str(key))
    done = cli("keys", "sign", str(key), stdin=carried("A-1", what, expires))
    assert (done.code, done.out) == (2, "")


def test_all_that_is_signed_is_shown(cli: Cli, tmp_path: Path) -> None:
    """Who acts and as whose word, the query, the headers that change the meaning, the server, the expiry."""
    key = tmp_path / "k.pem"
    cli("keys", "new", str(key))
    done = cli("keys", "sign", str(key), stdin=carried())
    shown = " ".join(done.err.split())
    assert done.code == 0
    assert "Signing A-1 of run r-00000001: slack: chat.delete" in shown
    assert "as ada (live), a bot as its code says" in shown
    assert 'sends POST /repos/acme {"ts": "1"} with {"own": "evil"} to https://elsewhere.example' in shown
    assert 'headers {"Stripe-Account": "acct_other"}' in shown
    assert "until 2099-01-02T03:04:05Z expires in" in shown
