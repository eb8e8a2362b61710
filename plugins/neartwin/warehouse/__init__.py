"""The DuckDB warehouse and the Parquet lake beside it: connections, statements, migrations, shards, checksums."""

from neartwin.warehouse.connection import reader, transaction, writer
from neartwin.warehouse.queries import run, statement

__all__ = ["reader", "run", "statement", "transaction", "writer"]
