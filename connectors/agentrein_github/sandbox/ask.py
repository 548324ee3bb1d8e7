"""One request being answered: who asks, about which repository, with which fields; and GitHub's ways to say no."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlencode

from agentrein.testing import Answer, Request, Stop
from agentrein_github.sandbox.world import LEVELS, Issue, Repo, User, World

DOCS = "https://docs.github.com/rest"
REPO = "/repos/{owner}/{repo}"
_MOST_PER_PAGE = 100
_T = TypeVar("_T")


def fail(status: int, message: str, docs: str = DOCS, errors: Sequence[Any] | None = None) -> Stop:
    """An error answer in GitHub's form, to be raised.

    https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api
    """
    body: dict[str, Any] = {"message": message}
    if errors is not None:
        body["errors"] = list(errors)
    return Stop(Answer(status, body | {"documentation_url": docs, "status": str(status)}))


def not_found(docs: str = DOCS) -> Stop:
    """404 as GitHub says it for what is gone and for what one may not see."""
    return fail(404, "Not Found", docs)


def unprocessable(resource: str, field: str, code: str, docs: str = DOCS, **more: Any) -> Stop:
    """422 "Validation Failed" with one error."""
    return fail(422, "Validation Failed", docs, [{**more, "resource": resource, "field": field, "code": code}])


def malformed(why: str, docs: str = DOCS) -> Stop:
    """422 for a body that the schema does not admit."""
    return fail(422, f"Invalid request.\n\n{why}", docs)


@dataclass
class Ask:
    """A request on its way through a handler."""

    world: World
    request: Request
    url: str
    user: User | None
    place: Repo | None = None

    @property
    def repo(self) -> Repo:
        """The repository that the path names."""
        if self.place is None:
            raise not_found()
        return self.place

    @property
    def me(self) -> User:
        """The account that asks; 401 if nobody does."""
        if self.user is None:
            raise fail(401, "Requires authentication")
        return self.user

    @property
    def query(self) -> dict[str, str]:
        """The parameters of the query."""
        return self.request.query

    @property
    def fields(self) -> dict[str, Any]:
        """The JSON object of the body, empty if there is none."""
        if self.request.body is None:
            return {}
        if not isinstance(self.request.body, dict):
            raise malformed("The request body is not an object.")
        return self.request.body

    def may(self, level: str) -> bool:
        """Whether the asking account has this level of access, or more."""
        return self.repo.level(self.user) >= LEVELS.index(level)

    def require(self, level: str, *, hide: bool = True) -> None:
        """End with 404 (or 403 where GitHub shows the thing but not the right) unless access suffices."""
        _ = self.me
        if not self.may(level):
            raise not_found() if hide else fail(403, "Must have admin rights to Repository.")

    def text(self, name: str, docs: str = DOCS, *, needed: bool = False) -> str | None:
        """A text field; null and absent read as None, absence of a needed one and other types end with 422."""
        value = self.fields.get(name)
        if value is None and needed:
            raise malformed(f'"{name}" wasn\'t supplied.', docs)
        if value is not None and not isinstance(value, str):
            raise malformed(f"For 'properties/{name}', {value!r} is not a string.", docs)
        return value

    def issue(self, number: str) -> Issue:
        """The issue or pull request of this number; 404, or 410 if it was deleted or issues are switched off."""
        issue = self.repo.issues.get(int(number)) if number.isdecimal() else None
        if issue is None:
            raise not_found(f"{DOCS}/issues/issues#get-an-issue")
        if issue.deleted:
            raise fail(410, "This issue was deleted", f"{DOCS}/issues/issues#get-an-issue")
        if issue.pull is None:
            self.require_issues(f"{DOCS}/issues/issues#get-an-issue")
        return issue

    def require_issues(self, docs: str) -> None:
        """End with 410 where issues are switched off; pull requests stay."""
        if not self.repo.switches.get("has_issues", True):
            raise fail(410, "Issues has been disabled in this repository.", docs)

    def page(self, items: Sequence[_T], shape: Callable[[_T], Any]) -> Answer:
        """One page of a list with its Link header.

        https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api
        """
        size = min(max(_number(self.query.get("per_page"), 30), 1), _MOST_PER_PAGE)
        page = max(_number(self.query.get("page"), 1), 1)
        last = max((len(items) + size - 1) // size, 1)
        links = {"prev": page - 1, "next": page + 1, "last": last, "first": 1}
        if page <= 1:
            del links["prev"], links["first"]
        if page >= last:
            del links["next"], links["last"]
        linked = ", ".join(f'<{self._page_url(to)}>; rel="{rel}"' for rel, to in links.items())
        shown = [shape(item) for item in items[(page - 1) * size : page * size]]
        return Answer(200, shown, {"Link": linked} if linked else {})

    def _page_url(self, page: int) -> str:
        path = self.request.path
        if self.place is not None and path.startswith("/repos/"):
            path = f"/repositories/{self.place.id}/" + path.split("/", 4)[4]
        return f"{self.url}{path}?{urlencode({**self.query, 'page': page})}"


def _number(text: str | None, default: int) -> int:
    return int(text) if text is not None and text.isdecimal() else default
