"""Fingerprints: from a document's text to tokens, shingles and signatures, and the stage that writes them."""

from neartwin.fingerprint.normalisation import normalise
from neartwin.fingerprint.stage import commit_fingerprints, plan, write_fingerprints

__all__ = ["commit_fingerprints", "normalise", "plan", "write_fingerprints"]
