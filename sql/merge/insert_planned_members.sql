-- What the found stars would do to each document, with the evidence of its own edge to the representative.
--
-- reads   new_stars (registered by the caller), merge_nodes (temporary), merge_evidence
-- writes  planned_members (temporary)
-- params  $purpose, $method_id, $representative (the evidence of a representative)

create or replace temp table planned_members as
with

members as (
    select
        nodes.document_id,
        nodes.representative_before,
        standing.document_id as representative_after
    from new_stars
    inner join merge_nodes as nodes on new_stars.place = nodes.place
    inner join merge_nodes as standing on new_stars.representative_place = standing.place
),

justified as (
    select
        members.*,
        if(
            members.document_id = members.representative_after, $representative, merge_evidence.evidence
        ) as evidence
    from members
    left join merge_evidence
        on
            merge_evidence.purpose = $purpose
            and merge_evidence.method_id = $method_id
            and merge_evidence.document_id_l = least(members.document_id, members.representative_after)
            and merge_evidence.document_id_r = greatest(members.document_id, members.representative_after)
)

select
    *,
    min(document_id) over (partition by representative_after) as cluster_id,
    false as is_doubtful
from justified;
