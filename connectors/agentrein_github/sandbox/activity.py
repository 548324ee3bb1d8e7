"""Stars, watched repositories and followed people of the asking account.

https://docs.github.com/rest/activity
"""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, malformed, not_found
from agentrein_github.sandbox.kept import Watch
from agentrein_github.sandbox.world import LEVELS, Repo, User

routes = Routes()
_STAR = "/user/starred/{owner}/{repo}"
_FOLLOWED = "/user/following/{login}"
_WATCHING = f"{DOCS}/activity/watching"


def _repo(ask: Ask, owner: str, repo: str) -> Repo:
    """The repository of this present name: a star is not set through an old one."""
    found = ask.world.repo(f"{owner}/{repo}")
    hidden = found is None or found.level(ask.me) < LEVELS.index("pull")
    if found is None or hidden or found.full_name.lower() != f"{owner}/{repo}".lower():
        raise not_found(f"{DOCS}/activity/starring")
    return found


@routes.on(f"GET {_STAR}")
def has_star(ask: Ask, owner: str, repo: str) -> Answer:
    """204 if the account starred it, else 404.

    https://docs.github.com/rest/activity/starring#check-if-a-repository-is-starred-by-the-authenticated-user
    """
    if _repo(ask, owner, repo).id not in ask.me.starred:
        raise not_found(f"{DOCS}/activity/starring")
    return Answer(204)


@routes.on(f"PUT {_STAR}")
def star(ask: Ask, owner: str, repo: str) -> Answer:
    """Star a repository.

    https://docs.github.com/rest/activity/starring#star-a-repository-for-the-authenticated-user
    """
    ask.me.starred.add(_repo(ask, owner, repo).id)
    return Answer(204)


@routes.on(f"DELETE {_STAR}")
def unstar(ask: Ask, owner: str, repo: str) -> Answer:
    """Take the star away.

    https://docs.github.com/rest/activity/starring#unstar-a-repository-for-the-authenticated-user
    """
    ask.me.starred.discard(_repo(ask, owner, repo).id)
    return Answer(204)


@routes.on(f"GET {REPO}/subscription")
def get_subscription(ask: Ask) -> Answer:
    """How the account watches a repository; 404 if it does not.

    https://docs.github.com/rest/activity/watching#get-a-repository-subscription
    """
    watch = ask.me.watched.get(ask.repo.id)
    if watch is None:
        raise not_found(f"{_WATCHING}#get-a-repository-subscription")
    here = shapes.repo_url(ask.url, ask.repo)
    links = {"url": f"{here}/subscription", "repository_url": here}
    said = {"subscribed": watch.subscribed, "ignored": watch.ignored, "reason": None}
    return Answer(200, {**said, "created_at": watch.created_at, **links})


@routes.on(f"PUT {REPO}/subscription")
def set_subscription(ask: Ask) -> Answer:
    """Watch or ignore a repository.

    https://docs.github.com/rest/activity/watching#set-a-repository-subscription
    """
    subscribed, ignored = ask.fields.get("subscribed", False), ask.fields.get("ignored", False)
    if not isinstance(subscribed, bool) or not isinstance(ignored, bool):
        raise malformed("For 'properties/subscribed', that is not a boolean.", _WATCHING)
    known = ask.me.watched.get(ask.repo.id)
    ask.me.watched[ask.repo.id] = Watch(subscribed, ignored, known.created_at if known else ask.world.now())
    return get_subscription(ask)


@routes.on(f"DELETE {REPO}/subscription")
def delete_subscription(ask: Ask) -> Answer:
    """Watch a repository no more.

    https://docs.github.com/rest/activity/watching#delete-a-repository-subscription
    """
    ask.me.watched.pop(ask.repo.id, None)
    return Answer(204)


def _person(ask: Ask, login: str) -> User:
    user = ask.world.user(login)
    if user is None or user is ask.me:
        raise not_found(f"{DOCS}/users/followers")
    return user


@routes.on(f"GET {_FOLLOWED}")
def follows(ask: Ask, login: str) -> Answer:
    """204 if the account follows somebody, else 404.

    https://docs.github.com/rest/users/followers#check-if-a-person-is-followed-by-the-authenticated-user
    """
    if _person(ask, login).id not in ask.me.following:
        raise not_found(f"{DOCS}/users/followers")
    return Answer(204)


@routes.on(f"PUT {_FOLLOWED}")
def follow(ask: Ask, login: str) -> Answer:
    """Follow somebody.

    https://docs.github.com/rest/users/followers#follow-a-user
    """
    ask.me.following.add(_person(ask, login).id)
    return Answer(204)


@routes.on(f"DELETE {_FOLLOWED}")
def unfollow(ask: Ask, login: str) -> Answer:
    """Follow somebody no more.

    https://docs.github.com/rest/users/followers#unfollow-a-user
    """
    ask.me.following.discard(_person(ask, login).id)
    return Answer(204)
