-- Promotions and roll backs (by position in the ledger) after which all was brought up to date. One without a row was
-- stopped between its flip and that.

create table settlements (
    position bigint primary key,
    run_id varchar not null,
    settled_at timestamp not null
);
