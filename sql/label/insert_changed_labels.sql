-- Rows of a file that say something else than the warehouse under the same label id.
--
-- reads   found_labels, stored_labels (of the scratch database)
-- writes  incoming_faults (of the scratch database)

insert into incoming_faults
select
    found_labels.line,
    'the warehouse holds this label_id with another content: labels never change' as message
from found_labels
inner join stored_labels on found_labels.label_id = stored_labels.label_id
where
    found_labels.note is null
    and (
        found_labels.document_id_l <> stored_labels.document_id_l
        or found_labels.document_id_r <> stored_labels.document_id_r
        or found_labels.purpose <> stored_labels.purpose
        or found_labels.verdict <> stored_labels.verdict
        or found_labels.annotator <> stored_labels.annotator
    )
returning line;
