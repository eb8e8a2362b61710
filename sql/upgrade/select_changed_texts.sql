-- A random sample of contents whose text changed: ids, sizes, titles, and where both texts lie.
--
-- reads   text_changes (temporary)
-- params  $n_rows

select
    new_key,
    url,
    effect,
    document_id_old,
    document_id_new,
    outcome_old,
    outcome_new,
    title_old,
    title_new,
    n_tokens_old,
    n_tokens_new,
    shard_old,
    shard_row_old,
    shard_new,
    shard_row_new
from text_changes
where effect in ('text', 'facts', 'lost', 'gained')
order by md5(new_key), new_key
limit $n_rows;
