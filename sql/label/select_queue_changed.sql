-- Pairs to judge again: an extractor gave a labelled page another document, or a labelled text came with other facts.
--
-- reads   rejudgements, opinions (temporary)
-- params  $purpose, $n

select
    rejudgements.document_id_l,
    rejudgements.document_id_r,
    null as method_id,
    null as similarity,
    null as inclusion,
    rejudgements.reason || ' (was judged ' || rejudgements.verdict || ')' as note
from rejudgements
where
    rejudgements.purpose = $purpose
    and not exists (
        select 1
        from opinions
        where
            opinions.document_id_l = rejudgements.document_id_l
            and opinions.document_id_r = rejudgements.document_id_r
    )
order by rejudgements.reason, rejudgements.document_id_l, rejudgements.document_id_r
limit $n;
