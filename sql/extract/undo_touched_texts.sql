-- Drop the notes of one commit.
--
-- writes  touched_texts (temporary)

drop table if exists touched_texts;
