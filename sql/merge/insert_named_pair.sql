-- One pair that a person named, in either order.
--
-- writes  parted_pairs (temporary)
-- params  $one, $other

create or replace temp table parted_pairs as
select
    least($one, $other) as document_id_l,
    greatest($one, $other) as document_id_r;
