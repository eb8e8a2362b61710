-- Fingerprint methods: immutable contracts. The same id with another spec is refused. One version of a name is active;
-- standby was active before and can be returned to.

create table methods (
    method_id varchar primary key,
    name varchar not null,
    version integer not null,
    spec varchar not null,
    spec_sha256 varchar not null,
    status varchar not null check (status in ('candidate', 'active', 'standby', 'retired')),
    registered_at timestamp not null default current_timestamp
);
