-- Let one extractor take another's place.
--
-- reads   extractors
-- writes  extractors
-- params  $active_id, $standby_id

update extractors
set status = if(extractor_id = $active_id, 'active', 'standby')
where extractor_id in ($active_id, $standby_id)
returning extractor_id;
