-- What a day (or one site of it) holds and what became of it, as one digest: a person's release is for this content.
--
-- reads   captures
-- params  $day, $site ('' for the whole day)

select
    sha256(
        coalesce(
            string_agg(
                capture_id || ':' || coalesce(outcome, '') || ':' || coalesce(document_id, ''), ',' order by capture_id
            ),
            ''
        )
    ) as content_sha256
from captures
where day = $day and ($site = '' or site = $site);
