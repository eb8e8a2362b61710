"""Guards: named reasons why two documents must not be merged, from what differs between them and where it stands."""

from neartwin.guards.difference import Difference, Facts, Guard
from neartwin.guards.judging import Block, Judgement, explain, judge, judge_blocks
from neartwin.guards.stage import guard, guards_id

__all__ = [
    "Block",
    "Difference",
    "Facts",
    "Guard",
    "Judgement",
    "explain",
    "guard",
    "guards_id",
    "judge",
    "judge_blocks",
]
