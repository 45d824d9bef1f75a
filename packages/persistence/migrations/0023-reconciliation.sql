-- The last day on which a text was counted: what refers to it ends with its retention, and so does the text.
alter table terms add column used_day integer not null
  default (extract(epoch from now()) / 86400)::integer;
create index terms_age on terms (used_day);

-- Beacons of trackers and creatives: sent, answered, failed; of impressions, those that failed or were sent again.
alter table rollups_minute
  add column beacons_sent integer not null default 0,
  add column beacons_answered integer not null default 0,
  add column beacons_failed integer not null default 0,
  add column impression_beacons_failed integer not null default 0,
  add column impression_beacons_retried integer not null default 0;
alter table rollups_hour
  add column beacons_sent integer not null default 0,
  add column beacons_answered integer not null default 0,
  add column beacons_failed integer not null default 0,
  add column impression_beacons_failed integer not null default 0,
  add column impression_beacons_retried integer not null default 0;
alter table rollups_day
  add column beacons_sent integer not null default 0,
  add column beacons_answered integer not null default 0,
  add column beacons_failed integer not null default 0,
  add column impression_beacons_failed integer not null default 0,
  add column impression_beacons_retried integer not null default 0;

-- Files of ad servers that are compared with what was counted. `file` goes when it was compared.
create table reconciliations (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  name text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- mapping: waits for its columns to be named
  state text not null check (state in ('mapping', 'waiting', 'running', 'done', 'failed')),
  -- per cent
  progress smallint not null default 0,
  -- how often a worker has begun with it
  attempts smallint not null default 0,
  -- CSV, UTF-8
  file bytea not null,
  preview jsonb not null,
  mapping jsonb,
  -- sentence of a comparison that failed
  problem text,
  -- totals and lines, largest difference first
  result jsonb,
  primary key (tenant_id, id)
);
create index reconciliations_state on reconciliations (state, updated_at) where state in ('waiting', 'running');
call protect_tenant_table('reconciliations');

call audit_table('reconciliations', 'reconciliations', 'id', 'name', '{}', '{attempts,file,progress,preview,result}');
