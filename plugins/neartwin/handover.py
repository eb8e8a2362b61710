"""The handover bundle: what another team needs to trust the numbers, with checksums, and its re-computation.

`methods.json` specs and golden fingerprints, `labels.csv`, `calibrations/` evaluations with their scope and pages,
`policies.json`, `SHA256SUMS`. Of crawled text it holds titles and addresses of sampled pairs alone, escaped.
"""

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from neartwin.calibrate.labelled import VERDICTS
from neartwin.errors import HandoverError, PlaceError
from neartwin.fingerprint.golden import GOLDEN_TEXTS, fingerprints
from neartwin.label.exporting import stored_labels
from neartwin.label.forms import Fault, table
from neartwin.label.verdict import Label
from neartwin.methods import Method, canonical_json, load
from neartwin.places import require_file
from neartwin.report import evaluation
from neartwin.settings import Settings
from neartwin.warehouse import reader, statement

SUMS, METHODS, LABELS, POLICIES = "SHA256SUMS", "methods.json", "labels.csv", "policies.json"
IDENTITY = (
    "purpose", "method_id", "method_sha256", "guards_id", "label_snapshot_id", "definition_id", "data_id", "strategy",
    "split_seed",
)  # fmt: skip
MADE_AT = (1980, 1, 1, 0, 0, 0)  # of every member, so that equal content is an equal file
MAX_BYTES = 4_000_000_000


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was computed again, and how it came out."""

    name: str
    is_right: bool
    detail: str


def handover(settings: Settings, out: Path) -> list[str]:
    """Write the bundle of an installation; return the names of its members. Equal content gives an equal file.

    Raises PlaceError when the file cannot be written.
    """
    require_file(out)
    members = dict(sorted(_members(settings)))
    members[SUMS] = "".join(f"{_digest(data)}  {name}\n" for name, data in members.items()).encode()
    part = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, data in members.items():
                bundle.writestr(zipfile.ZipInfo(name, MADE_AT), data, zipfile.ZIP_DEFLATED)
        os.replace(part, out)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise PlaceError(f"{out} cannot be written: {error.strerror}") from error
    return list(members)


def verify(settings: Settings, path: Path) -> list[Check]:
    """Compute a bundle's checksums, spec hashes, golden fingerprints, labels and snapshots again.

    Golden fingerprints are computed by this installation's code: another result means other code or other tables.
    Raises HandoverError when the file is no bundle.
    """
    members = _read(path)
    checks = list(_check_sums(members))
    if not all(check.is_right for check in checks):
        return checks
    known = load(settings)
    try:
        methods = json.loads(members[METHODS])["methods"]
        checks += [check for name, told in methods.items() for check in _check_method(name, told, known)]
        labels = {label.label_id: label for label in _labels(members[LABELS])}
        checks.append(Check(LABELS, True, f"{len(labels):,} labels read"))
        evaluations = [json.loads(data) for name, data in members.items() if _is_evaluation(name)]
        return checks + [check for told in evaluations for check in _check_calibration(told, labels)]
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise HandoverError(f"{path} has sound checksums, but is not written as a bundle is: {error}") from error


def _members(settings: Settings) -> Iterator[tuple[str, bytes]]:
    methods = {
        method_id: {"spec": method.spec, "spec_sha256": method.spec_sha256, "golden": fingerprints(method)}
        for method_id, method in load(settings).items()
    }
    yield METHODS, _json({"texts": GOLDEN_TEXTS, "methods": methods})
    yield LABELS, table.text_of(stored_labels(settings)).encode()
    with reader(settings) as con:
        yield POLICIES, _json(_rows(con, "calibrate/select_all_policies"))
        for calibration in _rows(con, "handover/select_calibrations"):
            calibration_id = str(calibration["calibration_id"])
            told = evaluation.gather(con, calibration_id)
            used = _rows(con, "handover/select_calibration_labels", calibration_id=calibration_id)
            name = f"calibrations/{calibration_id[:12]}"
            yield f"{name}.json", _json(told | {"used_labels": used})
            yield f"{name}.html", evaluation.render(told).encode()


def _rows(con: duckdb.DuckDBPyConnection, name: str, **params: object) -> list[dict[str, object]]:
    found = con.execute(statement(name), params or None)
    names = [column[0] for column in found.description or ()]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def _read(path: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(path) as bundle:
            if sum(member.file_size for member in bundle.infolist()) > MAX_BYTES:
                raise HandoverError(f"{path} unpacks to more than {MAX_BYTES:,} bytes: it is no handover bundle")
            names = bundle.namelist()
            if len(set(names)) < len(names):
                raise HandoverError(f"{path} holds a name twice: it is no handover bundle")
            members = {name: bundle.read(name) for name in names}
    except (OSError, zipfile.BadZipFile, RuntimeError, ValueError) as error:
        raise HandoverError(f"{path} cannot be read as a handover bundle: {error}") from error
    missing = [name for name in (SUMS, METHODS, LABELS, POLICIES) if name not in members]
    if missing:
        raise HandoverError(f"{path} is no handover bundle: {missing[0]} is missing")
    return members


def _check_sums(members: dict[str, bytes]) -> Iterator[Check]:
    told = {}
    for line in members[SUMS].decode("utf-8", "replace").splitlines():
        digest, _, name = line.partition("  ")
        told[name] = digest
    for name in sorted((members.keys() | told.keys()) - {SUMS}):
        if name not in members:
            yield Check(name, False, "named in SHA256SUMS and missing")
        elif name not in told:
            yield Check(name, False, "not named in SHA256SUMS")
        else:
            is_right = _digest(members[name]) == told[name]
            yield Check(name, is_right, "checksum holds" if is_right else "changed since it was handed over")


def _check_method(method_id: str, told: dict[str, Any], known: dict[str, Method]) -> Iterator[Check]:
    is_right = hashlib.sha256(canonical_json(told["spec"]).encode()).hexdigest() == told["spec_sha256"]
    yield Check(f"{method_id} spec", is_right, told["spec_sha256"][:12])
    method = known.get(method_id)
    if method is None or method.spec_sha256 != told["spec_sha256"]:
        yield Check(
            f"{method_id} fingerprints", False, "this installation has no method with this spec to compute them"
        )
        return
    is_right = fingerprints(method) == told["golden"]
    yield Check(f"{method_id} fingerprints", is_right, "the golden ones" if is_right else "other than the golden ones")


def _check_calibration(told: dict[str, Any], labels: dict[str, Label]) -> Iterator[Check]:
    """Compute the id of a calibration again from what it says it rests on, and its label snapshot from the labels."""
    stored, used = told["calibration"], [row["label_id"] for row in told["used_labels"]]
    name = f"calibration {stored['calibration_id'][:12]}"
    identity = json.dumps({key: stored[key] for key in IDENTITY}, sort_keys=True)
    is_right = _digest(identity.encode()) == stored["calibration_id"]
    yield Check(f"{name} id", is_right, "follows from what it rests on" if is_right else "does not follow")
    missing = sum(label_id not in labels for label_id in used)
    if missing:
        yield Check(f"{name} labels", False, f"{missing:,} of its labels are not in {LABELS}")
        return
    lines = sorted(f"{label_id}={VERDICTS[labels[label_id].verdict]}" for label_id in used)
    is_right = _digest("".join(f"{line}\n" for line in lines).encode()) == stored["label_snapshot_id"]
    yield Check(f"{name} labels", is_right, f"{len(used):,} labels, " + ("its snapshot" if is_right else "another one"))


def _is_evaluation(name: str) -> bool:
    return name.startswith("calibrations/") and name.endswith(".json")


def _labels(data: bytes) -> Iterator[Label]:
    for row in table.read_rows(io.StringIO(data.decode(), newline="")):
        if isinstance(row, Fault):
            raise HandoverError(f"{LABELS}, line {row.line}: {row.message}")
        yield Label.model_validate({"document_id_l": row.left, "document_id_r": row.right, **row.values})


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1, sort_keys=True, default=str, ensure_ascii=False) + "\n").encode()


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
