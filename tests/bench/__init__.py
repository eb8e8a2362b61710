"""The bench: neartwin beside its peers on planted corpora, as `make bench` runs it."""
