"""People's verdicts on pairs: a durable inbox, its copy into the warehouse, and files that carry labels in and out."""
