"""From compared pairs of texts to what is written: clusters of records, joined pairs of records, refused pairs."""
