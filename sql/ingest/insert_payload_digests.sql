-- What WARC files say of their captures' payloads, by which revisits find them.
--
-- reads   capture shards, payload_digests
-- writes  payload_digests
-- params  $paths

insert into payload_digests (payload_digest, capture_id)
select distinct
    incoming.payload_digest,
    incoming.capture_id
from read_parquet($paths) as incoming
where
    incoming.payload_digest <> ''
    and not exists (
        select 1
        from payload_digests
        where
            payload_digests.payload_digest = incoming.payload_digest
            and payload_digests.capture_id = incoming.capture_id
    );
