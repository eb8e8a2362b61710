-- Pairs proposed before that the index no longer proposes: of a displaced hub, or between hubs of a bucket that became
-- hot; where the whole index was joined again, any other. A pair that a person labelled or constrained stays while both
-- documents are indexed: what was said about it must keep its effect.
--
-- reads   candidate_pairs, hub_contests, probes, indexed_documents, proposed_pairs, labels, constraints
-- writes  superseded_pairs (temporary)
-- params  $method_id, $is_whole

create or replace temp table superseded_pairs as
with

pairs as (
    select
        document_id_l,
        document_id_r
    from candidate_pairs
    where method_id = $method_id
),

displaced as (
    select document_id
    from hub_contests
    where not is_new and document_id <> hub_document_id
),

unsettled as (
    select document_id
    from probes
    where not is_new
),

pairs_displaced as (
    select pairs.*
    from pairs
    where $is_whole
    union
    select pairs.*
    from pairs
    semi join displaced on pairs.document_id_l = displaced.document_id
    union
    select pairs.*
    from pairs
    semi join displaced on pairs.document_id_r = displaced.document_id
),

pairs_unsettled as (
    select pairs.*
    from pairs
    semi join unsettled on pairs.document_id_l = unsettled.document_id
    union
    select pairs.*
    from pairs
    semi join unsettled on pairs.document_id_r = unsettled.document_id
),

ends as (
    select unnest([document_id_l, document_id_r]) as document_id
    from pairs_displaced
    union
    select unnest([document_id_l, document_id_r]) as document_id
    from pairs_unsettled
),

indexed as (
    select
        indexed_documents.document_id,
        indexed_documents.is_hub
    from indexed_documents
    semi join ends on indexed_documents.document_id = ends.document_id
    where indexed_documents.method_id = $method_id
),

touched as (
    select pairs_displaced.*
    from pairs_displaced
    union
    select pairs_unsettled.*
    from pairs_unsettled
    semi join indexed as indexed_l on pairs_unsettled.document_id_l = indexed_l.document_id and indexed_l.is_hub
    semi join indexed as indexed_r on pairs_unsettled.document_id_r = indexed_r.document_id and indexed_r.is_hub
)

select
    touched.document_id_l,
    touched.document_id_r,
    touched.document_id_l in (select indexed.document_id from indexed)
    and touched.document_id_r in (select indexed.document_id from indexed)
    and (
        exists (
            select 1
            from labels
            where labels.document_id_l = touched.document_id_l and labels.document_id_r = touched.document_id_r
        )
        or exists (
            select 1
            from constraints
            where
                constraints.document_id_l = touched.document_id_l
                and constraints.document_id_r = touched.document_id_r
        )
    ) as is_labelled
from touched
where
    not exists (
        select 1
        from proposed_pairs
        where
            proposed_pairs.document_id_l = touched.document_id_l
            and proposed_pairs.document_id_r = touched.document_id_r
    );
