"""Stars, watching and following, which only the account itself changes."""

from __future__ import annotations

from typing import Any

from github import Auth, Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, repo

STAR, WATCH, FOLLOW = "/user/starred/{owner}/{repo}", f"{REPO}/subscription", "/user/following/{username}"
OWN = "nobody but the account itself can, and it is so or it is not"


def itself(gh: Github) -> Github:
    """The agent's own account, as the person whose it is would use it."""
    return Github(auth=Auth.Token("token-octocat"), base_url=str(gh.requester.base_url), seconds_between_writes=None)


def by_itself(act: Any) -> Any:
    """What that person does."""

    def acted(gh: Github) -> None:
        with itself(gh) as own:
            act(own)

    return acted


def watch(**said: bool) -> Any:
    """The repository watched or ignored."""
    return lambda gh: gh.requester.requestJsonAndCheck("PUT", f"{repo(gh).url}/subscription", input=said)


def star(gh: Github) -> None:
    """A star for the repository."""
    gh.get_user().add_to_starred(repo(gh))


def unstar(gh: Github) -> None:
    """No star for it."""
    gh.get_user().remove_from_starred(repo(gh))


def follow(gh: Github) -> None:
    """The other account followed."""
    gh.get_user().add_to_following(gh.get_user("helper"))


def unfollow(gh: Github) -> None:
    """The other account followed no more."""
    gh.get_user().remove_from_following(gh.get_user("helper"))


EXAMPLES = (
    Example(f"PUT {STAR}", star, alone=OWN, beside=star),
    Example(f"PUT {STAR}", star, prepare=by_itself(star), nothing=True, name="there already"),
    Example(f"DELETE {STAR}", unstar, prepare=by_itself(star), alone=OWN, beside=star),
    Example(f"DELETE {STAR}", unstar, nothing=True, name="there was none"),
    Example(
        f"PUT {WATCH}",
        lambda gh: gh.get_user().add_to_watched(repo(gh)),
        foreign=by_itself(watch(ignored=True)),
        beside=watch(subscribed=True),
    ),
    Example(
        f"PUT {WATCH}",
        lambda gh: gh.get_user().add_to_watched(repo(gh)),
        prepare=by_itself(watch(ignored=True)),
        foreign=by_itself(watch()),
        name="ignored before",
    ),
    Example(
        f"PUT {WATCH}",
        lambda gh: gh.get_user().add_to_watched(repo(gh)),
        prepare=by_itself(watch(subscribed=True)),
        nothing=True,
        name="watched before",
    ),
    Example(
        f"DELETE {WATCH}",
        lambda gh: gh.get_user().remove_from_watched(repo(gh)),
        prepare=by_itself(watch(ignored=True)),
        foreign=by_itself(watch(subscribed=True)),
        beside=watch(subscribed=True),
    ),
    Example(
        f"DELETE {WATCH}",
        lambda gh: gh.get_user().remove_from_watched(repo(gh)),
        nothing=True,
        name="not watched",
    ),
    Example(f"PUT {FOLLOW}", follow, alone=OWN, beside=star),
    Example(f"PUT {FOLLOW}", follow, prepare=by_itself(follow), nothing=True, name="followed already"),
    Example(f"DELETE {FOLLOW}", unfollow, prepare=by_itself(follow), alone=OWN, beside=star),
    Example(f"DELETE {FOLLOW}", unfollow, nothing=True, name="not followed"),
)
