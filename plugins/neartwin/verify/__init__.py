"""Verified pairs: every proposed pair compared exactly, on the stored signatures and on the real shingle sets."""

from neartwin.verify.comparison import verify
from neartwin.verify.measures import Measures, measure
from neartwin.verify.stored_sets import shingle_sets_of

__all__ = ["Measures", "measure", "shingle_sets_of", "verify"]
