-- The joined documents in the order of their numbers, to be joined in memory.
--
-- reads   joined_documents

select
    fingerprint_key,
    is_probe,
    is_new,
    simhash,
    simhash_high
from joined_documents
order by document_number;
