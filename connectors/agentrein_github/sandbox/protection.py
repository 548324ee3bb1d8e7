"""Protection of branches: its rules are kept and shown, pushes are not held to them.

https://docs.github.com/rest/branches/branch-protection
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.protection_shape import SWITCHES
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed

PROTECTION = f"{REPO}/branches/{{branch}}/protection"
routes = Routes()
_DOCS = f"{DOCS}/branches/branch-protection"
_NEEDED = ("required_status_checks", "enforce_admins", "required_pull_request_reviews", "restrictions")
_WHO = {"users": "login", "teams": "slug", "apps": "slug"}
_RECENT_APP = 15368
"""The app that is taken to have reported every check last."""

Rules = dict[str, Any]


def _rules(ask: Ask, branch: str) -> Rules:
    if ask.repo.git.tip(branch) is None:
        raise fail(404, "Branch not found", _DOCS)
    ask.require("admin", hide=True)
    if branch not in ask.repo.protection:
        raise fail(404, "Branch not protected", f"{_DOCS}#get-branch-protection")
    return ask.repo.protection[branch]


def _part(ask: Ask, branch: str, name: str) -> Any:
    part = _rules(ask, branch)[name]
    if part is None:
        raise fail(404, f"{name.replace('_', ' ').capitalize()} not enabled", _DOCS)
    return part


def _people(ask: Ask, branch: str, name: str, group: dict[str, list[str]]) -> dict[str, Any]:
    here = f"{shapes.repo_url(ask.url, ask.repo)}/branches/{branch}/protection/{name}"
    urls = {f"{kind}_url": f"{here}/{kind}" for kind in _WHO}
    return {"url": here, **urls, **{kind: [_person(ask, kind, one) for one in group[kind]] for kind in _WHO}}


def _person(ask: Ask, kind: str, name: str) -> dict[str, Any]:
    user = ask.world.user(name) if kind == "users" else None
    return shapes.user_json(ask.url, user) if user else {_WHO[kind]: name, "id": 1, "name": name}


def _shown(ask: Ask, branch: str) -> dict[str, Any]:
    rules = _rules(ask, branch)
    here = f"{shapes.repo_url(ask.url, ask.repo)}/branches/{branch}/protection"
    body = {"url": here, **{name: {"enabled": rules[name]} for name in SWITCHES}}
    body["required_signatures"] = {"url": f"{here}/required_signatures", "enabled": rules["required_signatures"]}
    if rules["required_status_checks"] is not None:
        body["required_status_checks"] = _checks_json(ask, branch, rules["required_status_checks"])
    if rules["required_pull_request_reviews"] is not None:
        body["required_pull_request_reviews"] = _reviews_json(ask, branch, rules["required_pull_request_reviews"])
    if rules["restrictions"] is not None:
        body["restrictions"] = _people(ask, branch, "restrictions", rules["restrictions"])
    return body


def _checks_json(ask: Ask, branch: str, checks: dict[str, Any]) -> dict[str, Any]:
    here = f"{shapes.repo_url(ask.url, ask.repo)}/branches/{branch}/protection/required_status_checks"
    names = [one["context"] for one in checks["checks"]]
    return {"url": here, "contexts_url": f"{here}/contexts", **checks, "contexts": names}


def _reviews_json(ask: Ask, branch: str, reviews: dict[str, Any]) -> dict[str, Any]:
    """Restrictions and allowances that are empty are not shown."""
    here = f"{shapes.repo_url(ask.url, ask.repo)}/branches/{branch}/protection/required_pull_request_reviews"
    shown = {"url": here, **reviews}
    for name in ("dismissal_restrictions", "bypass_pull_request_allowances"):
        group = shown.pop(name)
        if group:
            shown[name] = _people(ask, branch, name, group)
    return shown


def _checks(sent: Any) -> dict[str, Any] | None:
    """A check that names no app gets the one that reported last; -1 admits any."""
    if sent is None:
        return None
    listed = sent.get("checks")
    listed = [{"context": one} for one in sent.get("contexts") or []] if listed is None else listed
    apps = [one.get("app_id", _RECENT_APP) for one in listed]
    checks = [
        {"context": one["context"], "app_id": None if app == -1 else app} for one, app in zip(listed, apps, strict=True)
    ]
    return {"strict": bool(sent.get("strict")), "checks": checks}


def _group(sent: Any) -> dict[str, list[str]]:
    return {kind: list(sent.get(kind) or []) for kind in _WHO} if sent else {}


def _reviews(sent: Any, old: dict[str, Any] | None = None) -> dict[str, Any] | None:
    if sent is None:
        return None
    switches = ("dismiss_stale_reviews", "require_code_owner_reviews", "require_last_push_approval")
    made = old or {**dict.fromkeys(switches, False), "required_approving_review_count": 1}
    made = {"dismissal_restrictions": {}, "bypass_pull_request_allowances": {}, **made}
    groups = {name: _group(sent[name]) for name in list(made)[:2] if name in sent}
    return {**made, **{name: sent[name] for name in sent if name in made}, **groups}


@routes.on(f"GET {PROTECTION}")
def get_protection(ask: Ask, branch: str) -> Answer:
    """The rules of a branch; 404 if it has none.

    https://docs.github.com/rest/branches/branch-protection#get-branch-protection
    """
    return Answer(200, _shown(ask, branch))


@routes.on(f"PUT {PROTECTION}")
def put_protection(ask: Ask, branch: str) -> Answer:
    """Protect a branch; what the call leaves out is reset, but for signatures.

    https://docs.github.com/rest/branches/branch-protection#update-branch-protection
    """
    if ask.repo.git.tip(branch) is None:
        raise fail(404, "Branch not found", _DOCS)
    ask.require("admin", hide=True)
    for name in _NEEDED:
        if name not in ask.fields:
            raise malformed(f'"{name}" wasn\'t supplied.', _DOCS)
    old = ask.repo.protection.get(branch, {})
    restrictions = ask.fields["restrictions"]
    ask.repo.protection[branch] = {
        **{name: bool(ask.fields.get(name)) for name in SWITCHES},
        "required_status_checks": _checks(ask.fields["required_status_checks"]),
        "required_pull_request_reviews": _reviews(ask.fields["required_pull_request_reviews"]),
        "restrictions": None if restrictions is None else {**_group({"users": []} | restrictions)},
        "required_signatures": old.get("required_signatures", False),
    }
    return get_protection(ask, branch)


@routes.on(f"DELETE {PROTECTION}")
def delete_protection(ask: Ask, branch: str) -> Answer:
    """Take every rule off a branch.

    https://docs.github.com/rest/branches/branch-protection#delete-branch-protection
    """
    _rules(ask, branch)
    del ask.repo.protection[branch]
    return Answer(204)


def _on_switch(name: str) -> None:
    """Register the three addresses of a rule that is on or off.

    https://docs.github.com/rest/branches/branch-protection#set-admin-branch-protection
    """

    @routes.on(f"GET {PROTECTION}/{name}")
    def get(ask: Ask, branch: str) -> Answer:
        here = f"{shapes.repo_url(ask.url, ask.repo)}/branches/{branch}/protection/{name}"
        return Answer(200, {"url": here, "enabled": _rules(ask, branch)[name]})

    @routes.on(f"POST {PROTECTION}/{name}")
    def switch_on(ask: Ask, branch: str) -> Answer:
        _rules(ask, branch)[name] = True
        return get(ask, branch)

    @routes.on(f"DELETE {PROTECTION}/{name}")
    def switch_off(ask: Ask, branch: str) -> Answer:
        _rules(ask, branch)[name] = False
        return Answer(204)


def _on_part(name: str, show: Any, change: Any) -> None:
    """Register the addresses of a rule that has parts.

    https://docs.github.com/rest/branches/branch-protection#update-status-check-protection
    """

    @routes.on(f"GET {PROTECTION}/{name}")
    def get(ask: Ask, branch: str) -> Answer:
        return Answer(200, show(ask, branch, _part(ask, branch, name)))

    @routes.on(f"PATCH {PROTECTION}/{name}")
    def edit(ask: Ask, branch: str) -> Answer:
        old = _part(ask, branch, name)
        _rules(ask, branch)[name] = change({**old, **ask.fields}, old)
        return get(ask, branch)

    @routes.on(f"DELETE {PROTECTION}/{name}")
    def remove(ask: Ask, branch: str) -> Answer:
        _part(ask, branch, name)
        _rules(ask, branch)[name] = None
        return Answer(204)


@routes.on(f"DELETE {PROTECTION}/restrictions")
def remove_restrictions(ask: Ask, branch: str) -> Answer:
    """Let everybody push who may write.

    https://docs.github.com/rest/branches/branch-protection#delete-access-restrictions
    """
    _part(ask, branch, "restrictions")
    _rules(ask, branch)["restrictions"] = None
    return Answer(204)


def _on_pushers(kind: str) -> None:
    """Register the addresses of who may push: a bare list or an object, names whatever their case.

    https://docs.github.com/rest/branches/branch-protection#add-user-access-restrictions
    """
    at = f"{PROTECTION}/restrictions/{kind}"

    def change(ask: Ask, branch: str) -> tuple[dict[str, list[str]], list[str]]:
        sent = ask.request.body.get(kind) if isinstance(ask.request.body, dict) else ask.request.body
        return _part(ask, branch, "restrictions"), list(sent or [])

    def shown(ask: Ask, branch: str) -> Answer:
        return Answer(200, [_person(ask, kind, one) for one in _part(ask, branch, "restrictions")[kind]])

    routes.on(f"GET {at}")(shown)

    @routes.on(f"POST {at}")
    def add(ask: Ask, branch: str) -> Answer:
        group, names = change(ask, branch)
        known = {one.lower() for one in group[kind]}
        group[kind] = [*group[kind], *(one for one in names if one.lower() not in known)]
        return shown(ask, branch)

    @routes.on(f"PUT {at}")
    def replace(ask: Ask, branch: str) -> Answer:
        group, names = change(ask, branch)
        group[kind] = names
        return shown(ask, branch)

    @routes.on(f"DELETE {at}")
    def remove(ask: Ask, branch: str) -> Answer:
        group, names = change(ask, branch)
        gone = {one.lower() for one in names}
        group[kind] = [one for one in group[kind] if one.lower() not in gone]
        return shown(ask, branch)


for _switch in ("enforce_admins", "required_signatures"):
    _on_switch(_switch)
_on_part("required_status_checks", _checks_json, lambda sent, _: _checks(sent))
_on_part("required_pull_request_reviews", _reviews_json, _reviews)
for _kind in ("users", "teams"):
    _on_pushers(_kind)
