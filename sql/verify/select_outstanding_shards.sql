-- The shards that hold the outstanding documents, in the order of the documents' numbers.
--
-- reads   outstanding_documents

select
    shard,
    min(document_number) as first_number,
    count(*) as n_documents
from outstanding_documents
group by shard
order by first_number;
