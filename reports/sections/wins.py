"""Who wins: from which seat, and with which strategy."""

from __future__ import annotations

from reports.content import Section
from reports.sections.context import Context
from reports.sections.seats import seat_evidence
from reports.sections.strategies import strategy_evidence

__all__ = ["wins"]


def wins(context: Context) -> Section:
    """Return the section on seats and strategies, whose verdicts belong side by side."""
    seats, strategies = seat_evidence(context), strategy_evidence(context)
    return Section(
        id=f"{context.id}-wins",
        title="Who wins",
        findings=(*seats.findings, *strategies.findings),
        figures=(*seats.figures, *strategies.figures),
        tables=(*seats.tables, *strategies.tables),
    )
