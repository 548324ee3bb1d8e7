"""Site pages, landing pages and their folders: https://developers.hubspot.com/docs/api-reference/latest/cms/pages/guide."""

from __future__ import annotations

from agentrein_hubspot.content_fields import FOLDERS, LANDING_PAGES, SITE_PAGES
from agentrein_hubspot.operations import (
    ab_tests,
    content,
    content_batches,
    content_drafts,
    multi_language,
    page_folders,
)
from agentrein_hubspot.operations.content import Kind

_OF_FOLDERS = {
    "create": "create_folder",
    "update": "update_folder",
    "archive": "archive_folder",
    "create_batch": "create_folders",
    "update_batch": "update_folders",
    "archive_batch": "archive_folders",
}
_SITE = Kind(SITE_PAGES, "site_page", "page", "cms.pages.site_pages_api", "latest/cms/pages")
_LANDING = Kind(LANDING_PAGES, "landing_page", "landing page", "cms.pages.landing_pages_api", "latest/cms/pages")
_FOLDER = Kind(
    FOLDERS,
    "page_folder",
    "folder",
    "cms.pages.landing_pages_api",
    "latest/cms/pages",
    drafts=False,
    methods=_OF_FOLDERS,
)

ROWS = (
    *content_drafts.of_drafts(_SITE),
    *content_batches.rows(_SITE),
    *multi_language.rows(_SITE),
    *ab_tests.rows(_SITE),
    *content_drafts.of_drafts(_LANDING),
    *content_batches.rows(_LANDING),
    *multi_language.rows(_LANDING),
    *ab_tests.rows(_LANDING),
    content.create(_FOLDER),
    content.edit(_FOLDER),
    content.archive_for_good(_FOLDER),
    content_batches.create(_FOLDER),
    content_batches.edit(_FOLDER),
    content_batches.archive_for_good(_FOLDER),
    page_folders.restore_version(_FOLDER),
)
