"""Tell web pages from what is not a page (PDF, image, feed, JSON …), by their first bytes rather than by their name."""

import json
import re
import zlib

MAGIC = (
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG", "a PNG image"),
    (b"GIF8", "a GIF image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"BM", "a bitmap image"),
    (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"),
    (b"\0\0\x01\0", "an icon"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"Rar!", "a RAR archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"\x28\xb5\x2f\xfd", "zstandard data"),
    (b"\xd0\xcf\x11\xe0", "an office document"),
    (b"ID3", "audio"),
    (b"OggS", "audio or video"),
    (b"\x1aE\xdf\xa3", "video"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\0", "a program"),
    (b"{\\rtf", "an RTF document"),
    (b"%!PS", "a PostScript document"),
)
PAGE = re.compile(rb"<(?:!doctype\s+html|html|head|body)[\s>/]", re.IGNORECASE)
TAG = re.compile("<[a-zA-Z!/]")
XML_ROOT = re.compile(r"<\s*([A-Za-z_][\w.:-]*)")
XML_KINDS = {
    "rss": "an RSS feed",
    "feed": "an Atom feed",
    "rdf:rdf": "an RSS or RDF feed",
    "urlset": "a site map",
    "sitemapindex": "a site map",
    "svg": "an SVG image",
    "opml": "a list of feeds",
}
OTHER_TYPES = re.compile(
    r"^(?:image|audio|video|font)/|^text/(?:css|javascript|csv|calendar|x-)|^application/(?:pdf|zip|gzip|msword|x-|vnd\.)"
    r"|javascript|protobuf"
)
GZIP = b"\x1f\x8b\x08"
HEAD_BYTES = 2048
MAX_JSON_BYTES = 5_000_000


def unpack(body: bytes, max_bytes: int) -> bytes | None:
    """Return the bytes inside one gzip stream, the body itself when it is none, None beyond `max_bytes` or broken."""
    if not body.startswith(GZIP):
        return body
    inflate = zlib.decompressobj(31)
    try:
        inside = inflate.decompress(body, max_bytes + 1)
    except zlib.error:
        return None
    return inside if len(inside) <= max_bytes and inflate.eof else None


def not_a_page(body: bytes, content_type: str) -> str | None:
    """Say what the bytes are when they are no web page and no plain text, else None."""
    head = body[:HEAD_BYTES].lstrip()
    for magic, name in MAGIC:
        if head.startswith(magic):
            return name
    if head[:4] == b"RIFF" and head[8:12] in (b"WEBP", b"WAVE", b"AVI "):
        return "an image, audio or video"
    if head[4:8] == b"ftyp":
        return "video"
    kind = content_type.partition(";")[0].strip().lower()
    if head[:1] in (b"{", b"[") and _is_json(body, kind):
        return "JSON data"
    if PAGE.search(head):
        return None
    return _xml(head) or (f"of type {kind}" if OTHER_TYPES.search(kind) else None)


def is_plain(text: str) -> bool:
    """Whether a decoded body holds no markup at all: its text is the whole of it."""
    return TAG.search(text) is None


def xml_kind(text: str) -> str | None:
    """Say which kind of XML document this is when it is none for reading: looks at the root element."""
    head = re.sub(r"<\?.*?\?>|<!--.*?-->|<![^>]*>", " ", text[:HEAD_BYTES], flags=re.DOTALL)
    root = XML_ROOT.search(head)
    if root is None or root[1].lower() in ("html", "head", "body"):
        return None
    if root[1].lower() in XML_KINDS:
        return XML_KINDS[root[1].lower()]
    return "XML data" if text.lstrip().startswith("<?xml") and "html" not in text[:HEAD_BYTES].lower() else None


def _xml(head: bytes) -> str | None:
    if not head.startswith((b"<", b"\xef\xbb\xbf")):
        return None
    return xml_kind(head.decode("utf-8", "replace").lstrip("\ufeff"))


def _is_json(body: bytes, kind: str) -> bool:
    if "json" in kind:
        return True
    if len(body) > MAX_JSON_BYTES:
        return False
    try:
        json.loads(body)
    except (ValueError, RecursionError):
        return False
    return True
