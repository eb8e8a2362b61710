-- Judged pairs with a document that no capture would carry any more under another extractor.
--
-- reads   pair_labels, gone_documents (temporary)
-- params  $purpose

select
    document_id_l,
    document_id_r,
    verdict
from pair_labels
where
    purpose = $purpose
    and (
        document_id_l in (select gone_documents.document_id from gone_documents)
        or document_id_r in (select gone_documents.document_id from gone_documents)
    )
order by document_id_l, document_id_r;
