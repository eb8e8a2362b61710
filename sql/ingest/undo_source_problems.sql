-- A revisit that found its original is no problem any more.
--
-- reads   source_revisits
-- writes  source_problems

delete from source_problems
where
    reason = 'revisit: the capture that it refers to is not stored'
    and exists (
        select 1
        from source_revisits
        where
            source_revisits.day = source_problems.day
            and source_revisits.source_name = source_problems.source_name
            and source_revisits.source_file = source_problems.source_file
            and source_revisits.source_offset = source_problems.source_offset
            and source_revisits.capture_id is not null
    );
