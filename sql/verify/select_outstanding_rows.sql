-- Where the outstanding documents lie in their shards, and how long they are, in the order of their numbers.
--
-- reads   outstanding_documents

select
    shard_row,
    n_characters
from outstanding_documents
order by document_number;
