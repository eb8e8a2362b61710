-- Where the texts of a random sample of sound documents lie: those whose digest is smallest.
--
-- reads   sound_documents
-- params  $n_rows

select
    shard,
    shard_row
from sound_documents
order by md5(document_id), document_id
limit $n_rows;
