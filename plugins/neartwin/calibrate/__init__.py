"""Thresholds that people's judgements justify: split, sweep, choice, one held-out test, evaluation, policies."""

from neartwin.calibrate.calibration import calibrate, load
from neartwin.calibrate.comparison import compare

__all__ = ["calibrate", "compare", "load"]
