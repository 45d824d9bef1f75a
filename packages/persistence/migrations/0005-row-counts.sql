-- How many rows a tenant has in a table, so that an unfiltered list need not count them. 16 rows share the
-- work, so that writers do not wait for each other; their sum is exact in every snapshot.
create table row_counts (
  tenant_id text not null default app_tenant(),
  kind text not null,
  shard smallint not null,
  total bigint not null,
  primary key (tenant_id, kind, shard)
) with (fillfactor = 50);
call protect_tenant_table('row_counts');

create function count_rows() returns trigger language plpgsql as $$
begin
  insert into row_counts as r (tenant_id, kind, shard, total)
  select tenant_id, tg_table_name, pg_backend_pid() % 16,
         count(*) * case tg_op when 'INSERT' then 1 else -1 end
  from changed group by tenant_id order by tenant_id
  on conflict (tenant_id, kind, shard) do update set total = r.total + excluded.total;
  return null;
end $$;

create procedure count_rows_of(relation regclass) language plpgsql as $$
begin
  execute format('create trigger count_inserted after insert on %s referencing new table as changed
    for each statement execute function count_rows()', relation);
  execute format('create trigger count_deleted after delete on %s referencing old table as changed
    for each statement execute function count_rows()', relation);
  execute format('insert into row_counts (tenant_id, kind, shard, total)
    select tenant_id, %L, 0, count(*) from %s group by tenant_id', relation::text, relation);
end $$;

call count_rows_of('channels');
call count_rows_of('jobs');
call count_rows_of('memberships');
