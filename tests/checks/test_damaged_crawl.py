"""Damage as it comes, through the real ingest and extraction: each is caught by the check that names it."""

import json

import pytest

import stand_ins
from made_day import DAY, prose
from neartwin import checks, extract, ingest

SITES = {"tin.example.vn": "vi", "news.example.com": "en", "xinwen.example.cn": "zh"}
MENU = "".join(
    f'<li><a href="/m{n}">{name}</a></li>' for n, name in enumerate(("Trang nhất", "Thời sự", "News", "体育"))
)
LOGIN = (
    "<html><head><title>Đăng nhập</title></head><body><h1>Đăng nhập</h1><p>Vui lòng đăng nhập để tiếp tục đọc.</p>"
    "<form action='/login' method='post'><input name='email'><input type='password' name='password'>"
    "<button>Đăng nhập</button></form><a href='/forgot'>Quên mật khẩu?</a></body></html>"
)
OUTAGE = "<html><head><title>503 Service Unavailable</title></head><body><h1>Service Unavailable</h1></body></html>"
SHELL = "<html><head><title>{}</title><script src='/app.js'></script></head><body><div id='app'></div></body></html>"


def article(language, title, body):
    paragraphs = "".join(f"<p>{line}</p>" for line in body.split("\n"))
    return (
        f"<!doctype html><html lang='{language}'><head><meta charset='utf-8'><title>{title}</title></head><body>"
        f"<nav><ul>{MENU}</ul></nav><main><article><h1>{title}</h1>{paragraphs}</article></main>"
        f"<footer><p>© 2026</p></footer></body></html>"
    )


def crawl(n_pages=22):
    """Return one record a page: three sites with articles of their own."""
    return [
        {
            "url": f"https://{site}/bai/{number}.html",
            "html": article(
                language, f"{prose(language, (site, number), 1)[:40]}", prose(language, (site, number), 14)
            ),
            "status": 200,
            "fetched_at": f"{DAY}T04:{number:02}:00Z",
            "content_type": "text/html; charset=utf-8",
            "site": site,
        }
        for site, language in SITES.items()
        for number in range(n_pages)
    ]


def run(con, settings, folder, records, *, copies=1):
    """Ingest, extract and check one day; return the gates' failures by name, site and severity, and the last gate."""
    folder.mkdir()
    for copy in range(copies):
        lines = [json.dumps(record, ensure_ascii=False) for record in records]
        (folder / f"part{copy}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    batches = ingest.plan(settings, DAY, str(folder))
    ingest.commit_captures(
        con, settings, DAY, [ingest.write_captures(settings, DAY, batch, "r") for batch in batches], "r"
    )
    extract.register(con, settings)
    batches = extract.plan(con, settings, DAY)
    extract.commit_extractions(con, settings, DAY, [extract.write_extractions(settings, b) for b in batches], "r")
    gates = [look(con, settings, DAY, "r") for look in (checks.check_captures, checks.check_documents)]
    return {(f.expectation, f.site, f.severity) for gate in gates for f in gate.failures}, gates[-1]


def damaged(site, change):
    return [change(record) if site in (None, record["site"]) else record for record in crawl()]


def test_an_undamaged_day_raises_nothing(con, settings, tmp_path):
    failures, gate = run(con, settings, tmp_path / "in", crawl())

    assert {severity for *_, severity in failures} <= {"info"}
    assert gate.max_severity in (None, "info")


def test_a_login_wall_day_is_put_aside(con, settings, tmp_path):
    failures, gate = run(con, settings, tmp_path / "in", damaged(None, lambda r: r | {"html": LOGIN}))

    assert gate.is_day_quarantined
    assert ("sites_not_broken_together", "", "critical") in failures
    assert ("site_not_walled", "tin.example.vn", "warning") in failures


def test_one_sites_outage_puts_that_site_aside(con, settings, tmp_path):
    failures, gate = run(
        con, settings, tmp_path / "in", damaged("tin.example.vn", lambda r: r | {"html": OUTAGE, "status": 503})
    )

    assert ("site_readable", "tin.example.vn", "critical") in failures
    assert ("site_answers", "tin.example.vn", "warning") in failures
    assert (gate.quarantined_sites, gate.is_day_quarantined) == (("tin.example.vn",), False)


def test_a_template_that_turns_into_scripts_puts_that_site_aside(con, settings, tmp_path):
    failures, gate = run(
        con,
        settings,
        tmp_path / "in",
        damaged("news.example.com", lambda r: r | {"html": SHELL.format(r["url"])}),
    )

    assert ("site_readable", "news.example.com", "critical") in failures
    assert gate.quarantined_sites == ("news.example.com",)


def test_a_template_that_shows_one_text_everywhere_is_named(con, settings, tmp_path):
    teaser = article("en", "News of the day", prose("en", "teaser", 14))
    failures, gate = run(con, settings, tmp_path / "in", damaged("news.example.com", lambda r: r | {"html": teaser}))

    named = {name for name, site, severity in failures if site == "news.example.com" and severity == "critical"}
    assert named & {"site_readable", "site_texts_differ"}
    assert gate.quarantined_sites == ("news.example.com",)


@pytest.mark.parametrize(
    ("site", "charset"), [("xinwen.example.cn", "latin-1"), ("tin.example.vn", "cp1252"), ("xinwen.example.cn", "gbk")]
)
def test_an_encoding_break_puts_that_site_aside(con, settings, tmp_path, site, charset):
    def broken(record):
        return record | {"html": record["html"].encode().decode(charset, "replace")}

    failures, gate = run(con, settings, tmp_path / "in", damaged(site, broken))

    named = {name for name, where, severity in failures if where == site and severity == "critical"}
    repaired = not failures
    assert repaired or named & {"site_decoded", "site_readable"}
    assert gate.quarantined_sites == (() if repaired else (site,))


def test_a_feed_delivered_twice_is_a_warning(con, settings, tmp_path):
    failures, gate = run(con, settings, tmp_path / "in", crawl(), copies=2)

    assert ("records_not_delivered_twice", "", "warning") in failures
    assert not gate.is_day_quarantined


def test_a_day_of_nothing_but_empty_pages_is_put_aside(con, settings, tmp_path):
    _, gate = run(con, settings, tmp_path / "in", damaged(None, lambda r: r | {"html": "<html><body></body></html>"}))

    assert gate.is_day_quarantined


def test_walls_in_words_of_no_lexicon_put_their_sites_aside(con, settings, tmp_path):
    """One site a wall, each page with another address and request: told by markup, or by the spread of its words."""
    made = {
        f"{name} {n}": stand_ins.filled(template, n) for name, template in stand_ins.MARKED.items() for n in range(20)
    }
    made |= {f"worded-{name} {n}": stand_ins.worded(name, n) for name in stand_ins.WORDED for n in range(20)}
    record = crawl(1)[0]
    pages = [
        record
        | {
            "html": html,
            "site": (site := f"{'-'.join(name.split()[:-1])}.example"),
            "url": f"https://{site}/{name[-2:]}",
        }
        for name, html in made.items()
    ]

    failures, _ = run(con, settings, tmp_path / "in", [*crawl(), *pages])

    aside = {(site, name) for name, site, severity in failures if severity == "critical" and site}
    assert {site for site, name in aside if name == "site_readable"} == {
        f"{name.replace(' ', '-')}.example" for name in stand_ins.MARKED
    }
    assert {site for site, name in aside if name == "site_pages_have_own_words"} == {
        f"worded-{name.replace(' ', '-')}.example" for name in stand_ins.WORDED
    }


def test_bulletins_that_differ_in_numbers_are_content(con, settings, tmp_path):
    def bulletin(record):
        n = int(record["url"].rsplit("/", 1)[1].split(".")[0])
        body = (
            f"Giá gạo tẻ tại chợ Bến Lở sáng nay là {18_000 + 25 * n} đồng một ký.\n"
            f"Giá cà phê nhân xô là {97_000 + 110 * n} đồng.\nMực nước sông đo lúc bảy giờ là {120 + n} phân."
        )
        return record | {"html": article("vi", f"Bản tin giá số {n}", body)}

    failures, gate = run(con, settings, tmp_path / "in", damaged("tin.example.vn", bulletin))

    assert gate.quarantined_sites == ()
    assert not [name for name, _, severity in failures if severity == "critical"]
