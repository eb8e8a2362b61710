-- Everything that the index proposes for the probes and the new documents.
--
-- reads   found_pairs, joined_documents, star_pairs
-- writes  proposed_pairs (temporary), one row per pair

create or replace temp table proposed_pairs as
select
    least(documents_l.document_id, documents_r.document_id) as document_id_l,
    greatest(documents_l.document_id, documents_r.document_id) as document_id_r,
    found_pairs.found_by
from found_pairs
inner join joined_documents as documents_l on found_pairs.number_l = documents_l.document_number
inner join joined_documents as documents_r on found_pairs.number_r = documents_r.document_number
union all
select
    document_id_l,
    document_id_r,
    'equal' as found_by
from star_pairs;
