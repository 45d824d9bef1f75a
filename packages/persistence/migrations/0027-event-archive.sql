-- The archive of raw events (ADR 0050): its files, and the segments of spools that are in them. A file is read when it is
-- `current`: it becomes so in the transaction that marks its segments.
create table event_files (
  tenant_id text not null default app_tenant() references tenants (id),
  -- days since 1970-01-01 UTC
  day integer not null,
  id text not null,
  state text not null check (state in ('draft', 'current', 'removed')),
  state_at timestamptz(3) not null,
  -- events
  rows bigint not null,
  bytes bigint not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (tenant_id, day, id)
);
create index event_files_unread on event_files (state_at) where state <> 'current';
create index event_files_day on event_files (day) where state = 'current';
call protect_tenant_table('event_files');

create table archived_segments (
  writer text not null,
  seq bigint not null,
  at timestamptz(3) not null,
  primary key (writer, seq)
);
create index archived_segments_at on archived_segments (at);

-- The oldest time that a batch counted for: a rebuild of a period waits for those of it that are not archived yet.
alter table batches add column oldest_at timestamptz(3);

-- Companies that are erased or being erased (ADR 0050). Nothing of a person, and no name: what is counted for such an id
-- is dropped.
create table company_erasures (
  company_id text primary key,
  asked_at timestamptz(3) not null,
  -- null = not done
  done_at timestamptz(3),
  -- rows by table, files, events
  counts jsonb not null default '{}',
  -- ad events by month, which invoices were made of
  usage jsonb not null default '{}'
);
