-- What a live source has answered, where several stitchers serve sessions of its channel (ADR 0068): one of them requests
-- it and all take what it read, in one order. Kept for minutes.
create table source_readings (
  tenant_id text not null default app_tenant(),
  channel_id text not null,
  -- of its settings and resets: what was read of another source is not taken
  source text not null,
  -- of one source, ascending without holes from one with a base
  version bigint not null,
  -- sealed: addresses may carry tokens
  reading bytea not null,
  -- sealed; what was known before this reading, for a stitcher that goes on from here
  base bytea,
  put_at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, channel_id, source, version)
);
create index source_readings_retention on source_readings (put_at);
call protect_tenant_table('source_readings');
