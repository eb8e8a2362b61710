-- How many contents, and captures of them, changed in which way; with sizes of their texts.
--
-- reads   text_changes (temporary)

select
    effect,
    count(*) as n_contents,
    sum(n_captures)::bigint as n_captures,
    sum(n_tokens_old)::bigint as n_tokens_old,
    sum(n_tokens_new)::bigint as n_tokens_new
from text_changes
group by effect
order by effect;
