-- Pairs to judge again: an extractor gave a labelled page another document, a labelled text came with other facts, or
-- the method active now contradicts a merge in force that nobody has judged.
--
-- reads   rejudgements, contradicted_merges, opinions (temporary)
-- params  $purpose, $n

with

wanted as (
    select
        document_id_l,
        document_id_r,
        null as method_id,
        reason || ' (was judged ' || verdict || ')' as note
    from rejudgements
    where purpose = $purpose
    union all
    select
        document_id_l,
        document_id_r,
        method_id,
        'merged, and now ' || reason as note
    from contradicted_merges
    where purpose = $purpose
)

select
    wanted.document_id_l,
    wanted.document_id_r,
    wanted.method_id,
    null as similarity,
    null as inclusion,
    wanted.note
from wanted
where
    not exists (
        select 1
        from opinions
        where
            opinions.document_id_l = wanted.document_id_l
            and opinions.document_id_r = wanted.document_id_r
    )
order by wanted.note, wanted.document_id_l, wanted.document_id_r
limit $n;
