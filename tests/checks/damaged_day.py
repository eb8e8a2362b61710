"""Look at a stored day after damage, and take the damage back."""

from made_day import DAY


def look(con, settings, stage, statements):
    """Return the failures of one stage after the statements, by (suite.expectation, site)."""
    from neartwin.checks import looks

    con.begin()
    try:
        for sql in statements:
            con.execute(sql)
        found = getattr(looks, f"at_{stage}")(con, settings, DAY, frozenset())
    finally:
        con.rollback()
    assert found.n_evaluated == found.n_declared > 0
    return {(f"{r.suite}.{r.expectation}", r.site): r for r in found.results if not r.is_success}
