-- By which method, of whatever version, each purpose decides: as configured when the warehouse was last written.

create table deciding_methods (
    purpose varchar primary key,
    method_name varchar not null
);
