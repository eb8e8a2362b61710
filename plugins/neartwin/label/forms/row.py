"""One row of a file of labels, as it stands there, or what is wrong with it."""

from dataclasses import dataclass

from neartwin.label.verdict import Label

ENDS = (("document_id_l", "document_id_r"), ("left", "right"))
FIELDS = tuple(Label.model_fields)


@dataclass(frozen=True, slots=True)
class Row:
    """A row before its documents are looked up: `left` and `right` name them, `values` are fields of a Label."""

    line: int
    left: str
    right: str
    values: dict[str, object]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a line cannot be taken."""

    line: int
    message: str


def row_of(line: int, values: dict[str, object]) -> Row | Fault:
    """Make a row of named values, of which empty ones are absent; both ends may be named in either way."""
    given = {name: value for name, value in values.items() if value not in (None, "")}
    for left, right in ENDS:
        if left in given or right in given:
            one, other = str(given.pop(left, "")), str(given.pop(right, ""))
            return Row(line, one, other, given) if one and other else Fault(line, f"{left} or {right} is empty")
    return Fault(line, "names no documents: fill document_id_l and document_id_r, or left and right")
