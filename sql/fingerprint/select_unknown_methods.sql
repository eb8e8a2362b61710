-- Methods of registered shards that the table of methods does not know.
--
-- reads   the Parquet shards $paths, methods
-- params  $paths

select distinct signed.method_id
from read_parquet($paths) as signed
anti join methods on signed.method_id = methods.method_id
order by signed.method_id;
