-- Take shards out of the register whose rows have all moved.
--
-- writes  shards
-- params  $paths

delete from shards
where list_contains($paths, path);
