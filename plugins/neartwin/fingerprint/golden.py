"""Golden outputs: what each method makes of texts of our own, so that a changed library cannot change it unseen.

A library counts by what it does to these texts, not by its version number: as long as the output is the same, another
version of NumPy, numba or a tokeniser changes nothing. The first outputs are kept with the method.
"""

import hashlib
import json
import logging
import sys
from importlib.metadata import version
from typing import Any

import duckdb

from neartwin.errors import OutputChangedError
from neartwin.methods import Method, canonical_json, load
from neartwin.settings import Settings
from neartwin.warehouse import run

log = logging.getLogger(__name__)

LIBRARIES = ("numba", "numpy", "rjieba")
GOLDEN_TEXTS = {
    "vi": "Sáng nay chợ nổi họp sớm hơn mọi ngày; ghe chở 45 tấn dưa từ ba huyện đã về kín bến trước 5 giờ.",
    "en": "The ferry will not run on 12 March. Passengers with tickets may travel a day later, or ask for £4.50 back.",
    "zh": "市图书馆从三月十二日起延长开放时间，周末闭馆改为晚上九点半，读者可凭身份证免费办理借书证。",
    "mixed": "Bản cập nhật 2.4 của Kestrel CLI sửa lỗi retry；安装前请先备份配置文件 config.toml.",
    "vi unmarked": "Khong co chuyen bay nao di Da Nang truoc ngay 30/4; hanh khach doi ve tai quay so 7.",
    "vi decomposed": "Thư viện tỉnh mở cửa lại sau 3 tháng sửa chữa.",
    "zh ambiguous": "研究生命起源的研究生在南京市长江大桥上合影，结婚的和尚未结婚的同学都来了，乒乓球拍卖完了。",
    "zh traditional": "縣政府公告：本年度稻穀收購價格為每公斤二十六元，不含運費，農民可於九月三十日前登記。",
    "ja": "台風の影響で、土曜日の花火大会は中止になりました。ﾁｹｯﾄは払い戻します。",
    "ko": "도서관은 월요일에 문을 닫고, 화요일부터 다시 문을 엽니다.",
    "th": "ตลาดน้ำเปิดทุกวันเสาร์และอาทิตย์ ตั้งแต่เวลา ๘ นาฬิกา",
    "ar": "أُغلِقَ الجسر يوم ١٤ أيار، ويُفتح من جديد بعد أسبوع.",
    "hi": "पुल सोमवार को बंद रहेगा, और मंगलवार से फिर खुलेगा।",
    "ru": "Паром не пойдёт 12 марта; билеты действительны на следующий день.",
    "full width": "Ｎｏ．１２　ＡＢＣ－３４０　price: ￥1,980 (tax incl.) ½ ² ﬁrst",
    "joined": "e\u0301te\u0301 na\u00efve co\u00f6p \u200bzero\u00adwidth Stra\u00dfe \u0130stanbul \u1e9bdz",
}


def fingerprints(method: Method) -> dict[str, dict[str, Any]]:
    """Return the signatures of the golden texts in hexadecimal; MinHash and shingle sets as SHA-256 of their bytes."""
    from neartwin.fingerprint import kernel

    texts, languages = list(GOLDEN_TEXTS.values()), [name[:2] for name in GOLDEN_TEXTS]
    found, sets = kernel.sign(texts, languages, method), kernel.shingle_sets(texts, languages, method)
    rows: dict[str, dict[str, Any]] = {}
    for at, name in enumerate(GOLDEN_TEXTS):
        own = sets.hashes[sets.offsets[at] : sets.offsets[at + 1]]
        row: dict[str, Any] = {
            "n_features": int(found.n_features[at]),
            "shingles": _digest(own.astype("<u8").tobytes()),
        }
        for word in ("simhash", "simhash_high"):
            values = getattr(found, word)
            row |= {} if values is None else {word: f"{int(values[at]) & (1 << 64) - 1:016x}"}
        row |= {} if found.minhash is None else {"minhash": _digest(found.minhash[at].astype("<u4").tobytes())}
        rows[name] = row
    return rows


def digest(method: Method) -> str:
    """Return the SHA-256 of a method's golden outputs."""
    return _digest(canonical_json(fingerprints(method)).encode())


def made_with() -> str:
    """Return what computes the outputs here, as canonical JSON: library and Python versions, and the texts."""
    versions = {name: version(name) for name in LIBRARIES} | {"python": ".".join(map(str, sys.version_info[:3]))}
    texts = _digest(json.dumps(GOLDEN_TEXTS, sort_keys=True).encode())
    return canonical_json(versions | {"texts": texts})


def require_unchanged(con: duckdb.DuckDBPyConnection, settings: Settings) -> int:
    """Compare every configured method's golden outputs with those kept at first; return how many were computed.

    Only what was not computed with these libraries yet costs anything. Raises OutputChangedError, and keeps the first
    outputs, when a method's output changed under its id.
    """
    here = made_with()
    kept = {method_id: (known, how) for method_id, known, how in run(con, "fingerprint/select_golden_outputs")}
    texts = json.loads(here)["texts"]
    changed, n_computed = [], 0
    for method in load(settings).values():
        known, how = kept.get(method.method_id, ("", ""))
        if how == here:
            continue
        found, n_computed = digest(method), n_computed + 1
        if known and known != found and json.loads(how)["texts"] == texts:
            changed.append(method.method_id)
            continue
        run(con, "fingerprint/upsert_golden_outputs", method_id=method.method_id, golden_sha256=found, made_with=here)
    if changed:
        before = json.loads(kept[changed[0]][1])
        moved = [
            f"{name} {before.get(name)} → {now}" for name, now in json.loads(here).items() if before.get(name) != now
        ]
        raise OutputChangedError(changed, moved)
    if n_computed:
        log.info("golden outputs of %d methods are those kept", n_computed)
    return n_computed


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def main() -> None:
    """Print the digest of every configured method's golden outputs as JSON."""
    found = {method_id: digest(method) for method_id, method in load(Settings.load()).items()}
    sys.stdout.write(json.dumps(found, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
