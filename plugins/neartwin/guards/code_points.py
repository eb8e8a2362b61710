"""What each code point is to the guards: its class, its folded form, its tone; as arrays for the kernel."""

import functools
import unicodedata
from pathlib import Path

import numpy as np
import numpy.typing as npt

from neartwin.fingerprint import unicode_tables
from neartwin.fingerprint.kept_arrays import Arrays, kept
from neartwin.guards import kernel as k

LEXICONS = Path(__file__).parent / "lexicons"
VARIANTS = "han_variants.tsv"
N_CODE_POINTS = 0x110000

NEWLINES = "\n\r\v\f\x85\u2028\u2029"
STOPS = ".!?…。！？．｡"
WIDE_STOPS = "。！？；｡！？；"
COMMAS = ",，、;；:：()（）[]【】<>《》〈〉|·•"
CLOSERS = "\"'”’»」』）)]】》〉"
CHARACTERS = {
    NEWLINES: k.C_NEWLINE,
    COMMAS: k.C_COMMA,
    STOPS: k.C_STOP,
    WIDE_STOPS: k.C_WIDE_STOP,
    "-−－": k.C_MINUS,
    "'’＇": k.C_JOINER,
    "+#＋＃": k.C_PLUS,
    "_": k.C_OTHER,
    "$€£¥₫₩＄￡￥￦": k.C_CURRENCY,
}
GAP_MARKS = {
    ".!?…。！？．;；": k.STOP,
    ":：": k.COLON,
    ":：|/／>›»": k.POINTER,
    "›»|>©": k.BAR,
    ".,'’·:/-": k.SEPARATOR,
    ".": k.POINT,
    ",": k.COMMA,
}
QUIET = ".,:;!?…()\"'“”‘’%％$€£¥₫₩＄￡￥￦。，、；：！？（）「」"
SINGLE_FOLDS = ("width", "compatibility", "casefold")
TONES = {"\u0300": 1, "\u0301": 2, "\u0303": 3, "\u0309": 4, "\u0323": 5}


def classes() -> npt.NDArray[np.uint16]:
    """Return the class and marks of every code point, those that tell about a gap among them (uint16)."""
    return _tables()[0]


def folds() -> npt.NDArray[np.uint32]:
    """Return the folded form of every code point in the lower 21 bits and its tone, 0 to 5, above them (uint32)."""
    return _tables()[1]


@functools.cache
def _tables() -> Arrays:
    code = Path(unicode_tables.__file__)
    sources = [Path(__file__), LEXICONS / VARIANTS, code, unicode_tables.TABLES / unicode_tables.UNICODE]
    return kept("code-points", "", sources, _made)


def _made() -> Arrays:
    plain, folds = _plain_folds(), _folds()
    return _classes(folds), folds, *(np.array(list(column), dtype=np.int64) for column in (plain, plain.values()))


def _classes(folds: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint16]:
    kinds = unicode_tables.load().kinds
    table = np.zeros(N_CODE_POINTS, dtype=np.uint16)
    for kind, value in (
        ("space", k.C_SPACE),
        ("word", k.C_LETTER),
        ("mark", k.C_MARK),
        ("unspaced", k.C_SINGLE),
        ("invisible", k.C_INVISIBLE),
    ):
        table[np.fromiter(kinds[kind], dtype=np.int64)] = value
    width = unicode_tables.load().mappings["width"]
    for characters, value in CHARACTERS.items():
        table[[ord(c) for c in characters]] = value
    digits = (folds & 0x1FFFFF >= 0x30) & (folds & 0x1FFFFF <= 0x39)
    table[digits] = k.C_DIGIT
    table[[ord(c) for c in CLOSERS]] |= k.CLOSER
    upper = np.fromiter(kinds["upper"], dtype=np.int64)
    table[upper] |= k.UPPER
    wide = np.array([code for code, target in width.items() if target[0] in kinds["upper"]], dtype=np.int64)
    table[wide] |= k.UPPER
    return table | _gap_marks((table & k.CLASS).astype(np.uint16))


def _gap_marks(classes: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
    """Return what each code point adds to the gap it stands in; loud ones may belong to a value beside them."""
    is_blank = (classes == k.C_SPACE) | (classes == k.C_NEWLINE)
    marks = np.where(is_blank, k.BLANK, k.LOUD).astype(np.uint16)
    marks[[ord(c) for c in QUIET]] &= ~np.uint16(k.LOUD)
    for characters, mark in GAP_MARKS.items():
        marks[[ord(c) for c in characters]] |= mark
    return marks


def _folds() -> npt.NDArray[np.uint32]:
    table = np.arange(N_CODE_POINTS, dtype=np.uint32)
    for code, form in _plain_folds().items():
        table[code] = form
    for code in unicode_tables.load().mappings["primary"]:
        base, tone = _without_tone(int(table[code]))
        table[code] = base | tone << 21
    for mark, tone in TONES.items():
        table[ord(mark)] = ord(mark) | tone << 21
    return table


@functools.cache
def plain_folds() -> dict[int, int]:
    """Return code points whose comparison form differs, with that form: width, compatibility, case, Han variant."""
    codes, forms = _tables()[2:]
    return dict(zip(codes.tolist(), forms.tolist(), strict=True))


def _plain_folds() -> dict[int, int]:
    mappings = unicode_tables.load().mappings
    table = {}
    for code in {code for kind in SINGLE_FOLDS for code in mappings[kind]}:
        form = code
        for kind in SINGLE_FOLDS:
            target = mappings[kind].get(form, ())
            form = target[0] if len(target) == 1 else form
        table[code] = form
    for line in (LEXICONS / VARIANTS).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            form_of, variants = line.split("\t")
            table |= {ord(c): ord(form_of) for c in variants}
    return table


def _without_tone(code: int) -> tuple[int, int]:
    parts = unicodedata.normalize("NFD", chr(code))
    tones = [TONES[c] for c in parts if c in TONES]
    if len(tones) != 1:
        return code, 0
    base = unicodedata.normalize("NFC", "".join(c for c in parts if c not in TONES))
    return (ord(base), tones[0]) if len(base) == 1 else (code, 0)
