-- Files of the lake that exist for the warehouse: a shard that is not registered does not exist.

create table shards (
    path varchar primary key,
    table_name varchar not null,
    day date not null,
    n_rows bigint not null,
    n_bytes bigint not null,
    sha256 varchar not null,
    run_id varchar not null,
    registered_at timestamp not null default current_timestamp
);
