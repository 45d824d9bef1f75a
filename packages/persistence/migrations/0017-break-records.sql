-- What became of the breaks of channels (ADR 0035). Facts are sums over all sessions, added with the batch ledger like
-- all counted events: a row of a break, or after their retention of a whole day (break_id `day-2026-11-23`). Records are
-- the stages of some sessions, kept for a day.

-- Place by place; the longer one's length.
create function add_counts(a integer[], b integer[]) returns integer[]
  language sql immutable parallel safe
  return (select array_agg(coalesce(x, 0) + coalesce(y, 0) order by place)
    from unnest(a, b) with ordinality as pair(x, y, place));

create aggregate sum_counts(integer[]) (sfunc = add_counts, stype = integer[], initcond = '{}');

create table break_facts (
  tenant_id text not null default app_tenant(),
  channel_id text not null,
  break_id text not null,
  -- wall clock of the start on the source
  started_at timestamptz(3) not null,
  announced_ms bigint,
  observed_ms bigint,
  sessions bigint not null default 0,
  offered_ms bigint not null default 0,
  asked_ms bigint not null default 0,
  answered_ms bigint not null default 0,
  usable_ms bigint not null default 0,
  placed_ms bigint not null default 0,
  seen_ms bigint not null default 0,
  sent_ms bigint not null default 0,
  slate_ms bigint not null default 0,
  ads_placed bigint not null default 0,
  ads_seen bigint not null default 0,
  primary key (tenant_id, channel_id, break_id)
);
create index break_facts_started on break_facts (tenant_id, channel_id, started_at);
create index break_facts_retention on break_facts (started_at);
call protect_tenant_table('break_facts');

-- The sum of lost_ms of a break is its offered_ms less its seen_ms.
create table break_losses (
  tenant_id text not null default app_tenant(),
  channel_id text not null,
  break_id text not null,
  started_at timestamptz(3) not null,
  reason text not null,
  owner text not null,
  lost_ms bigint not null default 0,
  count bigint not null default 0,
  primary key (tenant_id, channel_id, break_id, reason, owner)
);
create index break_losses_retention on break_losses (started_at);
call protect_tenant_table('break_losses');

-- asked = in_time + late + error; empty is part of in_time.
create table break_demand (
  tenant_id text not null default app_tenant(),
  channel_id text not null,
  break_id text not null,
  started_at timestamptz(3) not null,
  server text not null,
  -- 0 = the ad server of the channel
  hop smallint not null,
  asked bigint not null default 0,
  in_time bigint not null default 0,
  late bigint not null default 0,
  empty bigint not null default 0,
  error bigint not null default 0,
  -- by demandLatencyBoundsMs of packages/reporting
  latency_histogram integer[] not null default '{}',
  primary key (tenant_id, channel_id, break_id, server, hop)
);
create index break_demand_retention on break_demand (started_at);
call protect_tenant_table('break_demand');

-- Append-only. A row written twice is one: its id is made by the writer.
create table break_records (
  tenant_id text not null default app_tenant(),
  channel_id text not null,
  break_id text not null,
  -- stands for the session (SEC-S26)
  session text not null,
  id text not null,
  at timestamptz(3) not null,
  stage text not null,
  -- of the first stage: why the stages of this session are kept, and what it had lost when it was decided
  kept text,
  lost_ms bigint,
  reason text,
  -- of the first stage: what it is found by, as server:HOST, creative:ID
  keys text[] not null default '{}',
  detail jsonb not null,
  primary key (tenant_id, channel_id, break_id, session, id)
);
create index break_records_session on break_records (tenant_id, session) where kept is not null;
create index break_records_keys on break_records using gin (keys) where kept is not null;
create index break_records_retention on break_records (at);
call protect_tenant_table('break_records');
