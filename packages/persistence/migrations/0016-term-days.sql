-- How many texts of each kind a company has added to `terms` on a day, so that their number is bounded.
create table term_days (
  tenant_id text not null default app_tenant(),
  kind smallint not null,
  -- days since 1970-01-01 UTC
  day integer not null,
  added integer not null,
  primary key (tenant_id, kind, day)
);
call protect_tenant_table('term_days');
