-- Length band of a text from its number of tokens. The same as neartwin.extract.tokens.length_band in Python.

create or replace macro length_band(n_tokens) as
case when n_tokens < 50 then 'short' when n_tokens < 400 then 'medium' else 'long' end;
