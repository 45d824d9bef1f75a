-- Which events of the ads of a playback session have happened, by placement (ADR 0067): several stitchers may see requests
-- for one ad, and each event happens at one of them.
create table event_claims (
  tenant_id text not null default app_tenant(),
  -- stands for the session (SEC-S26)
  session text not null,
  break_id text not null,
  -- place of the ad in its break, from 0
  slot integer not null,
  -- a bit each, the first is the impression
  events integer not null,
  -- those before the last claim
  before integer not null,
  -- what the last claim asked for
  asked integer not null,
  claimed_at timestamptz(3) not null default now(),
  primary key (tenant_id, session, break_id, slot)
) with (fillfactor = 70);
call protect_tenant_table('event_claims');
