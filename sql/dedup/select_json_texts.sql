-- Texts of a JSON lines file, in file order, with a hash by which equal texts find each other within one run.
--
-- reads   the file $path (compression 'none', 'gzip' or 'zstd')
-- params  $path, $compression, $max_bytes (longest line that is read)

select
    id,
    url,
    title,
    text,
    coalesce(lang, language) as language,
    hash(text) as digest
from read_json(
    $path,
    format = 'newline_delimited',
    compression = $compression,
    maximum_object_size = $max_bytes,
    columns = {
        id: 'JSON', url: 'VARCHAR', title: 'VARCHAR', text: 'VARCHAR', lang: 'VARCHAR', language: 'VARCHAR'
    }
);
