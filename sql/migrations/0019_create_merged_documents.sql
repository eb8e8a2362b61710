-- The ledger's present effect: which representative stands for a document; null when an undo has freed it again.
-- A representative names itself. A projection: it is rebuilt from the ledger at any time and compared with it.

create table merged_documents (
    purpose varchar not null,
    document_id varchar not null,
    representative_id varchar,
    position bigint not null,
    primary key (purpose, document_id)
);
