-- Fingerprint methods: immutable contracts. The same id with another spec is refused.

create table methods (
    method_id varchar primary key,
    name varchar not null,
    version integer not null,
    spec varchar not null,
    spec_sha256 varchar not null,
    status varchar not null check (status in ('candidate', 'active', 'retired')),
    registered_at timestamp not null default current_timestamp
);
