-- A text with its length before it, so that texts put together are read apart again; null is told from an empty text.
-- And one document's part of a cluster's footprint: who stands for it before and after, and on what that rests.

create or replace macro prefixed(whole) as coalesce(length(whole) || ':' || whole, '-');

create or replace macro footprint_of(document_id, before, after, evidence)
as prefixed(document_id) || prefixed(before) || prefixed(after) || prefixed(evidence);
