-- Note by which method a purpose decides from now on; noting it again changes nothing.
--
-- reads   deciding_methods
-- writes  deciding_methods
-- params  $purpose, $method_name

insert into deciding_methods (purpose, method_name)
values ($purpose, $method_name)
on conflict (purpose) do update
    set method_name = excluded.method_name
    where deciding_methods.method_name <> excluded.method_name;
