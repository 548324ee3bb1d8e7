"""Serves `simple-mockforce`, a Salesforce that this project did not write: serve_mockforce.py PORT.

It answers calls of `requests` inside a process; here every request on loopback is one. It runs in an environment of
its own.
"""

from __future__ import annotations

import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

import requests
from simple_mockforce import mock_salesforce

ORG = "https://mock.salesforce.com"
KEPT = ("content-type", "authorization", "x-sfdc-session")


class Handler(BaseHTTPRequestHandler):
    """Passes each request on to the org inside."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Any request."""
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = {name: value for name, value in self.headers.items() if name.lower() in KEPT}
        try:
            answer = requests.request(self.command, ORG + self.path, data=body or None, headers=headers, timeout=10)
            status, content = answer.status_code, answer.content
        except requests.ConnectionError:
            status, content = 404, b'[{"errorCode": "NOT_FOUND", "message": "the stand-in does not know this"}]'
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(0 if status == 204 else len(content)))
        self.end_headers()
        self.wfile.write(b"" if status == 204 else content)

    do_POST = do_PATCH = do_PUT = do_DELETE = do_GET  # noqa: N815 - http.server asks for these names

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@mock_salesforce
def main() -> None:
    """Serve until the process ends."""
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()


if __name__ == "__main__":
    main()
