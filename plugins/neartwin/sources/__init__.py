"""Read crawled pages from WARC, ARC, JSON lines, Parquet and folders of HTML, wherever fsspec reaches."""

from neartwin.sources.capture import TEXT_TYPE, Capture, Revisit, capture_id, site_of
from neartwin.sources.location import Location, locate
from neartwin.sources.opened import open_source, read_file

__all__ = [
    "TEXT_TYPE",
    "Capture",
    "Location",
    "Revisit",
    "capture_id",
    "locate",
    "open_source",
    "read_file",
    "site_of",
]
