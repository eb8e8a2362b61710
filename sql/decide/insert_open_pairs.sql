-- Pairs to decide now: all, or those of a day's documents, those without a decision and those that other rules of the
-- guards looked at since. Under the newest rules that looked at the pair.
--
-- reads   verified_pairs, guard_checks, sound_documents, captures, decisions
-- writes  open_pairs (temporary)
-- params  $purpose, $method_id, $day (null: all)

create or replace temp table open_pairs as
with

sound as (
    select
        document_id,
        language,
        kind,
        length_band
    from sound_documents
),

touched as (
    select distinct document_id
    from captures
    where day = $day and document_id is not null
),

decided as (
    select
        document_id_l,
        document_id_r,
        guards_id
    from decisions
    where purpose = $purpose and method_id = $method_id
),

looks as (
    select
        document_id_l,
        document_id_r,
        guards_id,
        aligned,
        covered
    from guard_checks
    qualify row_number() over (partition by document_id_l, document_id_r order by rowid desc) = 1
)

select
    verified_pairs.document_id_l,
    verified_pairs.document_id_r,
    verified_pairs.hamming,
    verified_pairs.jaccard,
    verified_pairs.containment,
    verified_pairs.minhash_jaccard,
    looks.guards_id,
    looks.aligned,
    looks.covered,
    case when sound_l.language = sound_r.language then sound_l.language else 'mixed' end as language,
    case when sound_l.kind = sound_r.kind then sound_l.kind else 'mixed' end as kind,
    case
        when 'short' in (sound_l.length_band, sound_r.length_band) then 'short'
        when 'medium' in (sound_l.length_band, sound_r.length_band) then 'medium'
        else 'long'
    end as length_band
from verified_pairs
inner join sound as sound_l on verified_pairs.document_id_l = sound_l.document_id
inner join sound as sound_r on verified_pairs.document_id_r = sound_r.document_id
inner join looks
    on
        verified_pairs.document_id_l = looks.document_id_l
        and verified_pairs.document_id_r = looks.document_id_r
left join decided
    on
        verified_pairs.document_id_l = decided.document_id_l
        and verified_pairs.document_id_r = decided.document_id_r
where
    verified_pairs.method_id = $method_id
    and (
        $day is null
        or decided.guards_id is distinct from looks.guards_id
        or verified_pairs.document_id_l in (select touched.document_id from touched)
        or verified_pairs.document_id_r in (select touched.document_id from touched)
    );
