-- Pairs on which people differ, undecided ones first.
--
-- reads   known_labels, opinions (temporary)

select
    opinions.document_id_l,
    opinions.document_id_r,
    list(
        known_labels.annotator || ': ' || known_labels.verdict
        order by known_labels.labelled_at, known_labels.label_id
    ) filter (where not coalesce(known_labels.is_adjudication, false)) as verdicts,
    arg_max(known_labels.verdict, known_labels.labelled_at) filter (where known_labels.is_adjudication) as decided
from opinions
inner join known_labels
    on
        opinions.document_id_l = known_labels.document_id_l
        and opinions.document_id_r = known_labels.document_id_r
where opinions.n_verdicts > 1
group by opinions.document_id_l, opinions.document_id_r
order by decided is not null, opinions.document_id_l, opinions.document_id_r;
