"""Candidate recall, measured in every run: what share of true pairs the index proposes, and where others are lost."""

from neartwin.recall.intervals import wilson
from neartwin.recall.measurement import measure

__all__ = ["measure", "wilson"]
