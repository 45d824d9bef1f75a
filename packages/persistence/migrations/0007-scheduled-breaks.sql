-- Breaks that a scheduler has told by API, beside the markers of the source.
create table scheduled_breaks (
  tenant_id text not null default app_tenant(),
  id text not null,
  channel_id text not null,
  -- The scheduler's own id; '' = it has none.
  external_id text not null default '',
  start_at timestamptz(3) not null,
  duration_ms integer not null check (duration_ms between 1000 and 3600000),
  state text not null default 'scheduled' check (state in ('scheduled', 'cancelled')),
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
create index scheduled_breaks_start on scheduled_breaks (tenant_id, channel_id, start_at);
create unique index scheduled_breaks_external on scheduled_breaks (tenant_id, channel_id, external_id)
  where external_id <> '';
call protect_tenant_table('scheduled_breaks');
