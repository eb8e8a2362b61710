"""Plans of batches are let go when nobody can need them any more."""

import os
import time
from datetime import date

from neartwin import ingest
from neartwin.ingest import plan_file


def test_old_plans_are_removed_and_newer_ones_kept(settings):
    old = settings.data / plan_file.write(settings, date(2026, 11, 1), [])
    new = settings.data / plan_file.write(settings, date(2026, 11, 2), [])
    long_ago = time.time() - 91 * 86_400
    os.utime(old, (long_ago, long_ago))

    assert ingest.prune_plan_files(settings, keep_days=90) == 1
    assert not old.parent.exists()
    assert new.is_file()
    assert ingest.prune_plan_files(settings, keep_days=90) == 0


def test_without_plans_there_is_nothing_to_remove(settings):
    assert ingest.prune_plan_files(settings, keep_days=90) == 0
