"""Fingerprint methods as data: immutable contracts from text to signature, read from `neartwin.toml` and registered.

A method's spec is its section of the settings with every default written out, the definition number of the code and the
SHA-256 of each data file it uses; its hash is what the warehouse remembers.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from typing import Any, Literal, Self

import duckdb
from pydantic import Field, ValidationError, model_validator

from neartwin.errors import MethodChangedError, MethodError
from neartwin.settings import Section, Settings
from neartwin.warehouse import run, writer

TABLES = Path(__file__).parent / "fingerprint" / "tables"
DEFINITION = 1
METHOD_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*@[1-9][0-9]*")
SHORT_TOKENS, MEDIUM_TOKENS = 50, 400

Algorithm = Literal["simhash", "minhash", "hybrid", "jaccard"]
Tokeniser = Literal["reference", "words", "segmented", "characters"]
Step = Literal["width", "nfc", "unaccent", "space"]
Fold = Literal["casefold", "compatibility", "simplified", "tone"]


class Spec(Section):
    """What one `[methods."name@version"]` section may say; every default is part of the spec's hash, `about` is not."""

    about: str = ""
    algorithm: Algorithm
    branch: Literal["main", "page"] = "main"
    extractor: str = "any"
    normalise: tuple[Step, ...] = ("width", "nfc", "space")
    fold: tuple[Fold, ...] = ("casefold",)
    tokeniser: Tokeniser = "words"
    shingle_size: dict[str, int] = Field(default={"default": 5})
    hash: Literal["fnv1a64", "sha256"] = "fnv1a64"
    hash_bits: Literal[32, 64] = 64
    frequency: Literal["linear", "log"] = "linear"
    bits: Literal[0, 64, 128] = 0
    max_hamming: int = Field(default=0, ge=0)
    blocks: tuple[int, int] = (0, 0)
    num_perm: int = Field(default=0, ge=0, le=1024)
    bands: int = Field(default=0, ge=0)
    rows: int = Field(default=0, ge=0)
    promise_jaccard: float = Field(default=0.7, gt=0, le=1)
    promise_recall: float = Field(default=0.995, gt=0, le=1)
    min_features: int = Field(default=1, ge=1)
    phrases: str = ""
    document_frequencies: str = ""
    emphasis: str = ""

    @model_validator(mode="after")
    def _holds(self) -> Self:
        if self.algorithm in ("simhash", "hybrid"):
            self._check_blocks()
        elif self.bits or self.max_hamming or any(self.blocks):
            raise ValueError(f"{self.algorithm} has no bits, max_hamming or blocks: these belong to simhash and hybrid")
        if self.algorithm in ("minhash", "hybrid"):
            self._check_bands()
        elif self.num_perm or self.bands or self.rows:
            raise ValueError(f"{self.algorithm} has no num_perm, bands or rows: these belong to minhash and hybrid")
        self._check_tokens()
        return self

    def _check_tokens(self) -> None:
        if (self.tokeniser == "reference") != (self.hash == "sha256"):
            raise ValueError("the reference tokeniser and the hash sha256 belong together")
        if self.tokeniser == "segmented" and "space" not in self.normalise:
            raise ValueError("the segmented tokeniser needs the step `space`")
        if "default" not in self.shingle_size or not all(1 <= size <= 32 for size in self.shingle_size.values()):
            raise ValueError("shingle_size needs a default, and sizes from 1 to 32")

    @property
    def data(self) -> tuple[str, ...]:
        """Return the data files that define this method's tokens."""
        simplified = ("han-simplified-1.tsv",) if "simplified" in self.fold else ()
        files = ("unicode-14.tsv", *simplified, self.phrases, self.document_frequencies, self.emphasis)
        return tuple(name for name in files if name)

    def proposal_probability(self, jaccard: float) -> float:
        """Return the probability that two documents of this Jaccard similarity share a MinHash band."""
        return 1 - (1 - jaccard**self.rows) ** self.bands

    def _check_blocks(self) -> None:
        n, r = self.blocks
        if not (1 <= r <= n <= self.bits):  # also refuses bits = 0
            raise ValueError(f"blocks {n} choose {r} cannot be cut from {self.bits} bits")
        if n - r < self.max_hamming:
            raise ValueError(
                f"{n} blocks of which {r} agree find every pair within {n - r} bits, not within {self.max_hamming}: "
                "lower max_hamming or take more blocks"
            )

    def _check_bands(self) -> None:
        if self.bands < 1 or self.rows < 1 or self.bands * self.rows != self.num_perm:
            raise ValueError(f"bands × rows must equal num_perm: {self.bands} × {self.rows} ≠ {self.num_perm}")
        recall = self.proposal_probability(self.promise_jaccard)
        if recall < self.promise_recall:
            raise ValueError(
                f"{self.bands} × {self.rows} proposes a pair of Jaccard {self.promise_jaccard:g} with probability "
                f"{recall:.3f}, not {self.promise_recall:g}: take fewer rows a band"
            )


class Method(Spec):
    """One immutable method: its settings, and the canonical `spec` that `spec_sha256` was taken of."""

    method_id: str
    name: str
    version: int
    spec: dict[str, Any]
    spec_sha256: str

    def __hash__(self) -> int:  # noqa: D105
        return hash((self.method_id, self.spec_sha256))

    def __eq__(self, other: object) -> bool:  # noqa: D105
        return isinstance(other, Method) and self.__dict__ == other.__dict__

    def size(self, language: str, n_tokens: int) -> int:
        """Return the shingle size for a text of this language and length band (short < 50 tokens, medium < 400)."""
        band = "short" if n_tokens < SHORT_TOKENS else "medium" if n_tokens < MEDIUM_TOKENS else "long"
        for key in (f"{language}/{band}", language, f"default/{band}"):
            if key in self.shingle_size:
                return self.shingle_size[key]
        return self.shingle_size["default"]

    @property
    def block_choices(self) -> list[tuple[int, ...]]:
        """Return the combinations of SimHash blocks that form keys, in the order of their band_index."""
        n, r = self.blocks
        return list(combinations(range(n), r)) if r else []

    @property
    def n_keys(self) -> int:
        """Return how many rows of `fingerprint_bands` a document has at most: MinHash bands first, then blocks."""
        return self.bands + len(self.block_choices)


def load(settings: Settings) -> dict[str, Method]:
    """Return every configured method by id.

    Raises MethodError for a section that promises what cannot hold, and for an active or deciding method that is not
    configured.
    """
    methods = {method_id: _method(method_id, section) for method_id, section in settings.methods.items()}
    names = [choose(methods, wanted).name for wanted in settings.active_methods]
    if len(set(names)) < len(names):
        raise MethodError(f"one version of a method can be active, not several: {', '.join(settings.active_methods)}")
    for purpose, wanted in settings.purposes.items():
        if wanted.deciding_method not in settings.active_methods:
            raise MethodError(f"purpose {purpose} decides with {wanted.deciding_method}, which is not an active method")
    return methods


def choose(methods: Mapping[str, Method], wanted: str) -> Method:
    """Return the method of an id, or the newest configured version of a name; raises MethodError that lists them."""
    versions = [method for method in methods.values() if wanted in (method.method_id, method.name)]
    if not versions:
        raise MethodError(f"there is no method {wanted!r} in neartwin.toml; there are {', '.join(sorted(methods))}")
    return max(versions, key=lambda method: method.version)


def resolve(con: duckdb.DuckDBPyConnection | None, settings: Settings) -> Settings:
    """Return the settings with an id in place of each method name: of the version that the warehouse has active.

    A name that has no active version there, or no warehouse at all, gets its newest configured version that is not
    retired. Ids stay as they are. Call it once, where a connection and the settings first meet: every stage reads ids.
    Raises MethodError when an active version has no section any more, or a name no version.
    """
    statuses = _statuses(con)
    names = [used for used in _used(settings) if "@" not in used]
    return _with_ids(settings, {name: _version_in_use(settings, name, statuses) for name in names})


def proposing(settings: Settings) -> list[Method]:
    """Return the methods whose indexes propose pairs on every day: those that decide for a purpose.

    `settings` are resolved. The other active methods sign texts only: pairs that decide nothing would be compared for
    nobody. A run that asks for one by its param `methods`, and a candidate under trial, propose theirs as well.
    """
    known = load(settings)
    return [known[name] for name in dict.fromkeys(wanted.deciding_method for wanted in settings.purposes.values())]


def compared_with(settings: Settings, candidate: Method) -> list[Method]:
    """Return the active version of a candidate's name, when it proposes no pairs by itself, to compare with; or none.

    `settings` are resolved.
    """
    known, daily = load(settings), {method.method_id for method in proposing(settings)}
    rivals = [known[name] for name in settings.active_methods if name.partition("@")[0] == candidate.name]
    return [rival for rival in rivals if rival.method_id not in {*daily, candidate.method_id}]


@contextmanager
def resolved_writer(settings: Settings) -> Iterator[tuple[duckdb.DuckDBPyConnection, Settings]]:
    """Open the warehouse for writing; yield it, and the settings with the ids of the versions active in it."""
    with writer(settings) as con:
        yield con, resolve(con, settings)


def with_version(settings: Settings, method_id: str) -> Settings:
    """Return resolved settings in which this version stands in the place of the active version of its name."""
    name = method_id.partition("@")[0]
    return _with_ids(settings, {used: method_id for used in _used(settings) if used.partition("@")[0] == name})


def register(con: duckdb.DuckDBPyConnection, settings: Settings) -> None:
    """Enter every configured method in the table `methods`, and by which one each purpose decides.

    Registering again changes nothing. A name of `active_methods` that has no active version gets one, its newest; any
    other version is a candidate until it is promoted. Raises MethodChangedError when an id is already registered with
    another spec.
    """
    require_unchanged(con, settings, list(settings.methods))
    for method in load(settings).values():
        run(
            con,
            "methods/insert_methods",
            method_id=method.method_id,
            method_name=method.name,
            version=method.version,
            spec=canonical_json(method.spec),
            spec_sha256=method.spec_sha256,
        )
    run(con, "methods/upsert_methods_active", method_ids=list(resolve(con, settings).active_methods))
    for purpose, wanted in settings.purposes.items():
        method_name = wanted.deciding_method.partition("@")[0]
        run(con, "methods/upsert_deciding_methods", purpose=purpose, method_name=method_name)


def require_unchanged(con: duckdb.DuckDBPyConnection, settings: Settings, method_ids: Iterable[str]) -> None:
    """Raise MethodChangedError when a configured method is registered with another spec under its id."""
    registered, configured = dict(run(con, "methods/select_methods")), load(settings)
    for method_id in method_ids:
        digest = configured[method_id].spec_sha256
        if registered.get(method_id, digest) != digest:
            raise MethodChangedError(method_id, registered[method_id], digest)


def _used(settings: Settings) -> list[str]:
    """Return every name or id that the settings use."""
    deciding = [wanted.deciding_method for wanted in settings.purposes.values()]
    return list(dict.fromkeys([*settings.active_methods, *deciding]))


def _with_ids(settings: Settings, ids: Mapping[str, str]) -> Settings:
    purposes = {
        purpose: wanted.model_copy(update={"deciding_method": ids.get(wanted.deciding_method, wanted.deciding_method)})
        for purpose, wanted in settings.purposes.items()
    }
    active = tuple(ids.get(used, used) for used in settings.active_methods)
    return settings.model_copy(update={"active_methods": active, "purposes": purposes})


def _statuses(con: duckdb.DuckDBPyConnection | None) -> dict[str, str]:
    """Return the status of each registered method; none before the warehouse has its tables."""
    try:
        return dict(run(con, "methods/select_statuses")) if con is not None else {}
    except duckdb.CatalogException:
        return {}


def _version_in_use(settings: Settings, name: str, statuses: Mapping[str, str]) -> str:
    for method_id, status in statuses.items():
        if status == "active" and method_id.partition("@")[0] == name:
            if method_id not in settings.methods:
                raise MethodError(f"{method_id} is active, but neartwin.toml has no section of it: put it back")
            return method_id
    versions = {
        int(number): method_id
        for method_id in settings.methods
        for found, _, number in [method_id.partition("@")]
        if METHOD_ID.fullmatch(method_id) and found == name and statuses.get(method_id) != "retired"
    }
    if not versions:
        known = ", ".join(sorted({method_id.partition("@")[0] for method_id in settings.methods}))
        raise MethodError(f"there is no method {name!r} in neartwin.toml to use; there are {known}")
    return versions[max(versions)]


def canonical_json(spec: Mapping[str, Any]) -> str:
    """Return the one JSON text of a spec: sorted keys, no spaces, UTF-8 kept."""
    return json.dumps(spec, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _method(method_id: str, section: Mapping[str, Any]) -> Method:
    if not METHOD_ID.fullmatch(method_id):
        raise MethodError(f"{method_id!r} is not a method id: write name@version, for example minhash128-words@1")
    try:
        fields = Spec(**section)
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, e['loc']))} {e['msg']}".strip() for e in error.errors())
        raise MethodError(f"method {method_id}: {faults}") from error
    spec = fields.model_dump(mode="json", exclude={"about"})
    spec |= {"definition": DEFINITION, "data": {name: _digest(method_id, name) for name in fields.data}}
    if fields.tokeniser == "segmented":
        spec["segmenter"] = f"rjieba {version('rjieba')}"
    name, _, number = method_id.partition("@")
    digest = hashlib.sha256(canonical_json(spec).encode()).hexdigest()
    return Method(
        **fields.model_dump(), method_id=method_id, name=name, version=int(number), spec=spec, spec_sha256=digest
    )


def _digest(method_id: str, name: str) -> str:
    path = TABLES / name
    if path.parent != TABLES or not path.is_file():
        raise MethodError(f"method {method_id} uses {name}, which is not among the data files of {TABLES.name}/")
    return hashlib.sha256(path.read_bytes()).hexdigest()
