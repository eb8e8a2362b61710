"""Turn a page's bytes into text: BOM, HTTP header, meta, then detection, each checked against the bytes themselves.

The order is that of the WHATWG Encoding and HTML standards, with one difference: a declaration that the bytes
contradict (GBK sent as UTF-8, UTF-8 sent as Latin-1) does not hold.
"""

import codecs
import re
from dataclasses import dataclass, replace

from charset_normalizer import from_bytes
from w3lib.encoding import html_body_declared_encoding, read_bom, resolve_encoding, to_unicode

from neartwin.extract import mojibake

REPLACEMENT = "\ufffd"
TCVN_LABEL = re.compile(rb"charset\s*=\s*[\"']?\s*(?:x-)?(?:viet-)?(?:tcvn|vscii)", re.IGNORECASE)
MARKUP = re.compile(rb"<(script|style)\b.*?(?:</\1\s*>|\Z)|<[^<>]*>", re.IGNORECASE | re.DOTALL)
HIGH = re.compile(rb"[\x80-\xff]")
SINGLE_BYTE_WEST = {"cp1252", "iso8859-1", "iso8859-15", "cp1250", "mac-roman"}
EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")

WEST = "cp1252"
RARE = re.compile(r"cp1257|cp4|cp5|cp7|cp85|cp86|iso8859_1[03-6]|iso8859_4|mac_|hp_|johab")

MAX_DAMAGE = 0.1  # share of non-ASCII characters that may be broken before a declaration counts as wrong
SAMPLE_BYTES = 20_000  # what detection looks at, markup removed
MIN_MULTIBYTE = 6  # UTF-8 sequences that outweigh another declaration
NUL_SHARE = 0.2  # of even or odd bytes: UTF-16 without a byte order mark
MORE_CHAOS = 0.06  # that charset-normalizer may see in Windows-1252 beside its best guess
MANY_HIGH = 0.2  # of the text's bytes: too many for a Western language


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's text, the codec that gave it, and where the codec's name came from.

    `charset_from` is bom, header, meta, utf-8 (the bytes are valid UTF-8), detection, mojibake (text typed in a legacy
    Vietnamese font, or encoded twice, and put right) or none. `damage` is the share of non-ASCII characters that
    could not be decoded.
    """

    text: str
    charset: str
    charset_from: str
    damage: float


def decode(body: bytes, header_charset: str) -> Decoded:
    """Return the text of a page; never raises: what cannot be decoded becomes U+FFFD and counts as damage."""
    decoded = _by_bom(body) or _by_zeros(body) or _by_label(body, header_charset) or _by_bytes(body)
    repaired = mojibake.repair(decoded.text)
    if repaired is not None:
        decoded = replace(decoded, text=repaired.text, charset=repaired.charset, charset_from="mojibake")
    return decoded


def _by_bom(body: bytes) -> Decoded | None:
    codec, bom = read_bom(body)
    if codec is None or bom is None:
        return None
    return _decoded(body[len(bom) :], codec, "bom")


def _by_zeros(body: bytes) -> Decoded | None:
    head = body[:2000]
    if b"\0" not in head or len(head) < 4:
        return None
    even, odd = head[0::2], head[1::2]
    low, high = even.count(0) / len(even), odd.count(0) / len(odd)
    if max(low, high) < NUL_SHARE or min(low, high) > NUL_SHARE / 4:
        return None
    return _decoded(body, "utf-16-le" if high > low else "utf-16-be", "detection")


def _by_label(body: bytes, header_charset: str) -> Decoded | None:
    if TCVN_LABEL.search(body[:4096]) or re.search(r"tcvn|vscii", header_charset, re.IGNORECASE):
        return Decoded(mojibake.decode_tcvn(body), mojibake.TCVN, "header" if header_charset else "meta", 0.0)
    labels = (
        ("header", resolve_encoding(header_charset) if header_charset else None),
        ("meta", html_body_declared_encoding(body)),
    )
    for origin, codec in labels:
        if codec is None:
            continue
        if codec.startswith(("utf-16", "utf-32")):
            codec = "utf-8"  # bytes without zeros cannot be UTF-16: the HTML standard reads such a label as UTF-8
        decoded = _decoded(body, codec, origin)
        if decoded.damage <= MAX_DAMAGE and not _is_contradicted(body, codec, decoded.text):
            return decoded
    return None


def _is_contradicted(body: bytes, codec: str, text: str) -> bool:
    if codec == "utf-8" or text.isascii():
        return False
    if _is_utf8(body):
        return len(re.findall(rb"[\xc2-\xf4][\x80-\xbf]+", body[:200_000])) >= MIN_MULTIBYTE
    if codec not in SINGLE_BYTE_WEST:
        return False
    sample = _sample(body)
    if len(HIGH.findall(sample)) < MANY_HIGH * len(sample):
        return False
    best = from_bytes(sample).best()
    guess = str(best) if best else ""
    return len(EAST_ASIAN.findall(guess)) * 2 > sum(not character.isascii() for character in guess)


def _by_bytes(body: bytes) -> Decoded:
    decoded = _decoded(body, "utf-8", "utf-8")
    if decoded.damage <= MAX_DAMAGE:
        return decoded
    western = body.decode("latin-1")
    if mojibake.repair(western) is not None:
        return Decoded(western, "latin-1", "detection", 0.0)
    codec = _detect(_sample(body))
    if codec is not None:
        found = _decoded(body, codec, "detection")
        if found.damage <= MAX_DAMAGE:
            return found
    return replace(decoded, charset_from="none")


def _detect(sample: bytes) -> str | None:
    """Name the likeliest codec; instead of one that is rare on the web, the Western one if it reads well too."""
    matches = from_bytes(sample)
    best = matches.best()
    if best is None:
        return None
    if RARE.match(best.encoding):
        for match in matches:
            if match.encoding == WEST and match.coherence >= best.coherence and match.chaos <= best.chaos + MORE_CHAOS:
                return WEST
    return resolve_encoding(best.encoding) or best.encoding


def _decoded(body: bytes, codec: str, origin: str) -> Decoded:
    try:
        return Decoded(body.decode(codec), codec, origin, 0.0)
    except (UnicodeDecodeError, LookupError):
        text = to_unicode(body, codec)
    broken = text.count(REPLACEMENT)
    foreign = len(text) - len(text.encode("ascii", "ignore"))
    return Decoded(text, codecs.lookup(codec).name, origin, broken / max(1, foreign))


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _sample(body: bytes) -> bytes:
    text = MARKUP.sub(b" ", body[: 20 * SAMPLE_BYTES])
    high = HIGH.search(text)
    start = max(0, high.start() - 200) if high else 0
    return text[start : start + SAMPLE_BYTES]
