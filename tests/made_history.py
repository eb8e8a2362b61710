"""Make weeks of a crawl for tests: six sites with weekdays, a busy day, a redesign, a new site; and damaged days."""

import random
from datetime import date, timedelta

from made_day import MadeDay, digest, prose

FIRST = date(2026, 10, 5)  # a Monday
METHOD = "hybrid-words@1"
DAYS = 35
BUSY, REDESIGN, NEWCOMER = 31, 24, 29  # days, counted from 0
SITES = {
    "tin.example.vn": ("vi", 44),
    "ban-doc.example.vn": ("vi", 36),
    "news.example.com": ("en", 48),
    "shop.example.com": ("en", 34),
    "xinwen.example.cn": ("zh", 40),
    "moi.example.vn": ("vi", 36),
}
REDESIGNED, NEW_SITE = "news.example.com", "moi.example.vn"


def day_of(index):
    """Return the date of a day counted from 0."""
    return FIRST + timedelta(days=index)


def made_day(con, settings, index):
    """Return (not yet stored) one natural day."""
    made = MadeDay(con, settings, day_of(index))
    for site, (language, n_usual) in SITES.items():
        rng = random.Random(f"{site} {index}")
        weekday = 0.7 if made.day.isoweekday() > 5 else 1.0
        n_pages = round(n_usual * weekday * rng.uniform(0.88, 1.12) * (1.9 if index == BUSY else 1))
        for number in range(n_pages if site != NEW_SITE or index >= NEWCOMER else 0):
            _page(made, site, language, (site, index, number), rng, is_redesigned=index >= REDESIGN)
    return made


def _page(made, site, language, seed, rng, *, is_redesigned):
    is_new_look = is_redesigned and site == REDESIGNED
    fate = rng.random()
    outcome = "error_page" if fate < 0.02 else "empty" if fate < 0.04 else "listing" if fate < 0.07 else "ok"
    text = prose(language, seed, rng.randint(8, 22) + 2 * is_new_look) if outcome == "ok" else ""
    made.page(
        site,
        text,
        language=language,
        outcome=outcome,
        title=prose(language, ("title", *seed), 1)[:60],
        kind=rng.choices(["article", "product", "forum"], [8, 1, 1])[0],
        n_ms=rng.randint(5, 14) + 3 * is_new_look,
        url=f"https://{site}/{'a' if is_new_look else 'tin'}/{made.day:%m%d}-{seed[2]}",
    )


def store(made, *, twin_share=0.06):
    """Store a day with its signatures and the natural few candidate pairs among its documents."""
    made.store(str(made.day))
    con, day = made.con, made.day
    con.execute(
        "insert into fingerprints select ?, document_id, null, null, 'abcd'::blob, 90, 90, 'r' from documents"
        " where not exists (select 1 from fingerprints where fingerprints.document_id = documents.document_id)",
        [METHOD],
    )
    con.execute(
        "insert into candidate_pairs with carried as (select distinct document_id, site from captures where day = ?"
        " and outcome = 'ok'), near as (select document_id as l, lead(document_id) over (partition by site order by"
        " document_id) as r from carried) select ?, l, r, 'minhash', 'r' from near where r is not null"
        " and hash(l) % 100 < ?",
        [day, METHOD, 100 * twin_share],
    )
    _compare(con)


def group(made, site):
    """Make every document of a site of the day a candidate of one of them, as a template or a notice does."""
    made.con.execute(
        "insert into candidate_pairs with carried as (select distinct document_id from captures where day = ?"
        " and site = ? and outcome = 'ok'), hub as (select min(document_id) as l from carried) select ?, l,"
        " document_id, 'minhash', 'r' from carried, hub where document_id > l and not exists (select 1 from"
        " candidate_pairs as old where old.document_id_l = l and old.document_id_r = document_id)",
        [made.day, site, METHOD],
    )
    _compare(made.con)


def _compare(con):
    con.execute(
        "insert into verified_pairs select method_id, document_id_l, document_id_r, null, 0.8, 0.85, 0.8, 'r'"
        " from candidate_pairs as pairs where not exists (select 1 from verified_pairs as old where"
        " old.document_id_l = pairs.document_id_l and old.document_id_r = pairs.document_id_r)"
    )


def changed(made, site, **values):
    """Change pages of one site ('' for all): a value, or a function of the page; texts carry their digests along."""
    for page in made.pages:
        if site and page["site"] != site:
            continue
        page |= {name: value(page) if callable(value) else value for name, value in values.items()}
        if page["outcome"] != "ok":
            page |= {"document_id": None, "main_text": ""}
        text = page["main_text"]
        page |= {"text_sha256": digest("text", text), "n_characters": len(text)}
        if page["document_id"]:
            n_tokens = len(text) if page["language"] == "zh" else len(text.split())
            page |= {"document_id": digest("document", text, page["title"]), "n_tokens": n_tokens}
    return made


def template_change(made):
    """One site's extractor takes the frame of the page, the same on each, for its text."""
    frame = prose("vi", "frame", 14)
    return changed(made, "tin.example.vn", main_text=lambda page: frame if page["outcome"] == "ok" else "")


def encoding_break(made):
    """One site's UTF-8 is read as Latin-1."""
    return changed(
        made, "tin.example.vn", main_text=lambda page: page["main_text"].encode().decode("latin-1", errors="replace")
    )


def login_wall(made):
    """The crawler's session has ended: one site asks to log in on every page."""
    return changed(made, "ban-doc.example.vn", outcome="login_wall")


def empty_extractor(made):
    """The extractor finds no body on any page of any site."""
    return changed(made, "", outcome="empty")


def outage(made):
    """One site does not answer at all: nothing of it was captured."""
    made.pages = [page for page in made.pages if page["site"] != "news.example.com"]
    return made


def duplicated_feed(made):
    """One site's feed was delivered twice: each page again, a minute later."""
    again = [page for page in made.pages if page["site"] == "shop.example.com"]
    for page in again:
        later = page["fetched_at"] + timedelta(minutes=1)
        made.pages.append(page | {"capture_id": digest("again", page["capture_id"]), "fetched_at": later})
    return made


def half_day(made):
    """The crawl stopped half-way: every other page of every site is missing."""
    made.pages = made.pages[::2]
    return made


def shortened(made):
    """The extractor keeps the first paragraph only: still text, each its own, and too little of it."""
    return changed(made, "xinwen.example.cn", main_text=lambda page: page["main_text"].split("\n")[0])
