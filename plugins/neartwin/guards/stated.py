"""What the documents of some pairs state as facts, and which pairs need a look for it."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from neartwin.guards.difference import Facts

NO_FACTS = Facts()
Ints = npt.NDArray[np.int64]


class Stated:
    """Facts by the number of a document: of a list, of a table whose columns are fields of `Facts`, or none at all."""

    def __init__(self, facts: Sequence[Facts] | pa.Table | None, numbers: Ints) -> None:
        """Take the documents with these numbers; they count from 0 then."""
        self._columns: dict[str, pa.Array] = {}
        self._facts: dict[int, Facts] = {}
        self._kinds: list[Ints] = []
        if isinstance(facts, pa.Table):
            table = facts.take(pa.array(numbers)).combine_chunks()
            self._columns = {name: table.column(name).combine_chunks() for name in facts.column_names}
            self._kinds = [kinds for column in self._columns.values() if (kinds := _kinds(column)).any()]
        elif facts is not None:
            self._facts = {number: facts[old] for number, old in enumerate(numbers.tolist())}
            known: dict[Facts, int] = {}
            numbered = [known.setdefault(own, len(known)) for own in self._facts.values()]
            self._kinds = [np.array(numbered, dtype=np.int64)]

    def differ(self, left: Ints, right: Ints) -> npt.NDArray[np.bool_]:
        """Tell of each pair whether any fact is stated differently."""
        differ = np.zeros(len(left), np.bool_)
        for kinds in self._kinds:
            differ |= kinds[left] != kinds[right]
        return differ

    def __getitem__(self, number: int) -> Facts:
        """Return what one document states."""
        if number not in self._facts:
            self._facts[number] = Facts(**{name: column[number].as_py() for name, column in self._columns.items()})
        return self._facts[number]


def _kinds(column: pa.Array) -> Ints:
    """Return a number for each value of a column, equal for equal ones; the first value has 0."""
    encoded = column.dictionary_encode(null_encoding="encode")
    return np.asarray(encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64))
