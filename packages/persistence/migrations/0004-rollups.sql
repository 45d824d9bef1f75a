-- Counted events. A batch of a stitcher's spool is added exactly once: its ledger row and its sums are
-- written in one transaction. Reports read these tables only.

-- Texts of a tenant as numbers: channel, campaign, and the value of each dimension.
create table dict (
  tenant_id text not null default app_tenant(),
  kind smallint not null,
  id integer generated always as identity,
  ext text not null,
  primary key (tenant_id, kind, id),
  unique (tenant_id, kind, ext)
);
call protect_tenant_table('dict');

create table ru_min (
  tenant_id text not null default app_tenant(),
  dim smallint not null,
  channel integer not null,
  -- start, minutes since 1970-01-01T00:00Z
  bucket integer not null,
  -- 0 = none
  campaign integer not null,
  val integer not null,
  session_starts integer not null default 0,
  session_ends integer not null default 0,
  avails integer not null default 0,
  slates integer not null default 0,
  impressions integer not null default 0,
  starts integer not null default 0,
  first_quartiles integer not null default 0,
  midpoints integer not null default 0,
  third_quartiles integer not null default 0,
  completes integer not null default 0,
  clicks integer not null default 0,
  errors integer not null default 0,
  ad_requests integer not null default 0,
  ad_timeouts integer not null default 0,
  skipped integer not null default 0,
  fallbacks integer not null default 0,
  view_ms bigint not null default 0,
  avail_ms bigint not null default 0,
  ad_ms bigint not null default 0,
  slate_ms bigint not null default 0,
  bytes bigint not null default 0,
  primary key (tenant_id, dim, channel, bucket, campaign, val)
) with (fillfactor = 80);
create index ru_min_time on ru_min (tenant_id, dim, bucket);
create table ru (like ru_min including defaults including constraints, primary key (tenant_id, dim, channel, bucket, campaign, val))
  with (fillfactor = 80);
create index ru_time on ru (tenant_id, dim, bucket);
call protect_tenant_table('ru_min');
call protect_tenant_table('ru');

-- HyperLogLog sketches of viewers, one row per writer; merged by the reader.
create table sk (
  tenant_id text not null default app_tenant(),
  dim smallint not null,
  channel integer not null,
  -- days since 1970-01-01 UTC
  day integer not null,
  val integer not null,
  writer text not null,
  sketch bytea not null,
  primary key (tenant_id, dim, channel, day, val, writer)
);
call protect_tenant_table('sk');

create table usage (
  tenant_id text not null default app_tenant(),
  day integer not null,
  ad_events bigint not null,
  primary key (tenant_id, day)
);
call protect_tenant_table('usage');

-- The newest event that was counted, for "as of".
create table newest_events (
  tenant_id text not null default app_tenant() primary key,
  at timestamptz(3) not null
);
call protect_tenant_table('newest_events');

create table batches (
  writer text not null,
  seq bigint not null,
  at timestamptz(3) not null,
  primary key (writer, seq)
);
create index batches_at on batches (at);
-- Ledger rows are kept for a while; a batch at or below this number is refused, not counted again.
create table batch_writers (
  writer text primary key,
  purged_through bigint not null
);
