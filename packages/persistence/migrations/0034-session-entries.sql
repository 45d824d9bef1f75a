-- What was decided of a break for one playback session (ADR 0062). The first entry of a break stands and is never
-- changed; rows go when no output can list the break any more.
create table session_entries (
  tenant_id text not null default app_tenant(),
  channel_id text not null,
  -- stands for the session (SEC-S26)
  session text not null,
  break_id text not null,
  -- the decision and its ads; sealed: they name the viewer, and where media lie
  entry bytea not null,
  made_at timestamptz(3) not null default now(),
  primary key (tenant_id, session, break_id)
);
create index session_entries_retention on session_entries using brin (made_at);
call protect_tenant_table('session_entries');

-- Creatives as they were read when ads of them were placed, by the hash of what was read; sealed.
create table creative_snapshots (
  tenant_id text not null default app_tenant(),
  hash text not null,
  creative bytea not null,
  used_at timestamptz(3) not null default now(),
  primary key (tenant_id, hash)
);
create index creative_snapshots_retention on creative_snapshots (used_at);
call protect_tenant_table('creative_snapshots');
