-- The tasks of a Label Studio export, one JSON text each, in the order of the file.
--
-- params  $path, $max_bytes (of one task)

select json
from read_json_objects($path, format = 'array', maximum_object_size = $max_bytes);
