"""Serves `seahaven-stripe-world`, a Stripe that this project did not write: serve_stripe_world.py PORT.

It runs in an environment of its own. Its annotations need not be evaluated, which Python 3.13 has to be told.
"""

from __future__ import annotations
import __future__

import importlib.machinery
import sys
from typing import Any

_plain = importlib.machinery.SourceFileLoader.source_to_code


def _lazily(self: Any, data: Any, path: Any, *, _optimize: int = -1) -> Any:
    if "seahaven" not in str(path):
        return _plain(self, data, path, _optimize=_optimize)
    flags = __future__.annotations.compiler_flag
    return compile(data, path, "exec", flags=flags, dont_inherit=True, optimize=_optimize)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    if sys.version_info < (3, 14):
        importlib.machinery.SourceFileLoader.source_to_code = _lazily  # type: ignore[method-assign]
    import uvicorn
    from seahaven import http
    from seahaven_stripe_world import world
    from seahaven_stripe_world.http_api import handle

    app = http.app(world, handle, reset_options={"startup": {"livemode": False}})
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
