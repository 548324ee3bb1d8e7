"""Pull requests between branches of one repository.

https://docs.github.com/rest/pulls/pulls
"""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import git_shapes
from agentrein_github.sandbox import pull_rules as rules
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed, not_found, unprocessable
from agentrein_github.sandbox.issue_fields import set_state
from agentrein_github.sandbox.pull_shapes import pull_commits, pull_files, pull_json, whole_pull_json
from agentrein_github.sandbox.store import Commit
from agentrein_github.sandbox.world import Issue, Pull

PULL = f"{REPO}/pulls/{{number}}"
routes = Routes()
_PULLS = f"{DOCS}/pulls/pulls"
_CREATE = f"{_PULLS}#create-a-pull-request"
_UPDATE = f"{_PULLS}#update-a-pull-request"
_MERGE = f"{_PULLS}#merge-a-pull-request"


def find_pull(ask: Ask, number: str) -> tuple[Issue, Pull]:
    """The pull request of this number, as an issue and as what makes it one; 404 if there is none."""
    issue = ask.repo.issues.get(int(number)) if number.isdecimal() else None
    if issue is None:
        raise not_found(f"{_PULLS}#get-a-pull-request")
    return issue, rules.pull_of(issue)


@routes.on(f"GET {REPO}/pulls")
def list_pulls(ask: Ask) -> Answer:
    """Pull requests by state, head and base.

    https://docs.github.com/rest/pulls/pulls#list-pull-requests
    """
    query = ask.query
    found = [
        issue
        for issue in ask.repo.issues.values()
        if issue.pull
        and query.get("state", "open") in {"all", issue.state}
        and query.get("base", issue.pull.base) == issue.pull.base
        and _from_head(ask, query.get("head", ""), issue.pull)
    ]
    newest_first = query.get("direction", "desc" if query.get("sort", "created") == "created" else "asc") == "desc"
    stamp = "updated_at" if query.get("sort") == "updated" else "created_at"
    found.sort(key=lambda issue: (getattr(issue, stamp), issue.number), reverse=newest_first)
    return ask.page(found, lambda issue: pull_json(ask, issue))


def _from_head(ask: Ask, head: str, pull: Pull) -> bool:
    """GitHub filters by `owner:branch` and ignores a head without an owner."""
    owner, colon, branch = head.partition(":")
    return not colon or (owner.lower() == ask.repo.owner.login.lower() and branch == pull.head)


@routes.on(f"POST {REPO}/pulls")
def create_pull(ask: Ask) -> Answer:
    """Open a pull request.

    https://docs.github.com/rest/pulls/pulls#create-a-pull-request
    """
    ask.require("push")
    base, head = ask.text("base", _CREATE, needed=True) or "", ask.text("head", _CREATE, needed=True) or ""
    title, body = ask.text("title", _CREATE) or "", ask.text("body", _CREATE)
    if not title.strip():
        raise unprocessable("PullRequest", "title", "missing_field", _CREATE)
    branch, head_tip, base_tip = _ends(ask, head, base)
    _require_new_pair(ask, branch, base, _CREATE)
    if not ask.repo.git.between(base_tip.sha, head_tip.sha):
        raise _refused(f"No commits between {base} and {branch}", _CREATE)
    pull = Pull(ask.world.new_id(), base, branch, head_tip.sha, base_tip.sha)
    pull.draft = ask.fields.get("draft") is True
    pull.maintainer_can_modify = ask.fields.get("maintainer_can_modify") is True
    now, number = ask.world.now(), next(ask.repo.numbers)
    issue = Issue(ask.world.new_id(), number, title, ask.me, now, now, body=body or None, pull=pull)
    ask.repo.issues[number] = issue
    shown = whole_pull_json(ask, issue)
    return Answer(201, shown, {"Location": shown["url"]})


def _ends(ask: Ask, head: str, base: str) -> tuple[str, Commit, Commit]:
    """The head branch, its tip and the base's tip; a head may be `branch` or `owner:branch`."""
    owner, colon, branch = head.partition(":")
    branch = branch if colon else head
    foreign = bool(colon) and owner.lower() != ask.repo.owner.login.lower()
    head_tip = None if foreign else ask.repo.git.tip(branch)
    base_tip = ask.repo.git.tip(base)
    if head_tip is None:
        raise unprocessable("PullRequest", "head", "invalid", _CREATE)
    if base_tip is None:
        raise unprocessable("PullRequest", "base", "invalid", _CREATE)
    return branch, head_tip, base_tip


def _require_new_pair(ask: Ask, head: str, base: str, docs: str) -> None:
    owner = ask.repo.owner.login
    if rules.with_head(ask.repo, owner, head, base):
        raise _refused(f"A pull request already exists for {owner}:{head}.", docs)


def _refused(message: str, docs: str) -> Exception:
    error = {"resource": "PullRequest", "code": "custom", "message": message}
    return fail(422, "Validation Failed", docs, [error])


@routes.on(f"GET {PULL}")
def get_pull(ask: Ask, number: str) -> Answer:
    """One pull request.

    https://docs.github.com/rest/pulls/pulls#get-a-pull-request
    """
    return Answer(200, whole_pull_json(ask, find_pull(ask, number)[0]))


@routes.on(f"PATCH {PULL}")
def edit_pull(ask: Ask, number: str) -> Answer:
    """Change, close or reopen a pull request.

    https://docs.github.com/rest/pulls/pulls#update-a-pull-request
    """
    issue, pull = find_pull(ask, number)
    if ask.me is not issue.user:
        ask.require("push")
    title, body, state = ask.text("title", _UPDATE), ask.text("body", _UPDATE), ask.text("state", _UPDATE)
    if state not in {None, "open", "closed"}:
        raise unprocessable("PullRequest", "state", "invalid", _UPDATE)
    if title is not None and not title.strip():
        raise unprocessable("PullRequest", "title", "missing_field", _UPDATE)
    base = _new_base(ask, pull)
    if state is not None:
        set_state(ask, issue, state, None)
    issue.title, pull.base = title or issue.title, base
    if "body" in ask.fields:
        issue.body = body or None
    if "maintainer_can_modify" in ask.fields:
        pull.maintainer_can_modify = ask.fields["maintainer_can_modify"] is True
    issue.updated_at = ask.world.now()
    return Answer(200, whole_pull_json(ask, issue))


def _new_base(ask: Ask, pull: Pull) -> str:
    base = ask.text("base", _UPDATE) or pull.base
    if base != pull.base:
        if ask.repo.git.tip(base) is None:
            raise unprocessable("PullRequest", "base", "invalid", _UPDATE)
        _require_new_pair(ask, pull.head, base, _UPDATE)
    return base


@routes.on(f"GET {PULL}/commits")
def list_pull_commits(ask: Ask, number: str) -> Answer:
    """The commits that a pull request brings.

    https://docs.github.com/rest/pulls/pulls#list-commits-on-a-pull-request
    """
    commits = pull_commits(ask, find_pull(ask, number)[1])
    return ask.page(commits, lambda commit: git_shapes.commit_json(ask, commit))


@routes.on(f"GET {PULL}/files")
def list_pull_files(ask: Ask, number: str) -> Answer:
    """The files that a pull request changes.

    https://docs.github.com/rest/pulls/pulls#list-pull-requests-files
    """
    return ask.page(pull_files(ask, find_pull(ask, number)[1]), lambda file: file)


@routes.on(f"PUT {PULL}/update-branch")
def update_branch(ask: Ask, number: str) -> Answer:
    """Merge the base into the head; 202, and it is done at once here. 422 if the head moved or there is nothing.

    https://docs.github.com/rest/pulls/pulls#update-a-pull-request-branch
    """
    docs = f"{_PULLS}#update-a-pull-request-branch"
    issue, pull = find_pull(ask, number)
    ask.require("push")
    expected, git = ask.text("expected_head_sha", docs), ask.repo.git
    if expected is not None and expected != pull.head_sha:
        raise fail(422, "expected head sha didn't match current head ref.", docs)
    tip = git.tip(pull.base)
    if issue.state != "open" or tip is None or git.is_ancestor(tip.sha, pull.head_sha):
        raise fail(422, "There are no new commits on the base branch.", docs)
    tree = rules.merged_tree(ask.repo, pull)
    if tree is None:
        raise fail(422, "merge conflict between base and head", docs)
    message = f"Merge branch '{pull.base}' into {pull.head}"
    merge = git.commit(tree, (pull.head_sha, tip.sha), message, ask.world.signature(ask.me), login=ask.me.login)
    rules.move_ref(ask.repo, f"refs/heads/{pull.head}", merge.sha)
    url = f"https://github.com/repos/{ask.repo.full_name}/pulls/{number}"
    return Answer(202, {"message": "Updating pull request branch.", "url": url})


@routes.on(f"GET {PULL}/merge")
def is_merged(ask: Ask, number: str) -> Answer:
    """204 if it was merged, else 404.

    https://docs.github.com/rest/pulls/pulls#check-if-a-pull-request-has-been-merged
    """
    if find_pull(ask, number)[1].merged_at is None:
        raise not_found(f"{_PULLS}#check-if-a-pull-request-has-been-merged")
    return Answer(204)


@routes.on(f"PUT {PULL}/merge")
def merge_pull(ask: Ask, number: str) -> Answer:
    """Merge, squash or rebase into the base; 405 if it cannot be, 409 if the head moved.

    https://docs.github.com/rest/pulls/pulls#merge-a-pull-request
    """
    issue, pull = find_pull(ask, number)
    ask.require("push")
    method, expected = ask.text("merge_method", _MERGE) or "merge", ask.text("sha", _MERGE)
    if method not in {"merge", "squash", "rebase"}:
        raise malformed(f"For 'properties/merge_method', {method!r} is not possible.", _MERGE)
    if issue.state == "open" and expected is not None and expected != pull.head_sha:
        raise fail(409, "Head branch was modified. Review and try the merge again.", _MERGE)
    tree = rules.merged_tree(ask.repo, pull) if issue.state == "open" and not pull.draft else None
    if tree is None:
        raise fail(405, "Pull Request is not mergeable", _MERGE)
    merge = _merge_commit(ask, issue, tree, method)
    _merged(ask, issue, merge)
    return Answer(200, {"sha": merge.sha, "merged": True, "message": "Pull Request successfully merged"})


def _merge_commit(ask: Ask, issue: Issue, tree: str, method: str) -> Commit:
    git, pull, me = ask.repo.git, rules.pull_of(issue), ask.me
    tip = git.commits[git.refs[f"refs/heads/{pull.base}"]]
    if method == "rebase":
        return _rebased(ask, tip, tree, pull)
    usual = rules.merge_message(ask.repo, issue) if method == "merge" else f"{issue.title} (#{issue.number})\n\n"
    usual_title, _, usual_text = usual.partition("\n\n")
    title, text = ask.text("commit_title", _MERGE) or usual_title, ask.text("commit_message", _MERGE) or usual_text
    parents = (tip.sha, pull.head_sha) if method == "merge" else (tip.sha,)
    message = f"{title}\n\n{text}" if text else title
    return git.commit(tree, parents, message, ask.world.signature(me), login=me.login)


def _rebased(ask: Ask, tip: Commit, tree: str, pull: Pull) -> Commit:
    """The pull request's commits again on top of the base; the last one carries the merged tree."""
    git, last = ask.repo.git, tip
    picked = pull_commits(ask, pull)
    for commit in picked:
        kept = tree if commit is picked[-1] else commit.tree
        signed = ask.world.signature(ask.me)
        last = git.commit(kept, (last.sha,), commit.message, commit.author, committer=signed, login=commit.login)
    return last


def _merged(ask: Ask, issue: Issue, merge: Commit) -> None:
    pull = rules.pull_of(issue)
    pull.base_sha = ask.repo.git.refs[f"refs/heads/{pull.base}"]
    rules.close(ask, issue)
    pull.merged_at, pull.merged_by, pull.merge_sha = issue.closed_at, ask.me, merge.sha
    rules.move_ref(ask.repo, f"refs/heads/{pull.base}", merge.sha)
    ask.repo.updated_at = ask.world.now()
