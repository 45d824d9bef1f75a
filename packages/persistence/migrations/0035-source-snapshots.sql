-- What stitchers knew last of the past of a live source (ADR 0063): its window, its breaks. One row a channel, replaced
-- every few seconds; who opens the source next goes on from it.
create table source_snapshots (
  tenant_id text not null default app_tenant(),
  channel_id text not null,
  -- sealed: addresses of a source may carry tokens
  snapshot bytea not null,
  taken_at timestamptz(3) not null default now(),
  primary key (tenant_id, channel_id)
);
create index source_snapshots_retention on source_snapshots (taken_at);
call protect_tenant_table('source_snapshots');
