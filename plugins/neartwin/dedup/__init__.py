"""Find near-duplicates in a file of texts, without Airflow and without a warehouse.

read and sign → propose pairs → compare exactly → guards → group → write
"""

from neartwin.dedup.options import Options, parse_memory
from neartwin.dedup.run import Summary, dedup

__all__ = ["Options", "Summary", "dedup", "parse_memory"]
