-- Whether a run of candidate methods has nothing to do on a day: no capture, or the whole day put aside.
--
-- reads   captures, quarantined
-- params  $day

select
    not exists (
        select 1
        from captures
        where day = $day
    )
    or exists (
        select 1
        from quarantined
        where day = $day and site = ''
    ) as is_idle;
