"""The documents of outstanding pairs: their facts, and their texts in a file without a name, copied there once."""

import mmap
import tempfile
from itertools import accumulate

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from neartwin.settings import Settings
from neartwin.warehouse import statement
from neartwin.warehouse.shards import read_rows

FACTS = ("title", "language", "sku", "price", "currency")
SCHEMA = pa.schema({"main_text": pa.large_string()})


class Documents:
    """Facts and texts by the place of a document among sorted ids; to be closed, which `with` does.

    The file of texts has no name from the start: whatever kills the run, nothing of it stays.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection, settings: Settings, ids: pa.Array) -> None:
        """Take all ids in order; the warehouse must know each."""
        con.register("wanted", pa.table({"document_id": ids}))
        rows = con.sql(statement("guards/select_documents")).to_arrow_table().combine_chunks()
        con.unregister("wanted")
        self._facts = rows.select(FACTS)
        folder = settings.data / "spill"
        folder.mkdir(parents=True, exist_ok=True)
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 (closed by __exit__)
        self._batches, self._place = self._copy(settings, rows)
        self._starts = np.array(list(accumulate((len(batch) for batch in self._batches), initial=0)))

    def __enter__(self) -> "Documents":
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give the room of the texts back."""
        self._batches = []
        self._file.close()

    def read(self, numbers: npt.NDArray[np.int64]) -> tuple[pa.Array, pa.Table]:
        """Return texts and facts of documents, given by their places among the ids."""
        places = self._place[numbers]
        batch_of = np.searchsorted(self._starts, places, side="right") - 1
        order = np.argsort(batch_of, kind="stable")
        parts = [pa.array([], pa.large_string())]
        for batch in np.unique(batch_of).tolist():
            own = order[batch_of[order] == batch]
            parts.append(self._batches[batch].column(0).take(pa.array(places[own] - self._starts[batch])))
        back = np.empty(len(order), np.int64)
        back[order] = np.arange(len(order))
        return pa.concat_arrays(parts).take(pa.array(back)), self._facts.take(pa.array(numbers))

    def _copy(self, settings: Settings, rows: pa.Table) -> tuple[list[pa.RecordBatch], npt.NDArray[np.int64]]:
        """Copy the texts to the file; return them as they lie there, and the place of each document among them."""
        locators = list(zip(rows["shard"].to_pylist(), rows["shard_row"].to_pylist(), strict=True))
        numbers: dict[str, list[int]] = {}
        for number, (shard, _) in enumerate(locators):
            numbers.setdefault(shard, []).append(number)
        with pa.ipc.new_file(pa.PythonFile(self._file, "w"), SCHEMA) as out:
            order = []
            for shard, table in read_rows(settings, locators, SCHEMA.names):
                order += numbers[shard]
                out.write_table(table.cast(SCHEMA))
        self._file.flush()
        place = np.empty(len(locators), np.int64)
        place[order] = np.arange(len(locators))
        file = pa.ipc.open_file(pa.py_buffer(mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)))
        return [file.get_batch(number) for number in range(file.num_record_batches)], place
