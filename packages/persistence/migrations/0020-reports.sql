-- Reports: how a company's figures are counted and valued, days of years, and viewers minute by minute.

create table report_settings (
  tenant_id text not null default app_tenant() primary key references tenants (id) on delete cascade,
  -- IANA name: of days and weeks
  time_zone text not null,
  viewer_id_policy text not null check (viewer_id_policy in ('none', 'daily', 'monthly', 'client')),
  campaign_from text not null check (campaign_from in ('extension', 'adId', 'title', 'advertiser', 'none')),
  -- price of 1,000 ads of cpm_ad_seconds; 0 = not set
  cpm double precision not null,
  cpm_ad_seconds double precision not null,
  currency text not null,
  -- width of rows in rollups_hour, minutes: 15 for zones off the whole hour
  bucket_minutes smallint not null check (bucket_minutes in (15, 60))
);
call protect_tenant_table('report_settings');

-- Viewed ads of a creative that the session had seen before.
alter table rollups_minute add column repeats integer not null default 0;
alter table rollups_hour add column repeats integer not null default 0;

-- Rows of rollups_hour that are older than their retention, summed by day of the company's time zone. `bucket` is the
-- start of that day, minutes since 1970-01-01T00:00Z. A row stands in one of the two tables.
create table rollups_day (like rollups_hour including defaults including constraints, primary key (tenant_id, dim, channel, bucket, campaign, val))
  with (fillfactor = 90);
create index rollups_day_time on rollups_day (tenant_id, dim, bucket);
call protect_tenant_table('rollups_day');
-- What is old is found without reading what is not.
create index rollups_hour_age on rollups_hour using brin (bucket);
create index rollups_minute_age on rollups_minute using brin (bucket);
create index rollups_day_age on rollups_day using brin (bucket);
create index viewer_sketches_age on viewer_sketches using brin (day);
-- A period of all channels.
create index viewer_sketches_time on viewer_sketches (tenant_id, dim, day);
create index break_facts_time on break_facts (tenant_id, started_at);
create index break_losses_time on break_losses (tenant_id, started_at);
create index break_demand_time on break_demand (tenant_id, started_at);

-- Watched time of the minutes of an hour, for the peak of any channels together; moved here from rollups_minute.
create table viewer_minutes (
  tenant_id text not null default app_tenant(),
  -- 0 = all channels together
  channel integer not null,
  -- start of the hour, minutes since 1970-01-01T00:00Z
  bucket integer not null,
  -- 60 sums, milliseconds
  watched_ms bigint[] not null,
  primary key (tenant_id, channel, bucket)
);
create index viewer_minutes_age on viewer_minutes using brin (bucket);
call protect_tenant_table('viewer_minutes');

-- Days of viewers and of what is charged are those of the company's time zone; until now all were days of UTC, which is
-- the zone of every company that has chosen none.

-- Viewers of each channel now, by channel id: those who request, where `sessions` counts what is held.
alter table stitcher_sessions add column watching jsonb not null default '{}';

-- Parties of the trade that may read the concurrent streams of a company (IAB Tech Lab LEAP).
create table stream_subscribers (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  name text not null,
  -- SHA-256, hex
  key_hash text not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create unique index stream_subscribers_key on stream_subscribers (key_hash);
call protect_tenant_table('stream_subscribers');
