-- What is wrong with a file of labels, by line; and what is left out of it.
--
-- reads   incoming_faults, found_labels (of the scratch database)
-- params  $n: how many to tell

with

told as (
    select
        line,
        message,
        true as is_fault
    from incoming_faults
    union all
    select
        line,
        note as message,
        is_fault
    from found_labels
    where note is not null
)

select
    line,
    message,
    is_fault,
    count(*) filter (where is_fault) over () as n_faults,
    count(*) filter (where not is_fault) over () as n_left_out
from told
order by is_fault desc, line asc, message asc
limit $n;
