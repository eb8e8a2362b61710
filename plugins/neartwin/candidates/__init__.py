"""Candidate pairs: what a method's index proposes to compare, before anything is compared."""

from neartwin.candidates.proposal import propose, withdraw
from neartwin.candidates.signature_join import Proposals, join

__all__ = ["Proposals", "join", "propose", "withdraw"]
