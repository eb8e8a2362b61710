"""Assets that the DAGs emit: one per table that others wait for."""

from airflow.sdk import Asset

DOCUMENTS = Asset(name="documents")
DECISIONS = Asset(name="decisions")
POLICY = Asset(name="policy")
CONSTRAINTS = Asset(name="constraints")
LABELS = Asset(name="labels")
