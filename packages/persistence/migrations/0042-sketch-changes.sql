-- Sketches of days that are over: when some of a day were changed last, so that reports need not look at each row to see
-- that all are the same (ADR 0071). Whoever changes them, for whatever reason.
create table viewer_sketch_changes (
  tenant_id text not null default app_tenant(),
  dim smallint not null,
  -- days since 1970-01-01
  day integer not null,
  -- the transaction that changed some last
  changed xid8 not null,
  primary key (tenant_id, dim, day)
);
create index viewer_sketch_changes_age on viewer_sketch_changes using brin (day);
call protect_tenant_table('viewer_sketch_changes');

create function note_sketch_change() returns trigger language plpgsql as $$
declare
  sketch viewer_sketches := case tg_op when 'DELETE' then old else new end;
begin
  insert into viewer_sketch_changes as c (tenant_id, dim, day, changed)
  values (sketch.tenant_id, sketch.dim, sketch.day, pg_current_xact_id())
  on conflict (tenant_id, dim, day) do update set changed = excluded.changed
    where c.changed <> excluded.changed;
  return null;
end $$;

-- Not of the days of which events still come: counting would write a row that all stitchers wait for.
create trigger note_sketch_change after insert or update on viewer_sketches for each row
  when (new.day < floor(extract(epoch from now()) / 86400)::integer - 9)
  execute function note_sketch_change();
create trigger note_sketch_removal after delete on viewer_sketches for each row
  when (old.day < floor(extract(epoch from now()) / 86400)::integer - 9)
  execute function note_sketch_change();
