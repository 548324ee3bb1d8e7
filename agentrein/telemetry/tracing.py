"""OpenTelemetry, where its API is installed: spans that are the current one meanwhile, counters, a histogram.

Nothing of ours ever depends on it: whatever a tracer, a meter or an exporter raises ends here.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

Fields = Mapping[str, Any]

_trouble = logging.getLogger("agentrein.telemetry")


class Span:
    """One span, or nothing: as long as it is entered it is the current span of its context."""

    __slots__ = ("_before", "_mine", "_span")

    def __init__(self, span: Any = None) -> None:
        self._span: Any = span
        self._mine: Any = None
        self._before: Any = None

    @property
    def inner(self) -> Any:
        """The span itself, None where there is none."""
        return self._span

    def enter(self) -> Span:
        """Make it the current span."""
        if self._span is not None:
            _safely(self._enter)
        return self

    def _enter(self) -> None:
        from opentelemetry import context, trace

        self._before = context.get_current()
        self._mine = trace.set_span_in_context(self._span, self._before)
        context.attach(self._mine)

    def leave(self) -> None:
        """Make the span before it the current one, by value and only where this one is: blocks may end elsewhere."""
        if self._mine is not None:
            _safely(self._leave)

    def _leave(self) -> None:
        from opentelemetry import context

        if context.get_current() is self._mine:
            context.attach(self._before)
        self._mine = self._before = None

    def tell(self, fields: Fields) -> None:
        """Set attributes; what is None is not known."""
        if self._span is not None:
            told = {name: value for name, value in fields.items() if value is not None}
            _safely(lambda: self._span.set_attributes(told))

    def end(self, *, failed: str | None = None) -> None:
        """End it; `failed` is the type of the error, never its words."""
        if self._span is not None:
            _safely(lambda: self._end(failed))

    def _end(self, failed: str | None) -> None:
        if failed is not None:
            from opentelemetry.trace import Status, StatusCode

            self._span.set_attribute("error.type", failed)
            self._span.set_status(Status(StatusCode.ERROR))
        self._span.end()
        self._span = None


def begin(name: str, fields: Fields, *, client: bool = False, under: Span | None = None) -> Span:
    """A span that has begun; a child of the current one, of `under` where the context has none."""
    tracer = _tracer()
    if tracer is None:
        return Span()
    return Span(_safely(lambda: _begun(tracer, name, fields, client=client, under=under)))


def _begun(tracer: Any, name: str, fields: Fields, *, client: bool, under: Span | None) -> Any:
    from opentelemetry import trace

    around = None
    has_none = not trace.get_current_span().get_span_context().is_valid
    if has_none and under is not None and under.inner is not None:
        around = trace.set_span_in_context(under.inner)
    told = {key: value for key, value in fields.items() if value is not None}
    kind = trace.SpanKind.CLIENT if client else trace.SpanKind.INTERNAL
    return tracer.start_span(name, context=around, kind=kind, attributes=told)


def count(name: str, fields: Fields) -> None:
    """One more of a counter."""
    _measure(name, lambda instrument, told: instrument.add(1, told), fields)


def took(name: str, seconds: float, fields: Fields) -> None:
    """One more duration."""
    _measure(name, lambda instrument, told: instrument.record(seconds, told), fields)


def _measure(name: str, measure: Callable[[Any, dict[str, Any]], object], fields: Fields) -> None:
    instruments = _instruments()
    if instruments is not None:
        told = {key: value for key, value in fields.items() if value is not None}
        _safely(lambda: measure(instruments[name], told))


COUNTERS = {
    "agentrein.runs": ("{run}", "Runs and legs of runs that ended, by status."),
    "agentrein.actions": ("{action}", "Writes that came to an outcome, by connector, tier and state."),
    "agentrein.refusals": ("{refusal}", "Writes that were refused, by connector and reason."),
    "agentrein.undos": ("{action}", "Actions that an undo was tried of, by connector, tier and state."),
}
DURATIONS = {
    "agentrein.passage.duration": "What a passage adds to a write: all but the time in which it is sent, or waits.",
    "agentrein.revert.duration": "How long a revert took.",
}


@lru_cache(maxsize=1)
def _tracer() -> Any:
    return _safely(_find_tracer)


def _find_tracer() -> Any:
    try:
        from opentelemetry import trace
    except ImportError:
        return None
    return trace.get_tracer("agentrein", _version())


@lru_cache(maxsize=1)
def _instruments() -> dict[str, Any] | None:
    found: dict[str, Any] | None = _safely(_make_instruments)
    return found


def _make_instruments() -> dict[str, Any] | None:
    try:
        from opentelemetry import metrics
    except ImportError:
        return None
    meter = metrics.get_meter("agentrein", _version())
    counters = {name: meter.create_counter(name, unit, told) for name, (unit, told) in COUNTERS.items()}
    return counters | {name: meter.create_histogram(name, "s", told) for name, told in DURATIONS.items()}


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("agentrein")
    except PackageNotFoundError:  # run from its sources
        return ""


def _safely(act: Callable[[], Any]) -> Any:
    """What it gives, None where it raises: a run is not disturbed by who watches it."""
    try:
        return act()
    except Exception as error:  # noqa: BLE001 - of any exporter
        with suppress(Exception):
            _trouble.debug("%s of OpenTelemetry is passed over", type(error).__name__)
        return None
