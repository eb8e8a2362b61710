-- Register one finished lake file; a repeated task replaces the description of its own file.
--
-- writes  shards
-- params  $path, $table_name, $day, $n_rows, $n_bytes, $sha256, $run_id

insert into shards (path, table_name, day, n_rows, n_bytes, sha256, run_id)
values ($path, $table_name, $day, $n_rows, $n_bytes, $sha256, $run_id)
on conflict (path) do update
    set
        n_rows = excluded.n_rows,
        n_bytes = excluded.n_bytes,
        sha256 = excluded.sha256,
        run_id = excluded.run_id
    where shards.sha256 is distinct from excluded.sha256
returning path;
