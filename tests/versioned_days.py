"""Three days through the real stages, with two versions of the deciding method, for the tests of upgrades."""

import json
from datetime import date

import duckdb

from captured import extract_day, store
from made_day import prose
from neartwin import candidates, cluster, fingerprint, guards, methods, verify, version_links
from neartwin.decide import decide
from neartwin.extract.records import TEXT_TYPE
from neartwin.merge import apply, gate
from neartwin.settings import ROOT, Settings
from neartwin.upgrade.detect import Upgrade
from neartwin.warehouse.migrations import migrate

DAYS = (date(2026, 11, 1), date(2026, 11, 2), date(2026, 11, 3))
OLD, NEW = "hybrid-words@1", "hybrid-words@2"
UPGRADE = Upgrade("method", NEW, OLD)
N_STORIES = 8
OF_ACTIVE = ("captures", "extractions", "documents", "decisions", "proposed_clusters", "version_links")
OF_CANDIDATE = ("fingerprints", "fingerprint_bands", "candidate_pairs", "verified_pairs", "pair_guards")


def settings_at(data) -> Settings:
    """The settings of the repository with both versions, and their data in a folder."""
    return versioned(Settings.load(ROOT / "neartwin.toml").model_copy(update={"data": data}))


def versioned(settings: Settings) -> Settings:
    """Settings with a second version of the deciding method, which counts runs of two words."""
    spec = settings.methods[OLD] | {"shingle_size": {"default": 2}}
    purposes = {"search": settings.purposes["search"].model_copy(update={"deciding_method": "hybrid-words"})}
    changes = {"active_methods": ("hybrid-words", "simhash64-page"), "purposes": purposes}
    return settings.model_copy(update=changes | {"methods": settings.methods | {NEW: spec}})


def before(settings: Settings) -> Settings:
    """The same settings while only the first version was configured."""
    return settings.model_copy(update={"methods": {name: s for name, s in settings.methods.items() if name != NEW}})


def record(url, text, **fields):
    """A text record as a page to store."""
    return {"url": url, "content_type": TEXT_TYPE, "body": json.dumps({"text": text, **fields})}


def edited(text, number):
    """The text with every thirtieth word another one."""
    words = text.split(" ")
    words[number % 30 :: 30] = ["riverboat"] * len(words[number % 30 :: 30])
    return " ".join(words)


def pages_of(day):
    """Stories of a day, each with a copy on another site that differs in a few words."""
    pages = []
    for number in range(N_STORIES):
        text = prose("en", f"{day} {number}", 14)
        pages.append(record(f"https://news.example/{day}/{number}", text, title=f"Story {number}"))
        pages.append(record(f"https://wire.example/{day}/{number}", edited(text, number), title=f"Story {number}"))
    return pages


def run_stages(con, settings, day, method_ids=None, run_id="run"):
    """Sign, propose, verify and guard a day under some methods (default: the active ones); settings are resolved."""
    known = methods.load(settings)
    wanted = [known[name] for name in method_ids or settings.active_methods]
    batches = fingerprint.plan(con, settings, day, [method.method_id for method in wanted])
    results = [fingerprint.write_fingerprints(settings, batch) for batch in batches]
    fingerprint.commit_fingerprints(con, settings, results, run_id)
    for method in wanted:
        if method.branch == "main":
            candidates.propose(con, settings, method, day, run_id)
            verify.verify(con, settings, method, day, run_id)
    guards.guard(con, settings, day, run_id)


def run_day(con, settings, day, run_id="run"):
    """One run of a stored day with what is active."""
    resolved = methods.resolve(con, settings)
    extract_day(con, resolved, day, run_id)
    version_links.link(con, day, run_id)
    run_stages(con, resolved, day, run_id=run_id)
    for purpose in resolved.purposes:
        decide(con, resolved, purpose, day, run_id)
        cluster.propose_clusters(con, resolved, purpose, day, run_id)


def run_days(con, settings, days=DAYS):
    """Store and run days; the methods known so far are registered before."""
    migrate(con)
    methods.register(con, settings)
    for day in days:
        store(con, settings, day, pages_of(day))
        run_day(con, settings, day)


def backfill(con, settings, days=DAYS, candidate=NEW):
    """Let a candidate method go through days, as a backfill does."""
    methods.register(con, settings)
    tried = methods.with_version(methods.resolve(con, settings), candidate)
    for day in days:
        run_stages(con, tried, day, [candidate], "backfill")


def judge(con, pairs, verdict="same", purpose="search", annotator="ann"):
    """Enter labels on pairs of documents."""
    for left, right in pairs:
        con.execute(
            "insert into labels (label_id, document_id_l, document_id_r, purpose, verdict, annotator, labelled_at)"
            " values (?, ?, ?, ?, ?, ?, now()::timestamp)",
            [f"{purpose}-{left[:20]}-{right[:20]}", *sorted((left, right)), purpose, verdict, annotator],
        )
    con.execute(
        "insert into label_captures select distinct document_id, capture_id from captures where document_id in"
        " (select document_id_l from labels union select document_id_r from labels) on conflict do nothing"
    )


def twins(con):
    """Pairs of documents of one story, ordered."""
    return con.execute(
        "select least(l.document_id, r.document_id), greatest(l.document_id, r.document_id)"
        " from captures as l, captures as r where l.site = 'news.example' and r.site = 'wire.example'"
        " and replace(r.url, 'wire', 'news') = l.url order by l.url"
    ).fetchall()


def allow_merging(con, method_id=OLD, at=0.6, policy_id="p1", status="active"):
    """Give a method a policy that merges."""
    con.execute(
        "insert into policies values (?, 'search', ?, 'en', '*', '*', 'jaccard', ?, 0.5, 'c', ?, now()::timestamp)",
        [policy_id, method_id, at, status],
    )


def merge_all(con, settings):
    """Decide and merge what the active method's policy allows; return the number of merged documents."""
    resolved = methods.resolve(con, settings)
    decide(con, resolved, "search", None, "merge")
    deciding = resolved.purposes["search"].deciding_method
    n_merged = 0
    for batch in gate.plan(con, resolved, "search", deciding, run_id="merge"):
        apply.rehearse(con, batch, run_id="merge")
        n_merged += apply.apply(con, settings, batch.batch_id, actor="ann", reason="approved")
    return n_merged


def statuses(con):
    """Status of the two versions."""
    return dict(con.execute("select method_id, status from methods where name = 'hybrid-words'").fetchall())


def connect():
    """An empty warehouse in memory."""
    connection = duckdb.connect(config={"threads": 2})
    connection.execute("set TimeZone = 'UTC'")
    migrate(connection)
    return connection
