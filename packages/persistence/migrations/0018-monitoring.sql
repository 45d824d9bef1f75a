-- What the monitor sees of live channels: who watches which, health, findings, and 1200 seconds of what was read.

-- Which monitor watches a channel, until when unless it is heard of again.
create table monitor_leases (
  tenant_id text not null default app_tenant(),
  channel_id text not null,
  monitor text not null,
  held_until timestamptz(3) not null,
  primary key (tenant_id, channel_id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
) with (fillfactor = 70);
call protect_tenant_table('monitor_leases');

-- Monitors that run, so that each takes its share.
create table monitors (
  monitor text primary key,
  seen_at timestamptz(3) not null
);

-- Health now.
create table channel_health (
  tenant_id text not null default app_tenant(),
  channel_id text not null,
  state text not null check (state in ('healthy', 'degraded', 'ill')),
  reason text not null default '',
  owner text,
  source_error text not null default '',
  output_error text not null default '',
  since timestamptz(3) not null,
  looked_at timestamptz(3) not null,
  open_findings integer not null default 0,
  primary key (tenant_id, channel_id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
) with (fillfactor = 70);
call protect_tenant_table('channel_health');

-- Each state that a channel was in; it lasted until the next one, the last one until channel_health.looked_at.
create table channel_health_spans (
  tenant_id text not null default app_tenant(),
  channel_id text not null,
  began_at timestamptz(3) not null,
  state text not null check (state in ('healthy', 'degraded', 'ill', 'unwatched')),
  reason text not null default '',
  owner text,
  primary key (tenant_id, channel_id, began_at),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
call protect_tenant_table('channel_health_spans');

create table monitoring_findings (
  tenant_id text not null default app_tenant(),
  channel_id text not null,
  id text not null,
  severity text not null,
  owner text not null,
  cause text not null,
  first_seen timestamptz(3) not null,
  last_seen timestamptz(3) not null,
  closed_at timestamptz(3),
  -- The finding as the API answers it, without what stands in the columns.
  body jsonb not null,
  primary key (tenant_id, channel_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
create index monitoring_findings_open on monitoring_findings (tenant_id, cause) where closed_at is null;
create index monitoring_findings_seen on monitoring_findings (last_seen);
call protect_tenant_table('monitoring_findings');

-- Entries of the lanes and messages of a few seconds each, deflated.
create table monitoring_chunks (
  tenant_id text not null default app_tenant(),
  channel_id text not null,
  id text not null,
  at timestamptz(3) not null,
  body bytea not null,
  primary key (tenant_id, channel_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
create index monitoring_chunks_at on monitoring_chunks (at);
call protect_tenant_table('monitoring_chunks');

-- Manifests, deflated; base = key of another one of the channel that is their dictionary, '' = none.
create table monitoring_manifests (
  tenant_id text not null default app_tenant(),
  channel_id text not null,
  key text not null,
  base text not null default '',
  lane text not null,
  playlist smallint not null,
  loaded_at timestamptz(3) not null,
  uri text not null,
  body bytea not null,
  primary key (tenant_id, channel_id, key),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
create index monitoring_manifests_loaded on monitoring_manifests (loaded_at);
call protect_tenant_table('monitoring_manifests');
