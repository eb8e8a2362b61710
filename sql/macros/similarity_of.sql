-- How alike a pair is by a policy's measure, Jaccard without one: all between 0 and 1, larger is more alike.

create or replace macro similarity_of(measure, hamming, jaccard, containment, minhash_jaccard, aligned) as case measure
    when 'containment' then containment
    when 'minhash_jaccard' then minhash_jaccard
    when 'aligned' then aligned
    when 'hamming' then 1 - hamming / 64
    else jaccard
end;
