-- How many batches are in which state.
--
-- reads   batch_states

select
    state,
    count(*) as n_batches,
    cast(sum(n_documents) as bigint) as n_documents
from batch_states
where state <> 'replaced'
group by state
order by state;
