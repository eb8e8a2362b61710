"""Put right text that was typed in a legacy Vietnamese font (TCVN 5712) or encoded to UTF-8 twice."""

import re
from dataclasses import dataclass

TCVN = "tcvn5712"

# TCVN 5712:1993 (VSCII-2, the fonts named .Vn…), bytes 0x80 to 0xff. Capitals with tones shared with C0 controls in
# VSCII-1 are left out: those bytes are controls on web pages. Checked against glibc's TCVN5712-1.
_TCVN_HIGH = (
    "ÀẢÃÁẠẶẬÈẺẼÉẸỆÌỈĨÍỊÒỎÕÓỌỘỜỞỠỚỢÙỦŨ"
    "\u00a0ĂÂÊÔƠƯĐăâêôơưđẰ\u0300\u0309\u0303\u0301\u0323àảãáạẲằẳẵắẴ"
    "ẮẦẨẪẤỀặầẩẫấậèỂẻẽéẹềểễếệìỉỄẾỒĩíịò"
    "ỔỏõóọồổỗốộờởỡớợùỖủũúụừửữứựỳỷỹýỵỐ"
)
_TCVN_BYTES = {0x80 + index: character for index, character in enumerate(_TCVN_HIGH)}
_CP1252_GAPS = {0x81, 0x8D, 0x8F, 0x90, 0x9D}
# The same letters as a page shows them when its bytes were taken for Western text.
_TCVN_WEST = _TCVN_BYTES | {
    ord(bytes([byte]).decode("cp1252")): _TCVN_BYTES[byte] for byte in range(0x80, 0xA0) if byte not in _CP1252_GAPS
}
# Signs and fractions inside a word, which no Western language has: "n¨m", "c¸c", "®îc", "thµnh".
_TCVN_SIGN = re.compile("[A-Za-z]([µ¶¸¹¼½¾¨©ª¬])(?=[a-z]|\\b|\\s)|(®)[a-zµ-ÿ]")
# A lead byte and a continuation byte of UTF-8, both shown as Western letters or signs: "Ã¡", "áº", "çš".
_TWICE_SIGN = re.compile(
    "[\u00c3\u00c4\u00c6\u00e1-\u00e9\u00ef]"
    "[\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]"
)
_WORD = re.compile(r"[^\W\d_]+")

_MARKUP = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)|<[^<>]*>", re.IGNORECASE | re.DOTALL)

MIN_SIGNS = 5
MIN_SHARE = 0.1  # of words that carry the sign
MAX_MARKED = 0.5  # of letters: Vietnamese has about a third
LOOKED_AT = 20_000  # characters
# Common letters (à and á; ế, ạ, é; 中, 的, 。 and ，) in their broken form: cheap to look for before counting.
_TCVN_HINTS = ("µ", "¸")
_TWICE_HINTS = ("á»", "áº", "Ã", "ä¸", "çš", "ã€", "ï¼")


@dataclass(frozen=True, slots=True)
class Repaired:
    """Text after repair, and the name of the encoding that explains it."""

    text: str
    charset: str


def decode_tcvn(body: bytes) -> str:
    """Decode bytes that are declared as TCVN 5712; tones written as combining marks stay so."""
    return body.decode("latin-1").translate(_TCVN_BYTES)


def repair(text: str) -> Repaired | None:
    """Return the text as it was meant when at least a tenth of its words carry a sign of one of the two faults."""
    if text.isascii():
        return None
    head = text[:LOOKED_AT]
    if all(hint in head for hint in _TCVN_HINTS) and _is_many(_TCVN_SIGN, head, n_kinds=3):
        meant = text.translate(_TCVN_WEST)
        return Repaired(meant, TCVN) if _is_vietnamese(meant[:LOOKED_AT]) else None
    if any(hint in head for hint in _TWICE_HINTS) and _is_many(_TWICE_SIGN, head, n_kinds=2):
        once = _undo_second_encoding(text)
        return Repaired(once, "utf-8 twice") if once is not None else None
    return None


def _is_many(sign: re.Pattern[str], text: str, *, n_kinds: int) -> bool:
    if len(sign.findall(text)) < MIN_SIGNS:
        return False
    visible = _MARKUP.sub(" ", text)
    found = sign.findall(visible)
    return len(found) >= max(MIN_SIGNS, MIN_SHARE * len(_WORD.findall(visible))) and len(set(found)) >= n_kinds


def _is_vietnamese(text: str) -> bool:
    """Tell letters with a mark here and there from the soup that another encoding's bytes make."""
    letters = "".join(_WORD.findall(_MARKUP.sub(" ", text)))
    return sum(not letter.isascii() for letter in letters) <= MAX_MARKED * len(letters)


def _undo_second_encoding(text: str) -> str | None:
    try:
        return b"".join(map(_west_byte, text)).decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return None


def _west_byte(character: str) -> bytes:
    try:
        return character.encode("cp1252")
    except UnicodeEncodeError:
        return character.encode("latin-1")
