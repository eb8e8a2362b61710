-- Keep what a method makes of the golden texts, and with which libraries.
--
-- writes  golden_outputs
-- params  $method_id, $golden_sha256, $made_with

insert into golden_outputs (method_id, golden_sha256, made_with)
values ($method_id, $golden_sha256, $made_with)
on conflict (method_id) do update set golden_sha256 = excluded.golden_sha256, made_with = excluded.made_with;
