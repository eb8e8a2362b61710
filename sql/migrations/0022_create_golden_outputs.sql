-- What a method makes of the golden texts, and with which libraries that was last found to be so. Another output under
-- the same id is refused.

create table golden_outputs (
    method_id varchar primary key,
    golden_sha256 varchar not null,
    made_with varchar not null
);
