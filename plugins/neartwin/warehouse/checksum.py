"""Logical checksum: what the warehouse knows, whatever the order, the repetition or the time of its runs."""

import duckdb

COLUMNS = {
    "captures": "capture_id, day, site, url, final_url, variant, http_status, fetched_at, content_type, charset,"
    " source_sha256, n_bytes, source_name, source_id, extraction_key, outcome, outcome_reason, document_id,"
    " published_at",
    "extractions": "extraction_key, extractor_id, outcome, document_id, language, kind, n_tokens, title, text_sha256,"
    " published_dates, sku, price, currency",
    "documents": "document_id, language, kind, length_band, n_tokens, n_characters, title, sku, price, currency,"
    " text_sha256",
    "methods": "method_id, spec_sha256, status",
    "fingerprints": "method_id, document_id, simhash, simhash_high, minhash, n_features, n_shingles",
    "fingerprint_bands": "method_id, document_id, band_index, band_key",
    "page_fingerprints": "method_id, extraction_key, simhash, simhash_high, minhash, n_features",
    "candidate_pairs": "method_id, document_id_l, document_id_r, found_by",
    "verified_pairs": "method_id, document_id_l, document_id_r, hamming, jaccard, containment, minhash_jaccard",
    "pair_guards": "document_id_l, document_id_r, guards_id, guard, detail",
    "version_links": "url, variant, capture_id_older, capture_id_newer, document_id_older, document_id_newer,"
    " is_changed",
    "decisions": "purpose, method_id, document_id_l, document_id_r, verdict, reason, measure, similarity, guards_id",
    "proposed_clusters": "purpose, method_id, cluster_id, document_id, representative_id, role, bridge_document_id",
}


def table_checksums(con: duckdb.DuckDBPyConnection) -> dict[str, tuple[int, str]]:
    """Return (rows, checksum) per table over the columns that depend on the set of captures, methods and labels only.

    The checksum is the SHA-256 of the sorted row digests: equal sets of rows give equal values in any order.
    """
    sums = {}
    for table, columns in COLUMNS.items():
        rows = con.execute(
            f"select count(*), sha256(coalesce(string_agg(digest, '' order by digest), ''))"
            f" from (select sha256(cast(row({columns}) as varchar)) as digest from {table})"
        ).fetchall()
        sums[table] = (rows[0][0], rows[0][1])
    return sums
