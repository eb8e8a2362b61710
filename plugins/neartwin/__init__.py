"""Near-duplicate workflow for crawled web pages."""
