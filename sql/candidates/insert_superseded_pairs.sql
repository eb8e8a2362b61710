-- Pairs proposed before that the index no longer proposes: of a displaced hub, or between hubs of a bucket that became
-- hot; where the whole index was joined again, any other. A pair that a person labelled or constrained stays while both
-- documents are indexed: what was said about it must keep its effect.
--
-- reads   candidate_pairs, hub_contests, probes, indexed_documents, proposed_pairs, labels, constraints
-- writes  superseded_pairs (temporary)
-- params  $method_id, $is_whole

create or replace temp table superseded_pairs as
with

displaced as (
    select document_id
    from hub_contests
    where not is_new and document_id <> hub_document_id
),

indexed as (
    select document_id
    from indexed_documents
    where method_id = $method_id
),

unsettled as (
    select document_id
    from probes
    where not is_new
),

touched as (
    select
        candidate_pairs.document_id_l,
        candidate_pairs.document_id_r
    from candidate_pairs
    where
        candidate_pairs.method_id = $method_id
        and (
            $is_whole
            or candidate_pairs.document_id_l in (select displaced.document_id from displaced)
            or candidate_pairs.document_id_r in (select displaced.document_id from displaced)
        )
    union
    select
        candidate_pairs.document_id_l,
        candidate_pairs.document_id_r
    from candidate_pairs
    inner join indexed_documents as hubs_l
        on candidate_pairs.document_id_l = hubs_l.document_id and hubs_l.method_id = $method_id and hubs_l.is_hub
    inner join indexed_documents as hubs_r
        on candidate_pairs.document_id_r = hubs_r.document_id and hubs_r.method_id = $method_id and hubs_r.is_hub
    where
        candidate_pairs.method_id = $method_id
        and (
            candidate_pairs.document_id_l in (select unsettled.document_id from unsettled)
            or candidate_pairs.document_id_r in (select unsettled.document_id from unsettled)
        )
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
