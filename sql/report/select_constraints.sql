-- Pairs that people hold apart, the newest first: with both titles, whether they are merged all the same, and the
-- newest day that was run since.
--
-- reads   constraint_current, documents, merged_documents, runs
-- params  $n_rows

select
    constraint_current.purpose,
    constraint_current.document_id_l,
    constraint_current.document_id_r,
    constraint_current.reason,
    constraint_current.actor,
    constraint_current.made_at,
    documents_l.title as title_l,
    documents_r.title as title_r,
    coalesce(merged_l.representative_id = merged_r.representative_id, false) as is_merged,
    (
        select max(runs.day)
        from runs
        where
            runs.dag_id = 'deduplicate_day'
            and runs.state = 'success'
            and runs.started_at > constraint_current.made_at
    ) as held_until,
    count(*) over () as n_constraints
from constraint_current
inner join documents as documents_l on constraint_current.document_id_l = documents_l.document_id
inner join documents as documents_r on constraint_current.document_id_r = documents_r.document_id
left join merged_documents as merged_l
    on
        constraint_current.document_id_l = merged_l.document_id
        and constraint_current.purpose = merged_l.purpose
left join merged_documents as merged_r
    on
        constraint_current.document_id_r = merged_r.document_id
        and constraint_current.purpose = merged_r.purpose
order by constraint_current.made_at desc, constraint_current.constraint_id asc
limit $n_rows;
