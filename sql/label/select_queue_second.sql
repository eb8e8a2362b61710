-- A random share of the pairs that one other person has judged, for a second opinion.
--
-- reads   opinions, known_labels (temporary)
-- params  $seed, $share, $n

with

drawn as (
    select
        *,
        cast('0x' || left(md5('second' || $seed || document_id_l || document_id_r), 12) as ubigint)
        / 281474976710656.0 as random_number
    from opinions
    where n_annotators = 1 and not is_mine and not is_gold
)

select
    drawn.document_id_l,
    drawn.document_id_r,
    any_value(known_labels.method_id) as method_id,
    any_value(known_labels.similarity) as similarity,
    any_value(known_labels.inclusion) as inclusion,
    'second opinion' as note
from drawn
inner join known_labels
    on drawn.document_id_l = known_labels.document_id_l and drawn.document_id_r = known_labels.document_id_r
where drawn.random_number < $share
group by drawn.document_id_l, drawn.document_id_r, drawn.random_number
order by drawn.random_number, drawn.document_id_l, drawn.document_id_r
limit $n;
