"""Gists and their comments."""

from __future__ import annotations

from typing import Any

from github import Auth, Github, InputFileContent
from github.Gist import Gist

from agentrein.testing.conformance import Example
from connectors.github.examples.activity import OWN, by_itself

GIST = "/gists/{gist_id}"


def files(**contents: str) -> dict[str, InputFileContent]:
    """Files by name; an underscore stands for the dot."""
    return {name.replace("_", "."): InputFileContent(content) for name, content in contents.items()}


def create(gh: Github) -> None:
    """A gist of two files."""
    gh.get_user().create_gist(public=False, files=files(a_txt="A", b_txt="B"), description="Two of [them]")


def gist(gh: Github) -> Gist:
    """The account's newest gist, read as a whole."""
    return gh.get_gist(next(iter(gh.get_user().get_gists())).id)


def edited(description: str | None = None, **contents: Any) -> Any:
    """The newest gist with these files changed, or deleted where they are None."""
    changed = {name.replace("_", "."): None if one is None else InputFileContent(one) for name, one in contents.items()}
    said = {} if description is None else {"description": description}
    return lambda gh: gist(gh).edit(files=changed, **said)


def of_helper(gh: Github) -> Gist:
    """The newest gist of the other account: whoever knows its id may read it."""
    with Github(base_url=str(gh.requester.base_url), auth=Auth.Token("token-helper")) as client:
        found = next(iter(client.get_user().get_gists())).id
    return gh.get_gist(found)


def comment(gh: Github) -> Any:
    """The first comment on the newest gist."""
    return next(iter(gist(gh).get_comments()))


EXAMPLES = (
    Example(
        "POST /gists",
        create,
        foreign=by_itself(edited(a_txt="Theirs")),
        beside=create,
        name="secret",
    ),
    Example(
        "POST /gists",
        lambda gh: gh.get_user().create_gist(public=True, files=files(a_txt="A", b_txt="B")),
        foreign=by_itself(lambda gh: gist(gh).create_comment("Nice.")),
        beside=create,
        name="public, without a description",
    ),
    Example(
        f"PATCH {GIST}",
        edited("Other words", a_txt="Changed", c_txt="Added", b_txt=None),
        prepare=by_itself(create),
        foreign=by_itself(edited(a_txt="Theirs")),
        beside=by_itself(edited(d_txt="Theirs")),
        name="change, add and delete",
    ),
    Example(
        f"PATCH {GIST}",
        lambda gh: gist(gh).edit(files={"a.txt": InputFileContent("Renamed", "z.txt")}),
        prepare=by_itself(create),
        foreign=by_itself(edited(z_txt="Theirs")),
        beside=by_itself(edited("Their words")),
        name="rename and change",
    ),
    Example(
        f"PATCH {GIST}",
        edited("Other words"),
        prepare=by_itself(create),
        foreign=by_itself(edited("Their words")),
        beside=by_itself(edited(a_txt="Theirs")),
        name="description",
    ),
    Example(
        f"PATCH {GIST}", edited(a_txt="A"), prepare=by_itself(create), beside=create, nothing=True, name="nothing new"
    ),
    Example(
        f"PUT {GIST}/star", lambda gh: of_helper(gh).set_starred(), prepare=create, alone=OWN, beside=edited("Theirs")
    ),
    Example(
        f"PUT {GIST}/star",
        lambda gh: gist(gh).set_starred(),
        prepare=by_itself(lambda gh: (create(gh), gist(gh).set_starred())),
        nothing=True,
        name="there already",
    ),
    Example(
        f"DELETE {GIST}/star",
        lambda gh: gist(gh).reset_starred(),
        prepare=by_itself(lambda gh: (create(gh), gist(gh).set_starred())),
        alone=OWN,
        beside=create,
    ),
    Example(
        f"DELETE {GIST}/star",
        lambda gh: gist(gh).reset_starred(),
        prepare=by_itself(create),
        nothing=True,
        name="there was none",
    ),
    Example(
        f"POST {GIST}/forks",
        lambda gh: of_helper(gh).create_fork(),
        prepare=create,
        foreign=by_itself(edited(a_txt="Theirs")),
        beside=edited(a_txt="Theirs"),
    ),
    Example(
        f"POST {GIST}/comments",
        lambda gh: gist(gh).create_comment("{body}"),
        prepare=by_itself(create),
        foreign=by_itself(lambda gh: comment(gh).edit("Their words")),
        beside=by_itself(lambda gh: gist(gh).create_comment("And?")),
    ),
    Example(
        f"PATCH {GIST}/comments/{{comment_id}}",
        lambda gh: comment(gh).edit("Agent's words"),
        prepare=by_itself(lambda gh: (create(gh), gist(gh).create_comment("A word"))),
        foreign=by_itself(lambda gh: comment(gh).edit("Their words")),
        beside=by_itself(lambda gh: gist(gh).create_comment("And?")),
    ),
)
