-- Where the texts of the day's documents lie: one row a text, however many captures carry it.
--
-- reads   captures, extractions
-- params  $day

select
    extractions.shard,
    extractions.shard_row,
    any_value(extractions.extraction_key) as extraction_key
from captures
inner join extractions on captures.extraction_key = extractions.extraction_key
where captures.day = $day and captures.outcome = 'ok'
group by extractions.shard, extractions.shard_row
order by extractions.shard, extractions.shard_row;
