-- A name of ours as people read it, in a reason: sentence_replaced as "sentence replaced". Twin: neartwin/spoken.py.

create or replace macro spoken(name) as replace(name, '_', ' ');
