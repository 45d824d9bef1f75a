-- Tables of counted events say what they hold. Rows, policies and grants stay with their table; the names of
-- constraints, indexes and the sequence follow.

alter table dict rename to terms;
alter table ru_min rename to rollups_minute;
alter table ru rename to rollups_hour;
alter table sk rename to viewer_sketches;

do $$
declare
  old_prefix constant text := '^(dict|ru_min|ru|sk)_';
  one record;
begin
  for one in
    select c.conrelid::regclass as relation, t.relname as prefix, c.conname as old_name
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where t.relname in ('terms', 'rollups_minute', 'rollups_hour', 'viewer_sketches')
      and t.relnamespace = current_schema()::regnamespace and c.conname ~ old_prefix
  loop
    execute format('alter table %s rename constraint %I to %I', one.relation, one.old_name,
      one.prefix || '_' || regexp_replace(one.old_name, old_prefix, ''));
  end loop;
  for one in
    select i.relname as old_name, t.relname as prefix
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relname in ('terms', 'rollups_minute', 'rollups_hour', 'viewer_sketches')
      and t.relnamespace = current_schema()::regnamespace and i.relname ~ old_prefix
  loop
    execute format('alter index %I rename to %I', one.old_name,
      one.prefix || '_' || regexp_replace(one.old_name, old_prefix, ''));
  end loop;
end $$;

alter sequence dict_id_seq rename to terms_id_seq;
