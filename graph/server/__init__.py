"""
The database server: which one to use, and the one that the program manages itself.

`ensure` is all that a reader of the canon needs; it is fast when the server runs. Refuses to
manage anything when `NEO4J_URI` is set.
"""

from __future__ import annotations

from graph.server.doctor import Check, doctor
from graph.server.lifecycle import ensure, stop
from graph.server.report import QUIET, Report
from graph.server.status import Status, status
from graph.server.target import Target, named

__all__ = ["QUIET", "Check", "Report", "Status", "Target", "doctor", "ensure", "named", "status", "stop"]
