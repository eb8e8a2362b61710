-- One row a capture of the day: its keys as flags, and what its fetch says. No URL, no text.
--
-- reads   captures, shards
-- params  $day, $today (the day of the check, in UTC)

select
    captures.capture_id,
    captures.site,
    captures.source_sha256,
    captures.url = '' or captures.source_name = '' as is_origin_missing,
    not regexp_full_match(captures.source_sha256, '[0-9a-f]{64}') as is_hash_malformed,
    shards.path is null as is_shard_unregistered,
    captures.n_bytes = 0 as is_body_empty,
    coalesce(captures.http_status >= 400, false) as is_refused,
    row_number() over (
        partition by captures.url, captures.variant, captures.source_sha256
        order by captures.capture_id
    ) > 1 as is_repeated_fetch,
    captures.fetched_at::date > $today + 1 as is_fetched_in_future,
    abs(date_diff('day', captures.day, captures.fetched_at::date)) > 1 as is_fetched_another_day
from captures
left join shards on captures.shard = shards.path
where captures.day = $day
order by captures.capture_id;
