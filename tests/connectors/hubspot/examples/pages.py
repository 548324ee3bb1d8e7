"""Site pages, landing pages, their A/B tests and folders."""

from __future__ import annotations

from typing import Any

from hubspot import Client

from agentrein.testing.conformance import Example
from connectors.hubspot.examples.content import IN_A_LIST, Family, drafted, made, several, spoken

SITE = Family(
    "/cms/v3/pages/site-pages",
    lambda h: h.cms.pages.site_pages_api,
    lambda h: h.cms.pages.site_pages_api,
    7031,
)
LANDING = Family(
    "/cms/v3/pages/landing-pages",
    lambda h: h.cms.pages.landing_pages_api,
    lambda h: h.cms.pages.landing_pages_api,
    7041,
)
FOLDERS = "/cms/v3/pages/landing-pages/folders"
FOLDER = f"{FOLDERS}/{{objectId}}"


def begin(family: Family, hubspot: Client) -> Any:
    """Begin an A/B test of the first page."""
    what = {"contentId": family.id(0), "variationName": "Other"}
    return family.api(hubspot).create_ab_test_variation(what)


def test_of(family: Family, hubspot: Client) -> str:
    """The test that the first page is in."""
    return str(family.api(hubspot).get_by_id(family.id(0)).ab_test_id)


def end(family: Family, hubspot: Client, winner: str = "") -> Any:
    """End it."""
    what = {"abTestId": test_of(family, hubspot), "winnerId": winner or family.id(0)}
    return family.api(hubspot).end_active_ab_test(what)


def rerun(family: Family, hubspot: Client, variation: str = "") -> Any:
    """Begin it again."""
    what = {"abTestId": test_of(family, hubspot), "variationId": variation or family.named(hubspot, "Other")}
    return family.api(hubspot).rerun_previous_ab_test(what)


def begun_and_ended(family: Family, hubspot: Client) -> None:
    """A test that is over."""
    begin(family, hubspot)
    end(family, hubspot)


def tested(family: Family) -> list[Example]:
    """A/B tests."""
    kind = "site_page" if family is SITE else "landing_page"
    return [
        Example(
            f"POST {family.base}/ab-test/create-variation",
            lambda h: begin(family, h),
            foreign=lambda h: family.api(h).update(family.named(h, "Other"), {"slug": "theirs"}),
            leaves=(f"{kind}:{family.id(0)}",),
        ),
        Example(
            f"POST {family.base}/ab-test/end",
            lambda h: end(family, h),
            prepare=lambda h: begin(family, h),
            foreign=lambda h: end(family, h, family.named(h, "Other")),
        ),
        Example(
            f"POST {family.base}/ab-test/rerun",
            lambda h: rerun(family, h),
            prepare=lambda h: begun_and_ended(family, h),
            foreign=lambda h: rerun(family, h, family.id(0)),
        ),
    ]


def folder(hubspot: Client, name: str) -> str:
    """The newest folder of a name."""
    found = [one for one in hubspot.cms.pages.landing_pages_api.get_folders_page(limit=300).results if one.name == name]
    return str(max(found, key=lambda one: int(one.id)).id)


TWINS = (
    *made(SITE),
    *drafted(SITE),
    *several(SITE),
    *spoken(SITE),
    *made(LANDING),
    *drafted(LANDING),
    *several(LANDING),
    *spoken(LANDING),
    *tested(LANDING),
)
"""Rows that one definition makes with those of posts, and of site pages."""
EXAMPLES = (
    *tested(SITE),
    Example(
        f"POST {FOLDERS}",
        lambda h: h.cms.pages.landing_pages_api.create_folder({"name": "Mine", "parentFolderId": 7051}),
        foreign=lambda h: h.cms.pages.landing_pages_api.update_folder(folder(h, "Mine"), {"parentFolderId": 0}),
    ),
    Example(
        f"PATCH {FOLDER}",
        lambda h: h.cms.pages.landing_pages_api.update_folder("7052", {"name": "Autumn", "parentFolderId": 0}),
        foreign=lambda h: h.cms.pages.landing_pages_api.update_folder("7052", {"name": "Winter"}),
    ),
    Example(
        f"POST {FOLDERS}/batch/create",
        lambda h: h.cms.pages.landing_pages_api.create_folders(
            {"inputs": [{"name": "Mine", "parentFolderId": 0}, {"name": "More", "parentFolderId": 0}]}
        ),
        foreign=lambda h: h.cms.pages.landing_pages_api.update_folder(folder(h, "More"), {"parentFolderId": 7051}),
        untold=IN_A_LIST,
    ),
    Example(
        f"POST {FOLDERS}/batch/update",
        lambda h: h.cms.pages.landing_pages_api.update_folders(
            {"inputs": [{"id": "7051", "name": "Mine"}, {"id": "7052", "name": "More"}]}
        ),
        foreign=lambda h: h.cms.pages.landing_pages_api.update_folder("7052", {"name": "Theirs"}),
    ),
    Example(
        f"POST {FOLDER}/revisions/{{revisionId}}/restore",
        lambda h: h.cms.pages.landing_pages_api.restore_folder_previous_version("7052", first_form(h)),
        prepare=lambda h: h.cms.pages.landing_pages_api.update_folder("7052", {"name": "Autumn"}),
        foreign=lambda h: h.cms.pages.landing_pages_api.update_folder("7052", {"name": "Winter"}),
    ),
)


def first_form(hubspot: Client) -> str:
    """The first revision of a folder."""
    return str(hubspot.cms.pages.landing_pages_api.get_folder_previous_versions("7052").results[-1].id)
