"""Make the rows of a crawl day for tests: captures, extractions, documents, and their texts in a real lake shard."""

import hashlib
import random
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any

import pyarrow as pa

from neartwin.warehouse.shards import register, write_shard

DAY = date(2026, 11, 1)
EXTRACTOR = "trafilatura-main@1"

VI = """thành phố tỉnh huyện dự án đường cầu sông người dân chính quyền hội đồng nghị quyết kế hoạch năm tháng tuần nước
điện giá thị trường gạo cà phê xuất khẩu nhập khẩu doanh nghiệp nhà máy công nhân học sinh trường bệnh viện bác sĩ mưa
bão lũ gió biển tàu cá rừng cây mùa vụ nông dân đất nhà ở giao thông xe buýt vé sân bay khách du lịch lễ hội văn hóa âm
nhạc bóng đá trận đấu đội tuyển huấn luyện viên khán giả kết quả thông báo"""
EN = """city council river bridge market harvest school hospital teacher worker factory export price rice coffee storm
flood harbour vessel forest village plan budget report minister mayor resident traffic station ticket airport visitor
festival music match coach player result notice water power grid road project season farmer land house weather coast
island survey team decision meeting court officer safety inspection repair delay opening"""
ZH = """城市委员会河流桥梁市场收成学校医院教师工人工厂出口价格水稻咖啡风暴洪水港口船只森林村庄计划预算报告部长市长居民
交通车站机场游客节日音乐比赛教练球员结果通知水电网道路项目季节农民土地房屋天气海岸岛屿调查团队决定会议法院安全检修延误开放"""
WORDS = {"vi": VI.split(), "en": EN.split(), "zh": [letter for letter in ZH if letter.strip()]}
STOPS = {"vi": ". ", "en": ". ", "zh": "。"}


def prose(language: str, seed: object, n_sentences: int = 12) -> str:
    """Return made-up sentences in a language; the same seed gives the same text."""
    rng = random.Random(f"{language} {seed}")
    glue = "" if language == "zh" else " "
    sentences = []
    for _ in range(n_sentences):
        words = glue.join(rng.choices(WORDS[language], k=rng.randint(9, 16)))
        sentences.append(words[0].upper() + words[1:])
    stop = STOPS[language]
    lines = [stop.join(sentences[at : at + 3]) + stop.strip() for at in range(0, len(sentences), 3)]
    return "\n".join(lines)


def digest(*parts: object) -> str:
    """Return a SHA-256 hex over the parts."""
    return hashlib.sha256("\x1f".join(map(str, parts)).encode(errors="surrogatepass")).hexdigest()


@dataclass
class MadeDay:
    """Pages of one day, gathered with `page` and stored at once with `store`."""

    con: Any
    settings: Any
    day: date = DAY
    pages: list[dict[str, Any]] = field(default_factory=list)

    def page(self, site: str, text: str = "", **values: Any) -> dict[str, Any]:
        """Add one page; values override columns of captures, extractions and documents. Returns its row."""
        number = len(self.pages)
        outcome = values.get("outcome", "ok")
        title = values.get("title", f"Trang {number}")
        n_tokens = values.get("n_tokens", len(text) if values.get("language") == "zh" else len(text.split()))
        url = values.get("url", f"https://{site}/{self.day:%m%d}/{number}.html")
        source_sha256 = values.get("source_sha256", digest("bytes", url, text))
        key = digest("extraction", source_sha256, url)
        self.pages.append(
            {
                "capture_id": digest("capture", self.day, url, number),
                "day": self.day,
                "site": site,
                "url": url,
                "final_url": url,
                "variant": "",
                "http_status": 200,
                "fetched_at": datetime.combine(self.day, time(4, 30)),
                "content_type": "text/html",
                "charset": "utf-8",
                "source_sha256": source_sha256,
                "n_bytes": len(text.encode(errors="replace")) * 4 + 2_000,
                "source_name": "made",
                "source_file": "made.warc.gz",
                "source_offset": number * 4_096,
                "source_id": "",
                "outcome": outcome,
                "outcome_reason": "" if outcome == "ok" else f"{outcome} by its signs",
                "extraction_key": key,
                "document_id": digest("document", text, title, values.get("sku")) if outcome == "ok" else None,
                "published_at": None,
                "language": "en",
                "declared_language": values.get("language", "en"),
                "kind": "article",
                "n_tokens": n_tokens,
                "n_characters": len(text),
                "n_page_tokens": n_tokens + 60,
                "kept_share": n_tokens / (n_tokens + 60),
                "title": title,
                "text_sha256": digest("text", text),
                "sku": None,
                "price": None,
                "currency": None,
                "main_text": text,
                "full_text": f"Menu\n{text}\nFooter",
            }
            | values
        )
        return self.pages[-1]

    def store(self, run_id: str = "made") -> "MadeDay":
        """Write the texts to a registered shard and enter all rows; storing twice enters nothing twice."""
        shard = self._write_texts()
        register(self.con, self.settings, [shard], run_id=run_id)
        rows = [
            {**page, "shard": shard.path, "shard_row": row, "run_id": run_id, "extractor_id": EXTRACTOR}
            for row, page in enumerate(self.pages)
        ]
        self._enter("captures", rows, "capture_id")
        defaults = {"published_dates": [], "facts": "{}", "charset_used": "utf-8", "charset_from": "header", "n_ms": 8}
        extractions = {row["extraction_key"]: defaults | row for row in rows}
        self._enter("extractions", list(extractions.values()), "extraction_key")
        documents = {row["document_id"]: row | {"length_band": "medium"} for row in rows if row["document_id"]}
        self._enter("documents", list(documents.values()), "document_id")
        self._enter_source(run_id)
        return self

    def _write_texts(self) -> Any:
        names = ("extraction_key", "document_id", "main_text", "full_text", "title", "language")
        schema = pa.schema([(name, pa.string()) for name in names])
        columns = {
            name: [
                None if page[name] is None else str(page[name]).encode(errors="replace").decode() for page in self.pages
            ]
            for name in names
        }
        batch = pa.RecordBatch.from_pydict(columns, schema=schema)
        return write_shard(self.settings, "extractions", str(self.day), f"made-{len(self.pages)}", [batch], schema)

    def _enter(self, table: str, rows: list[dict[str, Any]], key: str) -> None:
        columns = [name for name, *_ in self.con.execute(f"describe {table}").fetchall()]
        used = [name for name in columns if rows and name in rows[0]]
        if not rows:
            return
        names = ", ".join(used)
        self.con.register("new_rows", pa.Table.from_pylist([{name: row[name] for name in used} for row in rows]))
        self.con.execute(
            f"insert into {table} ({names}) select {names} from new_rows"
            f" where not exists (select 1 from {table} as old where old.{key} = new_rows.{key})"
        )
        self.con.unregister("new_rows")

    def _enter_source(self, run_id: str) -> None:
        count, name = len(self.pages), f"{self.day}/made.warc.gz"
        self.con.execute(
            "insert into source_files (day, source_name, source_file, n_bytes, sha256, n_captures, n_repeated,"
            " n_problems, run_id) values (?, 'made', ?, ?, ?, ?, 0, 0, ?) on conflict do nothing",
            [self.day, name, count * 4_096, digest(name, count), count, run_id],
        )
        self.con.execute(
            "insert into source_days values (?, 'made', 'complete', '', 1, ?) on conflict do nothing",
            [self.day, run_id],
        )


def sound_day(con: Any, settings: Any, day: date = DAY, n_pages: int = 30) -> MadeDay:
    """Return (not yet stored) a day of three sites with `n_pages` good pages each."""
    made = MadeDay(con, settings, day)
    for site, language in (("tin.example.vn", "vi"), ("news.example.com", "en"), ("xinwen.example.cn", "zh")):
        for number in range(n_pages):
            made.page(site, prose(language, (site, day, number)), language=language)
    return made
