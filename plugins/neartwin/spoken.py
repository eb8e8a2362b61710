"""Names as people read them: guards, measures, outcomes and checks have one name in code, files and tables.

Pages and terminals show `spoken(name)`, and so do the reasons that `sql/macros/spoken.sql` writes; JSON, CSV and the
warehouse keep the name itself.
"""


def spoken(name: object) -> str:
    """Return a name of ours for people: `sentence_replaced` as "sentence replaced"."""
    return str(name).replace("_", " ")
