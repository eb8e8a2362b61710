"""Read the guards' word lists: flags by token key for the kernel, phrases by token keys for the exact rules."""

import functools
import hashlib
import itertools
import tomllib
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from neartwin.guards import kernel
from neartwin.guards import tokens as tk
from neartwin.guards.code_points import LEXICONS

LANGUAGES = ("en", "vi", "zh")
COUNTED = ("counters", "tallies", "networks")  # what a number may stand beside in a line of the page itself
PAGES = ("states", "counters", "tallies", "fillers", "networks", "headings", "openings", "asks", "ours", "addresses")
TABLE_SIZE = 1 << 14

Key = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases by the keys of their tokens, each with a value; the longest that starts at a place wins.

    `longest` is the length of the longest phrase that begins with a key; `parts` are the keys of all tokens.
    """

    values: Mapping[Key, Any]
    longest: Mapping[int, int]
    parts: frozenset[int]

    @classmethod
    def of(cls, values: Mapping[Key, Any]) -> "Phrases":
        """Index phrases by their first key."""
        longest: dict[int, int] = {}
        for key in values:
            longest[key[0]] = max(longest.get(key[0], 0), len(key))
        return cls(values, longest, frozenset(part for key in values for part in key))

    def at(self, keys: Sequence[int], start: int) -> tuple[int, Any] | None:
        """Return the length and the value of the longest phrase that starts at a place; None where there is none."""
        longest = self.longest.get(keys[start])
        if longest is None:
            return None
        for length in range(min(longest, len(keys) - start), 0, -1):
            value = self.values.get(tuple(keys[start : start + length]))
            if value is not None:
                return length, value
        return None

    def find(self, keys: Sequence[int]) -> list[tuple[int, int, Any]]:
        """Return (start, end, value) of the phrases of a sequence, left to right, without overlap."""
        found, end = [], 0
        for at, key in enumerate(keys):
            if key in self.longest and at >= end:
                hit = self.at(keys, at)
                if hit is not None:
                    end = at + hit[0]
                    found.append((at, end, hit[1]))
        return found


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Everything the rules know about words.

    `negations` holds negating words and, with value False, idioms in which they deny nothing. `opposites` gives
    (concept, side ±1) pairs, `classes` (class, member) pairs; `pages` are the lists of what a page writes by itself.
    `conditions` and `causes` tell how many words of content must stand behind them to say something.
    """

    negations: Phrases
    opposites: Phrases
    classes: Phrases
    furniture_starts: Phrases
    furniture_within: Phrases
    bylines: Phrases
    pages: Mapping[str, Phrases]
    corrections: Phrases
    updates: Phrases
    functions: Phrases
    joins: Phrases
    titles: Phrases
    conditions: Phrases
    causes: Phrases
    version: str


@functools.cache
def load() -> Lexicon:
    """Read every list once; `version` is the SHA-256 of all files."""
    languages = [read(name) for name in LANGUAGES]
    opposites: dict[Key, set[tuple[str, int]]] = {}
    classes: dict[Key, set[tuple[str, int]]] = {}
    for language in languages:
        for concept, sides in language["opposites"].items():
            for side, words in zip((1, -1), sides, strict=True):
                for word in words:
                    opposites.setdefault(_key(word), set()).add((concept, side))
        for prefix, bases in language.get("prefixed", {}).items():
            for base in bases.split():
                opposites.setdefault(_key(base), set()).add((f"{prefix}-{base}", 1))
                opposites.setdefault(_key(prefix + base), set()).add((f"{prefix}-{base}", -1))
        for name, members in language["classes"].items():
            for member, words in enumerate(members):
                for word in words.split("|"):
                    classes.setdefault(_key(word), set()).add((name, member))
    denied = {_key(word): True for language in languages for word in language["negations"]}
    denied |= {_key(word): False for language in languages for word in language["idioms"]}
    return Lexicon(
        Phrases.of(denied),
        Phrases.of({key: tuple(sorted(value)) for key, value in opposites.items()}),
        Phrases.of({key: tuple(sorted(value)) for key, value in classes.items()}),
        _phrases(word for language in languages for word in language["furniture"]["starts"]),
        _phrases(word for language in languages for word in language["furniture"]["within"]),
        _phrases(word for language in languages for word in language["furniture"].get("bylines", ())),
        {name: _phrases(word for language in languages for word in language["furniture"][name]) for name in PAGES},
        _phrases(word for language in languages for word in language["furniture"]["corrections"]),
        _phrases(word for language in languages for word in language["furniture"]["updates"]),
        _phrases(word for language in languages for word in language["functions"]),
        _phrases(word for language in languages for word in language["joins"]),
        _phrases(word for language in languages for word in language.get("titles", ())),
        _counted(word for language in languages for word in language["conditions"].items()),
        _counted(word for language in languages for word in language["causes"].items()),
        _version(),
    )


@functools.cache
def read(name: str) -> dict[str, Any]:
    """Return one list as its file says it."""
    return tomllib.loads((LEXICONS / f"{name}.toml").read_text(encoding="utf-8"))


@functools.cache
def flags() -> tk.Flags:
    """Return the table of token key to flags that the kernel looks up; every flag errs on the safe side."""
    words = load()
    marks: dict[int, int] = {}
    for keys, flag in (
        (_single(words.functions) | _single(words.joins), kernel.FUNCTION),
        ({key[0] for key, denies in words.negations.values.items() if denies}, kernel.NEGATION),
        (_deciding(one=False), kernel.POLAR),
        (_deciding(one=True), kernel.SIGN),
        (_numeral_keys(), kernel.NUMERAL),
        (_unit_keys(), kernel.UNIT),
        ({key[0] for key in keys_of(read("places")["particles"].split())}, kernel.PARTICLE),
        ({key[0] for group in (words.corrections, words.updates) for key in group.values}, kernel.CORRECTION),
    ):
        for key in keys:
            marks[key] = marks.get(key, 0) | flag
    return table(marks, np.uint16)


@functools.cache
def screen_tables() -> tuple[tuple[npt.NDArray[Any], ...], ...]:
    """Return what the screen looks up by token key: concepts, and the roles that words may have beside others."""
    return concept_tables(), table(_roles(), np.uint32)


def _roles() -> dict[int, int]:
    """Return what words are by token key: part of a function phrase, of a label, of a date or time, and so on."""
    words = load()
    functions = _single(words.functions) | _single(words.joins)
    roles: dict[int, int] = {}
    for keys, role in (
        (
            {part for group in (words.functions, words.joins) for key in group.values if key[1:] for part in key},
            kernel.PART,
        ),
        ({key[0] for key in words.furniture_starts.values}, kernel.LABEL),
        ({_telling(key, functions) for key in words.furniture_within.values}, kernel.WITHIN),
        ({_telling(key, functions) for key in words.bylines.values}, kernel.BYLINE),
        ({key[0] for key in words.pages["states"].values}, kernel.STATE),
        ({_telling(key[1:], functions) for key in words.pages["states"].values if key[1:]}, kernel.STATED),
        (
            {_telling(key, functions) for name in COUNTED for key in words.pages[name].values},
            kernel.COUNTER,
        ),
        ({key[0] for name in ("headings", "openings") for key in words.pages[name].values}, kernel.HEADING),
        ({_telling(key, functions) for key in words.pages["asks"].values}, kernel.ASKING),
        ({key[0] for key in words.pages["addresses"].values}, kernel.ADDRESS),
        (_dated_keys(), kernel.DATED),
        ({part for word in read("vi")["numerals"]["units"] for part in _key(word)}, kernel.SPOKEN),
        ({part for word in JOINING.split() for part in _key(word)}, kernel.BETWEEN),
        (_scale_keys(), kernel.SCALE),
        ({_telling(key, functions) for key in words.conditions.values}, kernel.CONDITION),
        ({next((part for part in key if part not in functions), key[0]) for key in words.causes.values}, kernel.CAUSE),
        (_article_keys(), kernel.ARTICLE),
        ({key[0] for key in words.updates.values} - {key[0] for key in words.corrections.values}, kernel.UPDATE),
    ):
        for key in keys:
            roles[key] = roles.get(key, 0) | role
    return roles


def _scale_keys() -> set[int]:
    """Return the keys of number words that are no value alone: magnitudes (but 万), and months that are other words."""
    numerals = [read(name)["numerals"] for name in ("en", "vi")]
    units = {key for group in numerals for word in group["units"] for key in _key(word)}
    words = [word for group in numerals for word in group["magnitudes"] if " " not in word]
    return {key for word in (*words, *AMBIGUOUS_MONTHS) for key in _key(word)} - units


def _article_keys() -> set[int]:
    """Return the keys of words that belong to a value only before or after a mark (`a` of `a.m.`), else say nothing."""
    listed = {part for key in _listed_units() for part in key} | _numeral_keys()
    return {part for word in ARTICLES.split() for part in _key(word)} - listed


def _telling(key: Key, functions: set[int]) -> int:
    """Return the word of a phrase that is rarely met outside it."""
    return next((part for part in reversed(key) if part not in functions), key[-1])


def _dated_keys() -> set[int]:
    """Return the keys of words that make a number beside them a date or a time."""
    months = [month for name in ("en", "vi") for month in read(name)["numerals"]["months"]]
    words = [word for month in months for word in month.split("|")]
    return {key for word in (*words, *PARTS_OF_VALUES.split()) for key in _key(word)}


@functools.cache
def concept_tables() -> tuple[npt.NDArray[Any], ...]:
    """Return three open-addressing tables of token key to what it may decide, as bits.

    The first two hold the sides of opposites, of the tokens of phrases and of phrases of one Han character. An opposite
    is one of 32 bits (some share one): the lower half says that a token may take its first side, the upper half its
    second. The third holds the closed classes, each one of 64 bits; words of function phrases may stand in any.
    """
    opposites = load().opposites
    sides = (table(concepts(opposites, one=one), np.uint64) for one in (False, True))
    return *itertools.chain.from_iterable(sides), *table(_class_bits(), np.uint64)


def concepts(phrases: Phrases, *, one: bool) -> dict[int, int]:
    """Return the concept bits of the tokens of deciding phrases: of one Han character, or of all others.

    Function words within longer phrases decide nothing, but where all else stands on the other side, too: 原告, 被告.
    """
    han = {key for word in _han_words() for key in _key(word)}
    bits: dict[int, int] = {}
    telling = _telling_parts(phrases)
    for key, meanings in phrases.values.items():
        if (len(key) == 1 and key[0] in han) != one:
            continue
        for name, side in meanings:
            bit = 1 << zlib.crc32(name.encode()) % 32
            for part in telling(key, name, side):
                bits[part] = bits.get(part, 0) | (bit if side > 0 else bit << 32)
    return bits


def _deciding(*, one: bool) -> set[int]:
    """Return the tokens that decide something, in opposites or classes: of one Han character, or of all others."""
    words = load()
    return {key for phrases in (words.opposites, words.classes) for key in concepts(phrases, one=one)}


def _class_bits() -> dict[int, int]:
    """Return the classes of the tokens of their phrases; function words count where nothing else tells apart."""
    words = load()
    functions = _single(words.functions) | _single(words.joins)
    names = sorted({name for meanings in words.classes.values.values() for name, _ in meanings})
    telling = _telling_parts(words.classes)
    bits: dict[int, int] = {}
    for key, meanings in words.classes.values.items():
        for name, member in meanings:
            told = telling(key, name, member)
            for part in key:
                if part not in functions or part in told:
                    bits[part] = bits.get(part, 0) | 1 << names.index(name) % 64
    within = {part for key in words.functions.values if key[1:] for part in key}
    return bits | {part: (1 << 64) - 1 for part in within if part in bits or part not in functions}


def _telling_parts(phrases: Phrases) -> Callable[[Key, str, int], Iterable[int]]:
    """Return what tells which tokens of a phrase, by concept and side, may differ where another side stands for it."""
    words = load()
    functions = _single(words.functions) | _single(words.joins)
    parts: dict[str, dict[int, set[int]]] = {}
    for key, meanings in phrases.values.items():
        for name, side in meanings:
            parts.setdefault(name, {}).setdefault(side, set()).update(key)

    def telling(key: Key, name: str, side: int) -> Iterable[int]:
        if name == kernel.GRATIS:
            return key[:1]  # 免费: a fee stands beside a number often
        shared = {part for other, held in parts[name].items() if other != side for part in held}
        return [part for part in key if part not in functions and part not in shared] or key

    return telling


def table(values: Mapping[int, int], dtype: type) -> tuple[npt.NDArray[np.uint64], npt.NDArray[Any]]:
    """Return an open-addressing table of keys and values, of a size that is a power of two."""
    table_keys: npt.NDArray[np.uint64] = np.zeros(TABLE_SIZE, np.uint64)
    table_values: npt.NDArray[Any] = np.zeros(TABLE_SIZE, dtype)
    for key, value in values.items():
        slot = key & (TABLE_SIZE - 1)
        while table_keys[slot]:
            slot = (slot + 1) & (TABLE_SIZE - 1)
        table_keys[slot], table_values[slot] = key, value
    return table_keys, table_values


def _numeral_keys() -> set[int]:
    """Return the keys of words that are numbers by themselves, magnitudes and months among them."""
    words: list[str] = ["第", "百分之", "noon", "midnight", "dozen", "nửa"]
    for name in LANGUAGES:
        numerals = read(name)["numerals"]
        words += [*numerals["units"], *numerals["magnitudes"]]
    words += [word for month in read("en")["numerals"]["months"] for word in month.split("|")]
    return {key for word in words for key in _key(word)}


def _unit_keys() -> set[int]:
    """Return the keys of words that belong to a value only beside a number."""
    listed = {part for key in _listed_units() for part in key}
    return listed | {key for word in PARTS_OF_VALUES.split() for key in _key(word)}


def _listed_units() -> list[Key]:
    """Return the keys of every unit, currency and Vietnamese month."""
    units = read("units")
    words = [word for group in ("currencies", "percent") for forms in units[group].values() for word in forms]
    words += [word for _, _, forms in units["units"].values() for word in forms]
    words += [word for month in read("vi")["numerals"]["months"] for word in month.split("|")]
    return [_key(word) for word in words]


JOINING, ARTICLES = "of and a lẻ linh và", "a"
AMBIGUOUS_MONTHS = ("may", "mar", "march")
PARTS_OF_VALUES = """past am pm a p m gmt utc hours hrs giờ h sáng trưa chiều tối đêm tháng năm ngày mùng mồng phút rưỡi
kém nửa usd vnd noon midnight dozen 上午 下午 早 晚 凌 晨 清 中 傍 夜 间 里 点 钟 时 分 刻 秒 半 整 年
月 份 日 号 民国 第 成 百分之"""


def _han_words() -> list[str]:
    zh = read("zh")
    words = [word for sides in zh["opposites"].values() for side in sides for word in side]
    words += [word for members in zh["classes"].values() for member in members for word in member.split("|")]
    return [word for word in words if len(word) == 1]


def _single(phrases: Phrases) -> set[int]:
    return {key[0] for key in phrases.values if len(key) == 1}


def _phrases(words: Iterable[str]) -> Phrases:
    return Phrases.of({key: True for word in words if (key := _key(word))})


def _counted(words: Iterable[tuple[str, int]]) -> Phrases:
    return Phrases.of({key: least for word, least in words if (key := _key(word))})


def keys_of(words: Sequence[str]) -> list[Key]:
    """Return the keys of words or phrases that stand in no language list."""
    streams = tk.tokenise([tk.composed(word) for word in words], tk.NO_FLAGS)
    keys, offsets = streams.keys.tolist(), streams.offsets.tolist()
    return [tuple(keys[offsets[i] : offsets[i + 1]]) for i in range(len(words))]


def _key(word: str) -> Key:
    return _keys()[word]


@functools.cache
def _keys() -> dict[str, Key]:
    """Return the keys of every word of every list, tokenised in one call: a call has a cost of its own."""
    words = sorted(
        {w for name in (*LANGUAGES, "units") for text in _strings(read(name)) for w in (text, *text.split("|"))}
    )
    words += sorted({*PARTS_OF_VALUES.split(), *JOINING.split(), *_prefixed()} - set(words))
    return dict(zip(words, keys_of(words), strict=True))


def _prefixed() -> Iterator[str]:
    for prefix, bases in read("en")["prefixed"].items():
        for base in bases.split():
            yield from (base, prefix + base)


def _strings(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, list | tuple):
        for item in data:
            yield from _strings(item)
    elif isinstance(data, dict):
        for name, item in data.items():
            yield name
            yield from _strings(item)


def _version() -> str:
    digest = hashlib.sha256()
    for path in sorted(LEXICONS.iterdir()):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
