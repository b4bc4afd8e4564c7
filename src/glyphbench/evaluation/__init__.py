"""Evaluation: plan -> run (resume, workers) -> records -> summary -> report."""

from glyphbench.evaluation.folder import RunFolder
from glyphbench.evaluation.options import FIRST_SEED, RunOptions
from glyphbench.evaluation.plan import Job, Selection, plan, select
from glyphbench.evaluation.records import Record, read_records
from glyphbench.evaluation.runner import run
from glyphbench.evaluation.summary import Summary, summarise

__all__ = [
    "FIRST_SEED",
    "Job",
    "Record",
    "RunFolder",
    "RunOptions",
    "Selection",
    "Summary",
    "plan",
    "read_records",
    "run",
    "select",
    "summarise",
]
