-- Sums of the days of a company's time zone, added with each batch beside the hours: a report over weeks reads a row a day
-- and value instead of one an hour, campaign and value. `campaign` is that of the row for the dimension total (0); rows of
-- all other dimensions are summed over all campaigns and have 0.
create table day_sums (like rollups_hour including defaults including constraints);
do $$
declare
  counter name;
begin
  for counter in
    select attname from pg_attribute
    where attrelid = 'day_sums'::regclass and attnum > 0 and not attisdropped
      and attname not in ('tenant_id', 'dim', 'channel', 'bucket', 'campaign', 'val') and atttypid = 'integer'::regtype
  loop
    execute format('alter table day_sums alter column %I type bigint', counter);
  end loop;
end $$;
-- days since 1970-01-01 of the zone in day_sum_zones
alter table day_sums rename column bucket to day;
alter table day_sums set (fillfactor = 70);
alter table day_sums add primary key (tenant_id, dim, channel, day, campaign, val);
create index day_sums_time on day_sums (tenant_id, dim, day);
create index day_sums_age on day_sums using brin (day);
call protect_tenant_table('day_sums');

-- The zone of whose days day_sums of a company are, and that they are whole. Without a row, or with another zone than that
-- of the report settings, they are not read and not added to, until a worker has summed them anew.
create table day_sum_zones (
  tenant_id text not null default app_tenant() primary key,
  time_zone text not null
);
call protect_tenant_table('day_sum_zones');
