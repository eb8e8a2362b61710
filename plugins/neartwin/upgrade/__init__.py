"""From one version of a method or extractor to the next: detect, backfill, compare, promote, roll back."""
